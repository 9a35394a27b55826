import type { AssetOutline } from './asset-outlines.ts';
import type { FollowedAsset } from './followed-assets.ts';
import { dayMs, hourMs } from '../../../../../schemas/values/durations.ts';

/** Age after which a statement is repeated, so that readers see that it still applies. */
const heartbeatMs = 7 * dayMs;
/** The supply of an asset with a declared report is compared day by day. */
const reportedMs = dayMs - hourMs;
/** Longest wait of a due statement for others that share its requests. */
const longestWaitMs = hourMs;
/** Assets that one round reads; more of them make the next round follow at once. */
const mostRead = 1_000;
/** Statements of one capture: some 20 MB of exchanges with two providers. */
export const mostStated = 500;

export interface Choice {
  /** Assets to read in order to find differences. */
  readonly sweep: readonly FollowedAsset[];
  /** Assets to state whether or not they differ. */
  readonly heartbeats: readonly FollowedAsset[];
  /** Of `sweep`, those to state although they are equal: another reading confirms what one provider stated alone. */
  readonly confirm: ReadonlySet<string>;
  /** Those of `sweep` that may differ in a fact that no sweep reads: one provider reads them in full. */
  readonly whole: ReadonlySet<string>;
  /** More assets wait than one round takes. */
  readonly isMore: boolean;
  /** Of the assets that were due, those beyond what one round takes. */
  readonly leftDue: number;
}

export interface ChoiceRequest {
  readonly assets: readonly FollowedAsset[];
  readonly outlineOf: (assetId: string) => AssetOutline;
  /** `new`: only assets that were never stated. */
  readonly kind: 'step' | 'new';
  readonly plan: string;
  /** Number of the block of the round. */
  readonly block: number;
  /** Milliseconds. */
  readonly now: number;
  /** How many of the assets that were read longest ago are due. */
  readonly due: number;
  /** Time since the last reading after which an asset is due in any case, milliseconds. */
  readonly longestUnread: number;
  /** Assets that share the requests of a reading. */
  readonly batch: number;
  /** Assets whose contracts or controllers have logged something. */
  readonly hinted: ReadonlySet<string>;
  /** Assets that could not be read several times: they wait for their turn. */
  readonly isFailing: (assetId: string) => boolean;
}

/**
 * What a round reads: assets that were never stated, those with a hint, an old plan or an open confirmation, and a slice.
 * It goes through all assets in every step, so it looks each up once, keeps no outline and sorts only those it may take.
 */
export function chooseAssets(request: ChoiceRequest): Choice {
  const { assets, kind, block, plan, due, hinted, isFailing, now } = request;
  const readAts = roomFor('readAts', assets.length);
  const beats: Heartbeat[] = [];
  const found = { fresh: [], open: [], again: [], logged: [], older: [], owed: [] } as Record<Reason, FollowedAsset[]>;
  for (const [index, asset] of assets.entries()) {
    const last = request.outlineOf(asset.assetId);
    const { readAt, statedAt, isPending, whole } = last;
    const isStated = statedAt !== null;
    if (!isStated && !isPending && !isFailing(asset.assetId)) found.fresh.push(asset);
    if (kind === 'new') continue;
    if (last.alone && !isPending && last.block < block) found.open.push(asset);
    if (readAt === 0 && (isStated || isPending)) found.again.push(asset);
    if (hinted.has(asset.assetId)) found.logged.push(asset);
    if (isStated && last.plan !== plan) found.older.push(asset);
    // It waits for its turn.
    if (whole || last.lacksLogs) found.owed.push(asset);
    // A time that the clock has not reached again since it was set back is not known, so it counts as long ago.
    readAts[index] = readAt > now ? 0 : readAt;
    const waited = isStated && !isPending ? now - statedAt - beatOf(asset) : -1;
    if (waited >= 0) beats.push({ asset, waited });
  }
  const { fresh, open, again, logged, older, owed } = found;
  const chosen = new Map([...fresh, ...open, ...again, ...logged, ...older].map((asset) => [asset.assetId, asset]));
  const first = chosen.size;
  if (kind === 'new') {
    return { ...cut([...chosen.values()]), heartbeats: [], confirm: new Set(), whole: new Set(), leftDue: due };
  }
  const { slice, late } = longestUnreadOf(request, readAts, chosen);
  for (const asset of [...slice, ...late]) chosen.set(asset.assetId, asset);
  const heartbeats = beatingOf(
    request,
    beats.filter(({ asset }) => !chosen.has(asset.assetId)),
  );
  const { sweep, isMore } = cut([...chosen.values()]);
  return {
    sweep,
    heartbeats: heartbeats.slice(0, mostStated),
    confirm: idsOf(open),
    whole: idsOf([...again, ...logged, ...owed]),
    isMore: isMore || heartbeats.length > mostStated,
    leftDue: slice.length - Math.min(slice.length, Math.max(0, mostRead - first)),
  };
}

