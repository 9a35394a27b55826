import type { AssetToRead, KnownVaults } from '../../../../chain/cassette-header.ts';
import type { GivenBefore } from '../../../../chain/given-before.ts';
import type { Exchange } from '../../../../chain/exchange.ts';
import { provingPlanOf, readPlanOf } from '../../../../chain/read-plans.ts';
import type { AssetState } from '../../../../chain/statement.ts';
import type { ChainProvider } from './provider-set.ts';
import { type BlockToRead, plain, readFrom } from './sweep.ts';

export interface StatementRequest extends BlockToRead {
  /** Version of the read plan. */
  readonly version: string;
  /** Ids of assets that proofs are asked for, where the chain has any. */
  readonly prove: readonly string[];
  /** Ids of the assets whose creator is requested from every provider. */
  readonly creators: readonly string[];
}

/** What every provider is asked. */
export interface ProviderQuestion {
  readonly assets: readonly AssetToRead[];
  readonly vaults: KnownVaults;
}

export interface ByProvider {
  readonly provider: ChainProvider;
  readonly states: readonly AssetState[];
  readonly exchanges: readonly Exchange[];
  /** Account for which the state root contradicts the provider; null: none. */
  readonly lie: string | null;
}

/** Readings of the first `count` providers that answer; null when fewer do. */
export async function readFromSome(
  request: StatementRequest,
  asked: ProviderQuestion,
  providers: readonly ChainProvider[],
  count: number,
  signal: AbortSignal,
): Promise<readonly ByProvider[] | null> {
  const readings: ByProvider[] = [];
  for (const provider of providers) {
    if (readings.length === count || signal.aborted) break;
    const reading = await readOne(request, provider, asked, signal);
    if (reading !== null) readings.push(reading);
  }
  return readings.length < count ? null : readings;
}

/** Ids of those that proofs are asked for. */
export const provenOf = (
  { prove }: Pick<StatementRequest, 'prove'>,
  assets: readonly AssetToRead[],
): readonly string[] => assets.map(({ assetId }) => assetId).filter((assetId) => prove.includes(assetId));

/** The part of the header that lists those of these assets whose creator is requested. */
export function creatorsOf(
  { creators }: Pick<StatementRequest, 'creators'>,
  assets: readonly AssetToRead[],
): Pick<GivenBefore, 'creators'> {
  const ids = assets.map(({ assetId }) => assetId).filter((assetId) => creators.includes(assetId));
  return ids.length === 0 ? {} : { creators: ids };
}

async function readOne(
  request: StatementRequest,
  provider: ChainProvider,
  { assets, vaults }: ProviderQuestion,
  signal: AbortSignal,
): Promise<ByProvider | null> {
  const { chain, block, version } = request;
  const creators = creatorsOf(request, assets);
  const [own, ids, proving] = [assets.map(plain), provenOf(request, assets), provingPlanOf(version)];
  if (proving === undefined || ids.length === 0) {
    const plan = readPlanOf(version);
    if (plan === undefined) throw new Error(`there is no plan ${version}`);
    const reading = await readFrom(provider, block, plan(chain, block, own, { vaults, ...creators }), signal);
    return reading === null ? null : { provider, states: reading.value, exchanges: reading.exchanges, lie: null };
  }
  const reading = await readFrom(provider, block, proving(chain, block, own, ids, creators), signal);
  if (reading === null) return null;
  const { states, proofs } = reading.value;
  return { provider, states, exchanges: reading.exchanges, lie: proofs.contradicted };
}
