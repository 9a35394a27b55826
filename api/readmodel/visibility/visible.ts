import type { LoggedChange } from '../memory/changes/logged-change.ts';
import type { SnapshotItem, TenantSnapshot } from '../memory/tenants/tenant-snapshot.ts';
import { slicesOf } from '../tables/slices.ts';

/*
 * Which changes a tenant may see (conformance B-27, B-58, B-90). The rules are written twice, because the feed selects and
 * limits rows in the tables while streams get them from memory: once in TypeScript, once in SQL over
 * `store_feed_changes AS c` with parameters from the same snapshot. A property test holds both equal.
 */

/** The members of a change that decide. */
export type DecidingMembers = Pick<LoggedChange, 'assetId' | 'detectedAt' | 'notableAt' | 'lowSignal' | 'disposition'>;

export interface Visibility {
  readonly item: SnapshotItem;
  /** When it reached the tenant last, milliseconds: the time that the seen marker is compared with. */
  readonly reachedAt: number;
  /** It reached the tenant after the seen marker, and is neither of low signal nor the withdrawal of a draft. */
  readonly isNew: boolean;
}

/** The rule of the feed, without its window: the asset is listed now, and the change is not hidden. Null if not visible. */
export function visibility(change: DecidingMembers, { items, seenAt }: TenantSnapshot): Visibility | null {
  const item = items.get(change.assetId);
  const reachedAt = item?.isListed === true ? lastReachedAt(change, item) : null;
  if (item === undefined || reachedAt === null) return null;
  return { item, reachedAt, isNew: isNewsworthy(change) && reachedAt > seenAt };
}

const isNewsworthy = ({ lowSignal, disposition, notableAt }: DecidingMembers): boolean =>
  !lowSignal && (disposition !== 'superseded' || notableAt !== null);

/**
 * The rule of the inbox: a notable change is notified from the addition of the item on, also after its removal, unless it
 * became notable in hidden time.
 */
export const isNotified = (change: DecidingMembers, item: SnapshotItem): boolean =>
  change.notableAt !== null && relevantAt(change) >= item.addedAt && !isHiddenAt(change.notableAt, item);

/** When a change became relevant to readers: when it was detected, or notable if that was later; milliseconds. */
export const relevantAt = ({ detectedAt, notableAt }: Pick<LoggedChange, 'detectedAt' | 'notableAt'>): number =>
  Math.max(detectedAt, notableAt ?? detectedAt);

/**
 * When a change reached the tenant last, milliseconds: at its detection, or when it became notable; null if both fell into
 * hidden time. So a draft that was seen before a pause is confirmed silently during it, and one that was raised during a pause
 * reaches the tenant if it is confirmed after it. A change that was never notable has no time but its detection.
 */
function lastReachedAt({ detectedAt, notableAt }: DecidingMembers, item: SnapshotItem): number | null {
  const times = [detectedAt, notableAt ?? detectedAt].filter((time) => !isHiddenAt(time, item));
  return times.length === 0 ? null : Math.max(...times);
}

const isHiddenAt = (time: number, { hidden }: SnapshotItem): boolean =>
  hidden.some(([from, to]) => time >= from && (to === null || time < to));

/**
 * Whether an interval without an end hides it. Where the row of a command that ended the interval earlier is not inserted yet,
 * the change is not hidden.
 */
export const isInOpenInterval = ({ detectedAt, notableAt }: DecidingMembers, { hidden }: SnapshotItem): boolean =>
  hidden.some(([from, to]) => to === null && Math.max(detectedAt, notableAt ?? detectedAt) >= from);

const detectedSql = 'toUnixTimestamp64Milli(c.detected_at)';
const notableSql = 'toUnixTimestamp64Milli(ifNull(c.notable_at, c.detected_at))';

/** Milliseconds, as `relevantAt`. */
const relevantAtSql = `greatest(${detectedSql}, ${notableSql})`;

const addedAtSql = 'transform(c.asset_id, {assetIds:Array(String)}, {addedAt:Array(Int64)}, toInt64(0))';

/** `isHiddenAt` of a time in milliseconds. */
const isHiddenAtSql = (time: string): string =>
  `arrayExists((asset, hidden_from, hidden_to) -> asset = c.asset_id AND ${time} >= hidden_from AND ${time} < hidden_to,
    {hiddenAssetIds:Array(String)}, {hiddenFrom:Array(Int64)}, {hiddenTo:Array(Int64)})`;

/** Conditions and values over `store_feed_changes AS c`. */
export interface VisibilitySql {
  /** The change is of one of the snapshot's assets and is not hidden. */
  readonly isVisible: string;
  /** `lastReachedAt` of a visible change. */
  readonly lastReachedAt: string;
  /** `isNew` of a visible change. */
  readonly isNew: string;
  /** `isNotified` of a change; with `isVisible` over the parameters of all items. */
  readonly isNotified: string;
}