/** Kept between rounds: those of each round, megabytes outside of the heap, would lie there until the heap is collected. */
const rooms = { readAts: new Float64Array(0), times: new Float64Array(0) };

/** Room for a figure of each asset, with those of the last round in it. */
function roomFor(name: keyof typeof rooms, count: number): Float64Array {
  if (rooms[name].length < count) rooms[name] = new Float64Array(count);
  return rooms[name].subarray(0, count);
}

type Reason = 'fresh' | 'open' | 'again' | 'logged' | 'older' | 'owed';
/** Assets that are read in any case, by id. */
type ChosenAssets = ReadonlyMap<string, FollowedAsset>;

const idsOf = (assets: readonly FollowedAsset[]): ReadonlySet<string> => new Set(assets.map(({ assetId }) => assetId));

/** A statement to repeat, and the time since that was due, milliseconds. */
interface Heartbeat {
  readonly asset: FollowedAsset;
  readonly waited: number;
}

const beatOf = ({ isReported }: FollowedAsset): number => (isReported ? reportedMs : heartbeatMs);

/** The slice that is due, read longest ago, and those that a stop of the process, or of all providers, has delayed. */
function longestUnreadOf(
  { assets, now, due, longestUnread }: ChoiceRequest,
  readAts: Float64Array,
  chosen: ChosenAssets,
): { readonly slice: readonly FollowedAsset[]; readonly late: readonly FollowedAsset[] } {
  const isLate = (readAt: number): boolean => readAt > 0 && now - readAt >= longestUnread;
  // The time up to which the slice goes.
  const upTo =
    due > 0
      ? (timesOf(assets, readAts, chosen)
          .sort()
          .at(due - 1) ?? Number.POSITIVE_INFINITY)
      : -1;
  const oldest: { readonly asset: FollowedAsset; readonly readAt: number }[] = [];
  for (const [index, asset] of assets.entries()) {
    const readAt = readAts[index] ?? 0;
    const isWanted = readAt <= upTo || isLate(readAt);
    if (isWanted && !chosen.has(asset.assetId)) oldest.push({ asset, readAt });
  }
  oldest.sort((a, b) => a.readAt - b.readAt);
  const late = oldest.slice(due).filter(({ readAt }) => isLate(readAt));
  return { slice: oldest.slice(0, due).map(({ asset }) => asset), late: late.map(({ asset }) => asset) };
}

/** When those that are not chosen were read. */
function timesOf(assets: readonly FollowedAsset[], readAts: Float64Array, chosen: ChosenAssets): Float64Array {
  const times = roomFor('times', assets.length);
  let others = 0;
  for (const [index, { assetId }] of assets.entries()) {
    if (!chosen.has(assetId)) times[others++] = readAts[index] ?? 0;
  }
  return times.subarray(0, others);
}

/** Statements to repeat, the oldest first: whole batches of them, or what there is when one has waited for an hour. */
function beatingOf({ batch }: ChoiceRequest, due: readonly Heartbeat[]): readonly FollowedAsset[] {
  const count = wholeBatches(
    due.length,
    batch,
    due.some(({ waited }) => waited >= longestWaitMs),
  );
  return [...due]
    .sort((a, b) => b.waited - a.waited)
    .slice(0, count)
    .map(({ asset }) => asset);
}

/** How many of those that are due share full batches; fewer than one are taken when they may wait no longer. */
export const wholeBatches = (due: number, batch: number, mayWaitNoLonger: boolean): number =>
  due >= batch ? due - (due % batch) : mayWaitNoLonger ? due : 0;

const cut = (all: readonly FollowedAsset[]): Pick<Choice, 'sweep' | 'isMore'> => ({
  sweep: all.slice(0, mostRead),
  isMore: all.length > mostRead,
});
