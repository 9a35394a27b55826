import type { LoggedChange } from '../memory/changes/logged-change.ts';
import type { SnapshotItem, TenantSnapshot } from '../memory/tenants/tenant-snapshot.ts';
import { slicesOf } from './slices.ts';

/*
 * Which changes a tenant may see (conformance B-27, B-58, B-90). The rules are written twice, because the feed selects and
 * limits rows in the tables while streams get them from memory: once in TypeScript, once in SQL over
 * `store_feed_changes AS c` with parameters from the same snapshot. A property test holds both equal.
 */

/** The members of a change that decide. */
export type DecidingMembers = Pick<
  LoggedChange,
  'assetId' | 'detectedAt' | 'notableAt' | 'confirmed' | 'revisedAt' | 'lowSignal'
>;

export interface Visibility {
  readonly item: SnapshotItem;
  /** Detected, or became notable, after the seen marker and after the item was added. */
  readonly isNew: boolean;
}

/** The rule of the feed, without its window: the asset is listed now, and the change is not hidden. Null if not visible. */
export function visibility(change: DecidingMembers, { items, seenAt }: TenantSnapshot): Visibility | null {
  const item = items.get(change.assetId);
  if (item?.isListed !== true || isHidden(change, item)) return null;
  return { item, isNew: !change.lowSignal && relevantAt(change) > Math.max(seenAt, item.addedAt) };
}

/** The rule of the inbox: a notable change is notified from the addition of the item on, also after its removal. */
export const isNotified = (change: DecidingMembers, item: SnapshotItem): boolean =>
  change.notableAt !== null && relevantAt(change) >= item.addedAt && !isHidden(change, item);

/** When a change became relevant to readers: when it was detected, or notable if that was later; milliseconds. */
export const relevantAt = ({ detectedAt, notableAt }: Pick<LoggedChange, 'detectedAt' | 'notableAt'>): number =>
  Math.max(detectedAt, notableAt ?? detectedAt);

/**
 * Hidden for good: detected or confirmed within a hidden interval. A confirmed change that was never notable has no other
 * time of confirmation than that of its newest revision.
 */
function isHidden({ detectedAt, notableAt, confirmed, revisedAt }: DecidingMembers, { hidden }: SnapshotItem): boolean {
  const confirmedAt = notableAt ?? (confirmed ? revisedAt : null);
  return hidden.some(([from, to]) =>
    [detectedAt, confirmedAt].some((time) => time !== null && time >= from && (to === null || time < to)),
  );
}

/** Milliseconds, as `relevantAt`. */
const relevantAtSql = 'toUnixTimestamp64Milli(greatest(c.detected_at, ifNull(c.notable_at, c.detected_at)))';

const addedAtSql = 'transform(c.asset_id, {assetIds:Array(String)}, {addedAt:Array(Int64)}, toInt64(0))';

/** The change is of one of the snapshot's assets and is not hidden. */
export const visibleToSql = `c.asset_id IN {assetIds:Array(String)}
  AND NOT arrayExists(
    (asset, hidden_from, hidden_to) -> asset = c.asset_id
      AND ((toUnixTimestamp64Milli(c.detected_at) >= hidden_from AND toUnixTimestamp64Milli(c.detected_at) < hidden_to)
        OR ((c.confirmed OR c.notable_at IS NOT NULL)
          AND toUnixTimestamp64Milli(ifNull(c.notable_at, c.record_time)) >= hidden_from
          AND toUnixTimestamp64Milli(ifNull(c.notable_at, c.record_time)) < hidden_to)),
    {hiddenAssetIds:Array(String)}, {hiddenFrom:Array(Int64)}, {hiddenTo:Array(Int64)})`;

/** `isNew` of a visible change. */
export const isNewSql = 'NOT c.low_signal AND ' + relevantAtSql + ' > greatest({seenAt:Int64}, ' + addedAtSql + ')';

/** `isNotified` of a change; with `visibleToSql` over the parameters of all items. */
export const isNotifiedSql = 'c.notable_at IS NOT NULL AND ' + relevantAtSql + ' >= ' + addedAtSql;

/** A notice of verdicts decides like a change that was detected, confirmed and notable at once. */
export const verdictMembers = (verdict: { readonly assetId: string; readonly since: number }): DecidingMembers => ({
  assetId: verdict.assetId,
  detectedAt: verdict.since,
  notableAt: verdict.since,
  confirmed: true,
  revisedAt: verdict.since,
  lowSignal: false,
});

/** The same as rows, for the conditions above. No alias is the name of a column that the condition tests. */
export const noticesOfVerdictsSql = `SELECT asset_id, group_id, obligation_id, since AS detected_at, toNullable(since) AS notable_at,
    since AS record_time, true AS confirmed, false AS low_signal,
    severity_rank, assumeNotNull(notice_kind) AS verdict_notice_kind, assumeNotNull(notice) AS verdict_notice
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
