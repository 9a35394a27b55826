import type { KnownVaults } from '../../../../chain/cassette-header.ts';
import type { GivenBefore } from '../../../../chain/given-before.ts';
import { type ReadPlan, readPlanOf, sweepPlanOf } from '../../../../chain/read-plans.ts';
import type { AssetState } from '../../../../chain/statement.ts';
import { type Digest, digestOf, suppliesDiffer } from './asset-digest.ts';
import type { ChainFamily } from '../providers/chain-family.ts';
import type { Choice } from './choose-assets.ts';
import type { FollowedAsset } from './followed-assets.ts';
import { mergedVaults } from './known-vaults.ts';
import type { ChainProvider } from '../providers/provider-set.ts';
import { lastStatement, type Statement } from './asset-memory.ts';
import type { RoundState } from './round-state.ts';
import { type BlockToRead, sweepAssets } from '../providers/sweep.ts';

type WithId = Pick<FollowedAsset, 'assetId'>;

export interface SweepRequest extends BlockToRead {
  readonly family: ChainFamily;
  readonly state: RoundState;
  readonly choice: Pick<Choice, 'sweep' | 'confirm' | 'whole'>;
  readonly providers: readonly ChainProvider[];
  /** Counts rounds, so that providers take turns. */
  readonly turn: number;
}

export interface DifferingAssets {
  /** Those that the quorum reads next. */
  readonly assets: readonly FollowedAsset[];
  /** Ids of those that could not be read. */
  readonly unread: readonly string[];
  /** Digests of the sweep, by asset id. */
  readonly digests: ReadonlyMap<string, string>;
}

/** Reads assets from one provider in turn and returns those that a quorum must read. */
export async function findDiffering(request: SweepRequest, signal: AbortSignal): Promise<DifferingAssets> {
  const { chain, block, family, state, choice, providers, turn } = request;
  const { sweep, confirm, whole } = choice;
  const read = (plan: ReadPlan | undefined, assets: readonly FollowedAsset[]) => {
    if (plan === undefined) throw new Error(`there is no plan ${family.plan}`);
    const givenOf = (batch: readonly WithId[]): GivenBefore => ({
      vaults: vaultsOfAssets(state, batch),
      accounts: [...new Set(batch.flatMap(({ assetId }) => lastOf(state, assetId)?.accounts ?? []))],
    });
    return sweepAssets({ chain, block, plan, batch: family.sweepBatch, givenOf }, assets, providers, turn, signal);
  };
  const swept = await read(sweepPlanOf(family.plan), sweep);
  const digests = new Map([...swept.values()].filter(isRead).map((one) => [one.assetId, digestOf(one)]));
  const isOther = ({ assetId }: FollowedAsset): boolean =>
    confirm.has(assetId) || differs(lastOf(state, assetId), digests.get(assetId), family.plan, 'swept');
  const differing = new Set(sweep.filter((asset) => digests.has(asset.assetId) && isOther(asset)));
  const unsettled = sweep.filter(
    (asset) => whole.has(asset.assetId) && digests.has(asset.assetId) && !differing.has(asset),
  );
  const readings = await read(readPlanOf(family.plan), unsettled);
  const unread = sweep.filter(({ assetId }) => !digests.has(assetId));
  for (const asset of unsettled) {
    const now = readings.get(asset.assetId);
    if (now === undefined || !isRead(now)) unread.push(asset);
    else if (differs(lastOf(state, asset.assetId), digestOf(now), family.plan, 'facts')) differing.add(asset);
  }
  return {
    assets: sweep.filter((asset) => differing.has(asset)),
    unread: unread.map(({ assetId }) => assetId),
    digests: new Map([...digests].map(([assetId, { facts }]) => [assetId, facts])),
  };
}

const isRead = ({ reading }: AssetState): boolean => reading !== 'unreadable';

/** The last statement, or the one on its way. */
const lastOf = (state: RoundState, assetId: string): Statement | null => lastStatement(state.asset(assetId));

/** Whether a reading differs from what was stated last, in the digest of its depth or in its supply. */
function differs(last: Statement | null, now: Digest | undefined, plan: string, depth: 'facts' | 'swept'): boolean {
  if (last === null || now === undefined) return true;
  return last.plan !== plan || last[depth] !== now.facts || suppliesDiffer(last.supply, now.supply);
}

/** Ids of the assets whose creator no statement has. It never changes, so it is requested once. */
export const withoutCreator = (state: RoundState, assets: readonly WithId[]): readonly string[] =>
  assets.map(({ assetId }) => assetId).filter((assetId) => lastOf(state, assetId)?.hasCreator !== true);

export const vaultsOfAssets = (state: RoundState, assets: readonly WithId[]): KnownVaults =>
  mergedVaults(assets.map(({ assetId }) => lastOf(state, assetId)?.vaults ?? []));
