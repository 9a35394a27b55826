import { UsageError } from '../../infra/errors.ts';
import type { ChainTokenValue } from '../../schemas/facts.ts';
import type { AddressEncoding, Chain } from '../../schemas/values/chains.ts';
import type { LoadedConfig } from '../../infra/config/config.ts';
import type { RpcProvider } from '../../infra/rpc/provider.ts';
import type { Output } from '../program/output/output.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { userAgent } from '../program/version.ts';
import { noteRefusals } from './node-refusals.ts';
import { chainsWithProviders } from './observed-providers.ts';
import { recordReading } from './record-reading.ts';
import { shownReading } from './shown-reading.ts';
import { assetToRead, providerOf, type ReadChain } from './what-to-read.ts';

/** What the chain of a token states of it at its newest finalized block. */
export type TokenReading =
  | { readonly found: true; readonly token: ChainTokenValue | null; readonly block: number }
  | { readonly found: false; readonly block: number }
  /** No provider is set, or it does not answer. */
  | { readonly silent: string };

/** What reading tokens takes of a command, or of a service. */
export interface ReadingContext {
  readonly loaded: Pick<LoadedConfig, 'config'>;
  readonly clock: () => number;
  readonly out: Pick<Output, 'note'>;
}

export interface TokenReader {
  /** Reads a token, as `chains read` does. */
  readonly read: (caip19: string) => Promise<TokenReading>;
  /** The chains of a form of address for which a provider is set. */
  readonly chainsOf: (encoding: AddressEncoding) => readonly Chain[];
}

/** Reads tokens with one provider for each chain: what a node refused, and the rate of requests, count for all of them. */
export function createTokenReader({ loaded: { config }, clock, out }: ReadingContext): TokenReader {
  const providers = new Map<string, RpcProvider>();

  const providerFor = async (chain: ReadChain): Promise<RpcProvider> => {
    const named = providerOf(config, chain);
    const { createProvider } = await import('../../infra/rpc/provider.ts');
    const known = providers.get(chain.slug);
    if (known !== undefined) return known;
    const common = { rate: config.rpcRate, clock, userAgent: userAgent(), onRefusal: noteRefusals(out) };
    const provider = createProvider({ ...named, ...common });
    providers.set(chain.slug, provider);
    return provider;
  };

  const read = async (caip19: string): Promise<TokenReading> => {
    try {
      const { chain, target } = assetToRead(caip19);
      const provider = await providerFor(chain);
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
  };

  return {
    read,
    chainsOf: (encoding) =>
      chainsWithProviders(config).flatMap(([chain]) => (chain.encoding === encoding ? [chain] : [])),
  };
}

/** What chains state of tokens, by CAIP-19, one after the other; a note names each that is not read. */
export async function statedByChains(
  context: ReadingContext,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Partial<ChainTokenValue>>>> {
  const { read } = createTokenReader(context);
  const stated = new Map<string, Readonly<Partial<ChainTokenValue>>>();
  for (const caip19 of new Set(tokens)) {
    const reading = await read(caip19);
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
