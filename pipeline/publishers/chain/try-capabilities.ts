import type { RpcProvider } from '../../../infra/rpc/provider.ts';
import type { ChainBlock } from '../../chain/cassette-header.ts';
import { type Capabilities, capabilityPlan } from '../../chain/evm/capability-plan.ts';
import { readLive } from './read-live.ts';

export interface ProviderCapabilities extends Capabilities {
  /** It takes several requests in one body; null: it was sent none. */
  readonly batches: boolean | null;
}

/** Tries what a provider of an EVM chain can do at a finalized block; null when it did not answer. */
export async function tryCapabilities(
  provider: RpcProvider,
  block: ChainBlock,
  signal?: AbortSignal,
): Promise<ProviderCapabilities | null> {
  const live = await readLive(capabilityPlan(block), provider, signal);
  if (!('ok' in live)) return null;
  return { ...live.value, batches: provider.takesBatches?.() ?? null };
}
