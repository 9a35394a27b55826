import { type Cassette, parseCassette, writeCassette } from '../../../pipeline/chain/cassette.ts';
import type { AssetToRead, ChainBlock, ReadingHeader } from '../../../pipeline/chain/cassette-header.ts';
import { decodeCassette } from '../../../pipeline/chain/decode-cassette.ts';
import { evmPlan, evmPlanVersion, evmProvingPlan } from '../../../pipeline/chain/evm/plan.ts';
import type { GivenBefore } from '../../../pipeline/chain/given-before.ts';
import type { AssetState } from '../../../pipeline/chain/statement.ts';
import { readBlock } from '../../../pipeline/publishers/chain/read-block.ts';
import { readLive } from '../../../pipeline/publishers/chain/read-live.ts';
import type { RpcProvider } from '../../../infra/rpc/provider.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';

export interface LiveState {
  readonly states: readonly AssetState[];
  readonly cassette: Cassette<ReadingHeader>;
}

const chain = 'eip155:1';

export const assetAt = (address: string): AssetToRead => ({
  assetId: `${chain}/erc20:${address}`,
  address,
  standard: 'erc20',
});

/** Reads assets from a node at its newest finalized block, or at the given one. */
export async function readAssets(
  provider: RpcProvider,
  addresses: readonly string[],
  at?: ChainBlock,
  given: GivenBefore = {},
): Promise<LiveState> {
  const block = at ?? (await newestBlock(provider));
  const assets = addresses.map(assetAt);
  const live = await readLive(evmPlan(chain, block, assets, given), provider);
  if (!('ok' in live)) throw new Error(live.message);
  if ('refused' in live.value) throw new Error(live.value.refused);
  const common = { cassette: 1, chain, plan: evmPlanVersion, block } as const;
  const header = {
    ...common,
    providers: [provider.label],
    quorum: 1,
    swept: assets.length,
    assets,
    ...headerOf(given),
  };
  return { states: live.value, cassette: { header, exchanges: live.exchanges } };
}

const headerOf = ({ creators }: GivenBefore): Pick<ReadingHeader, 'creators'> =>
  creators === undefined ? {} : { creators };

/** The same with the proofs that the node gives, as a cassette. */
export async function readWithProofs(
  provider: RpcProvider,
  addresses: readonly string[],
): Promise<Cassette<ReadingHeader>> {
  const block = await newestBlock(provider);
  const assets = addresses.map(assetAt);
  const live = await readLive(evmProvingPlan(chain, block, assets, true), provider);
  if (!('ok' in live)) throw new Error(live.message);
  const common = { cassette: 1, chain, plan: evmPlanVersion, block, proofs: true } as const;
  const header = { ...common, providers: [provider.label], quorum: 1, swept: assets.length, assets };
  return { header, exchanges: live.exchanges };
}

export async function newestBlock(provider: RpcProvider): Promise<ChainBlock> {
  const found = await readBlock(provider, 1, { kind: 'finalized' });
  if (!found.ok) throw new Error(found.message);
  return found.block;
}

/** The states of a cassette after it was written and parsed again, in canonical form. */
export function replayedStates(cassette: Cassette): string {
  const parsed = parseCassette(writeCassette(cassette));
  if (!parsed.ok) throw new Error(`line ${parsed.line}: ${parsed.refusal}`);
  const decoded = decodeCassette(parsed.cassette);
  if (!decoded.ok) throw new Error(decoded.reason);
  return canonicalJson(decoded.states);
}

/** Value of a fact; undefined when the state has none. */
export const factOf = (state: AssetState | undefined, field: string, subjectKey = ''): unknown =>
  state?.facts.find((fact) => fact.field === field && fact.subjectKey === subjectKey)?.value;

/** Holders by the subject key of each authority; null: given up. */
export const holdersIn = (state: AssetState | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (state?.facts ?? [])
      .filter(({ field }) => field === 'authority')
      .map(({ subjectKey, value }) => [subjectKey, value === null ? null : (value as { address: string }).address]),
  );
