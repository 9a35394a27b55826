import { noteRefusals } from './node-refusals.ts';
import type { Context } from '../program/command.ts';
import { describeProviders } from './describe-providers.ts';
import { readProviderStatuses } from './observed-providers.ts';

/** `attestry chains`: what the providers of each chain are and can do now. */
export async function showProviders({ loaded, out, clock }: Context): Promise<void> {
  const chains = await readProviderStatuses(loaded.config, clock, noteRefusals(out));
  out.result({ chains }, describeProviders(chains));
}
