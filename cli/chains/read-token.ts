import { UsageError } from '../../infra/errors.ts';
import { providerSettings } from '../../infra/config/chain-settings.ts';
import type { ChainTokenValue } from '../../schemas/facts.ts';
import { type Chain, chains } from '../../schemas/values/chains.ts';
import type { LoadedConfig } from '../../infra/config/config.ts';
import type { Output } from '../program/output/output.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { userAgent } from '../program/version.ts';
import { noteRefusals } from './node-refusals.ts';
import { recordReading } from './record-reading.ts';
import { shownReading } from './shown-reading.ts';
import { assetToRead, providerOf } from './what-to-read.ts';

/** What the chain of a token states of it at its newest finalized block. */
export type TokenReading =
  | { readonly found: true; readonly token: ChainTokenValue | null; readonly block: number }
  | { readonly found: false; readonly block: number }
  /** No provider is set, or it does not answer. */
  | { readonly silent: string };

/** What reading a token takes of a command, or of a service. */
export interface ReadingContext {
  readonly loaded: Pick<LoadedConfig, 'config'>;
  readonly clock: () => number;
  readonly out: Pick<Output, 'note'>;
}

/** Reads a token, as `chains read` does. */
export async function readTokenOnChain(context: ReadingContext, caip19: string): Promise<TokenReading> {
  const { loaded, clock, out } = context;
  try {
    const { chain, target } = assetToRead(caip19);
    const { createProvider } = await import('../../infra/rpc/provider.ts');
    const provider = createProvider({
      ...providerOf(loaded.config, chain),
      rate: loaded.config.rpcRate,
      clock,
      userAgent: userAgent(),
      onRefusal: noteRefusals(out),
    });
    const { assets, block } = shownReading(await recordReading(provider, chain, target, { kind: 'finalized' }));
    const [state] = assets;
    if (state?.reading === 'no_contract') return { found: false, block: block?.number ?? 0 };
    if (state?.reading !== 'stated') return { silent: 'the node does not answer in full' };
    const fact = state.facts.find(({ field, subjectKind }) => field === 'token' && subjectKind === 'asset');
    return {
      found: true,
      token: fact === undefined ? null : (fact.value as ChainTokenValue),
      block: block?.number ?? 0,
    };
  } catch (error) {
    if (error instanceof UsageError || error instanceof CommandFailed) return { silent: error.message };
    throw error;
  }
}

/** What chains state of tokens, by CAIP-19, one after the other; a note names each that is not read. */
export async function statedByChains(
  context: ReadingContext,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Partial<ChainTokenValue>>>> {
  const stated = new Map<string, Readonly<Partial<ChainTokenValue>>>();
  for (const caip19 of new Set(tokens)) {
    const reading = await readTokenOnChain(context, caip19);
    if ('silent' in reading) context.out.note(visibleText(`${caip19}: ${reading.silent}`));
    else if (!reading.found) context.out.note(`${caip19} has no contract at the finalized block ${reading.block}`);
    else if (reading.token !== null) stated.set(caip19, namesOf(reading.token));
  }
  return stated;
}

/** What the chain states for people; a member that the contract does not answer is left out. */
export const namesOf = ({ name, symbol, decimals }: ChainTokenValue): Readonly<Partial<ChainTokenValue>> => ({
  ...(name === null ? {} : { name }),
  ...(symbol === null ? {} : { symbol }),
  ...(decimals === null ? {} : { decimals }),
});

/** The chains of the same form of address for which a provider is set. */
export const chainsWithProvider = ({ loaded }: Pick<ReadingContext, 'loaded'>, encoding: string): readonly Chain[] =>
  chains.filter((chain) => {
    const setting = (providerSettings as Readonly<Record<string, keyof typeof loaded.config | undefined>>)[chain.slug];
    const providers = setting === undefined ? undefined : loaded.config[setting];
    return chain.encoding === encoding && Array.isArray(providers) && providers.length > 0;
  });
