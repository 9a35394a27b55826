import type { AssetToRead, ChainBlock } from '../../../../chain/cassette-header.ts';
import type { Plan } from '../../../../chain/exchange.ts';
import type { GivenBefore } from '../../../../chain/given-before.ts';
import type { ReadPlan } from '../../../../chain/read-plans.ts';
import type { AssetState } from '../../../../chain/statement.ts';
import { type LiveReading, readLive } from '../../read-live.ts';
import type { ChainProvider } from './provider-set.ts';

export interface BlockToRead {
  /** CAIP-2 id. */
  readonly chain: string;
  readonly block: ChainBlock;
}

export interface Sweep extends BlockToRead {
  readonly plan: ReadPlan;
  /** Assets that one plan reads together. */
  readonly batch: number;
  /** What is known of a batch. */
  readonly givenOf: (assets: readonly AssetToRead[]) => GivenBefore;
}

export type ProviderReading<T> = Extract<LiveReading<T>, { readonly ok: true }>;

/** Runs a plan against one provider; null when it did not answer, or does not have the block. It is then marked so. */
export async function readFrom<T extends object>(
  provider: ChainProvider,
  { number }: ChainBlock,
  plan: Plan<T | { readonly refused: 'block_unknown' }>,
  signal: AbortSignal,
): Promise<ProviderReading<T> | null> {
  const live = await readLive(plan, provider, signal);
  if (!('ok' in live)) {
    provider.found('failing', live.message);
    return null;
  }
  const { value, exchanges } = live;
  if ('refused' in value) {
    provider.found('differs', `provider ${provider.label} no longer has block ${number} under its hash`);
    return null;
  }
  return { ok: true, value, exchanges };
}

/**
 * Reads many assets to find differences, a batch from one provider in turn; the next one is asked when it fails. Assets of a
 * batch that no provider read are not in the result.
 */
export async function sweepAssets(
  { chain, block, plan, batch: size, givenOf }: Sweep,
  assets: readonly AssetToRead[],
  providers: readonly ChainProvider[],
  first: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AssetState>> {
  const states = new Map<string, AssetState>();
  for (let at = 0, turn = first; at < assets.length && !signal.aborted; at += size, turn += 1) {
    const batch = assets.slice(at, at + size).map(plain);
    for (let nth = 0; nth < providers.length; nth += 1) {
      const provider = providers[(turn + nth) % providers.length];
      const reading =
        provider === undefined
          ? null
          : await readFrom(provider, block, plan(chain, block, batch, givenOf(batch)), signal);
      if (reading === null) continue;
      for (const state of reading.value) states.set(state.assetId, state);
      break;
    }
  }
  return states;
}

/** The members that a cassette has. */
export const plain = ({ assetId, address, standard }: AssetToRead): AssetToRead => ({ assetId, address, standard });