function sqlOf(hasHidden: boolean): VisibilitySql {
  const hiddenAtDetection = hasHidden ? isHiddenAtSql(detectedSql) : 'false';
  const hiddenWhenNotable = hasHidden ? isHiddenAtSql(notableSql) : 'false';
  const lastReachedAt = hasHidden
    ? `greatest(if(${hiddenAtDetection}, toInt64(0), ${detectedSql}),
    if(${hiddenWhenNotable}, toInt64(0), ${notableSql}))`
    : relevantAtSql;
  return {
    isVisible:
      'c.asset_id IN {assetIds:Array(String)}' +
      (hasHidden
        ? `
  AND NOT (${hiddenAtDetection}
    AND ${hiddenWhenNotable})`
        : ''),
    lastReachedAt,
    isNew: `NOT c.low_signal AND NOT (c.disposition = 'superseded' AND c.notable_at IS NULL)
    AND ${lastReachedAt} > {seenAt:Int64}`,
    isNotified: `c.notable_at IS NOT NULL AND ${relevantAtSql} >= ${addedAtSql}
    AND NOT ${hiddenWhenNotable}`,
  };
}

const withHidden = sqlOf(true);
const withoutHidden = sqlOf(false);

/**
 * The conditions for these parameters. Without an interval those on hidden time are left out: to prepare them takes the engine half
 * of the CPU time of a query.
 */
export const visibilitySql = ({ hiddenAssetIds }: Pick<VisibilityParameters, 'hiddenAssetIds'>): VisibilitySql =>
  hiddenAssetIds.length > 0 ? withHidden : withoutHidden;

/** A notice of verdicts decides like a change that was detected and notable at once. */
export const verdictMembers = (verdict: { readonly assetId: string; readonly since: number }): DecidingMembers => ({
  assetId: verdict.assetId,
  detectedAt: verdict.since,
  notableAt: verdict.since,
  lowSignal: false,
  disposition: 'shown',
});

/** The same as rows, for the conditions above. No alias is the name of a column that the condition tests. */
export const noticesOfVerdictsSql = `SELECT asset_id, group_id, obligation_id, since AS detected_at, toNullable(since) AS notable_at,
    severity_rank, assumeNotNull(notice_kind) AS verdict_notice_kind, assumeNotNull(notice) AS verdict_notice,
    statement AS verdict_statement
  FROM attestry.store_verdicts_history FINAL
  WHERE asset_id IN {assetIds:Array(String)} AND notice_kind IS NOT NULL`;

export interface VisibilityParameters {
  readonly assetIds: readonly string[];
  /** Of the asset at the same index, milliseconds. */
  readonly addedAt: readonly number[];
  readonly seenAt: number;
  /** One entry per hidden interval: asset, from and to (exclusive) in milliseconds. */
  readonly hiddenAssetIds: readonly string[];
  readonly hiddenFrom: readonly number[];
  readonly hiddenTo: readonly number[];
}

/** The end of an interval that is still open. */
const endless = Number.MAX_SAFE_INTEGER;

/**
 * The parameters of these conditions, for the items that `isWanted` selects. Each query takes one slice, so that any number
 * of items can be read over HTTP: every asset is in one slice only. Empty if there are no such items.
 */
export function visibilitySlices(
  { items, seenAt }: TenantSnapshot,
  isWanted: (item: SnapshotItem) => boolean,
): readonly VisibilityParameters[] {
  const wanted = [...items].filter(([, item]) => isWanted(item));
  const slices = slicesOf(wanted, weightOf);
  // In the order of the sorting key, each slice reads a range of the rows.
  const sorted = slices.length > 1 ? slicesOf(wanted.sort(byAsset), weightOf) : slices;
  return sorted.map((slice) => parametersOf(slice, seenAt));
}

export type WatchedItem = readonly [assetId: string, item: SnapshotItem];

/** Number of values that an item adds to each array, at most. */
export const weightOf = ([, { hidden }]: WatchedItem): number => Math.max(1, hidden.length);

const byAsset = ([a]: WatchedItem, [b]: WatchedItem): number => (a < b ? -1 : 1);

/** The parameters of these conditions for some items, which must fit into one query. */
export function parametersOf(wanted: readonly WatchedItem[], seenAt: number): VisibilityParameters {
  const hidden = wanted.flatMap(([assetId, item]) => item.hidden.map(([from, to]) => ({ assetId, from, to })));
  return {
    assetIds: wanted.map(([assetId]) => assetId),
    addedAt: wanted.map(([, { addedAt }]) => addedAt),
    seenAt,
    hiddenAssetIds: hidden.map(({ assetId }) => assetId),
    hiddenFrom: hidden.map(({ from }) => from),
    hiddenTo: hidden.map(({ to }) => to ?? endless),
  };
}
