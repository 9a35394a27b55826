import {
  isBeforeOffset,
  isFromOffset,
  type LogOffsets,
  maxOffsets,
  offsetParameters,
  readBounds,
} from '../../memory/log-offsets.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import { mostInSlice, slicesOf } from '../../tables/slices.ts';
import { parametersOf, type WatchedItem, weightOf } from '../../visibility/visible.ts';
import type { FeedTime } from '../changes/filter.ts';
import {
  decodePicked,
  filterParameters,
  type PickedChange,
  pickedOf,
  type PickFilter,
  type PickedRow,
  type PickParameters,
  pickSqlWith,
} from '../changes/picked.ts';
import type { ExportCursor, ExportPlace } from './cursor.ts';

/** What an export reads from. The snapshot is read again for every page, because the tenant may pause an item meanwhile. */
export interface ExportSource {
  readonly tables: TableReader;
  readonly snapshot: () => Promise<TenantSnapshot>;
}

/** What one export reads, and the cursors that it returns. */
export interface ExportPlan {
  readonly filter: PickFilter;
  readonly begin: ExportCursor;
  readonly ends: ExportPlace['ends'];
  /** Start of the next export. */
  readonly sure: ExportPlace['sure'];
  readonly addedUpTo: number;
  /** Listed assets, ascending, without those before the cursor. */
  readonly assets: readonly WatchedAsset[];
}

interface WatchedAsset {
  readonly assetId: string;
  readonly itemId: string;
  /** Added after the previous export, so exported from the beginning. */
  readonly isFresh: boolean;
}

/**
 * Reads the ends of the changes first, then the watch items. An asset that is added in between is exported now, and again
 * by the next export, because its addition counts as later.
 */
export async function planExport(
  { tables, snapshot }: ExportSource,
  filter: PickFilter,
  begin: ExportCursor,
): Promise<ExportPlan> {
  const { under } = begin;
  const { ends, sure } = under ?? (await boundsBehind(begin.exportedUpTo, tables));
  const items = [...(await snapshot()).items].sort(([a], [b]) => (a < b ? -1 : 1));
  const addedUpTo = under?.addedUpTo ?? items.reduce((last, [, { addSeq }]) => Math.max(last, addSeq), 0);
  const assets = items
    .filter(([assetId, { isListed }]) => isListed && (under === null || assetId >= under.assetId))
    .filter(([, { itemId }]) => filter.items.length === 0 || filter.items.includes(itemId))
    .map(([assetId, { itemId, addSeq }]) => ({ assetId, itemId, isFresh: addSeq > begin.addedUpTo }));
  return { filter, begin, ends, sure, addedUpTo, assets };
}

/** During re-insertion the export may be incomplete; the next one repeats that range. */
async function boundsBehind(
  exportedUpTo: LogOffsets,
  tables: TableReader,
): Promise<Pick<ExportPlace, 'ends' | 'sure'>> {
  const { ends, reached } = await readBounds(tables);
  return { ends: maxOffsets(exportedUpTo, reached), sure: maxOffsets(exportedUpTo, ends) };
}

/** Changes per page. Only one page is in memory at a time. */
const pageSize = 500;

const pageSql = (by: FeedTime, parameters: PickParameters): string =>
  pickSqlWith(by, parameters) +
  `
  AND (NOT {paged:Bool} OR c.asset_id > {afterAsset:String}
    OR c.detected_at >= fromUnixTimestamp64Milli({afterTime:Int64}))
  AND (NOT {paged:Bool} OR (c.asset_id, c.detected_at, c.id) >
    ({afterAsset:String}, fromUnixTimestamp64Milli({afterTime:Int64}), {afterId:String}))
  AND (c.asset_id IN {freshAssetIds:Array(String)} OR ` +
  isFromOffset('from') +
  `)
  AND ` +
  isBeforeOffset('end') +
  `
ORDER BY c.asset_id, c.detected_at, c.id
LIMIT {limit:UInt32}`;

/**
 * The changes of an export, page by page, in the order of assets and time as in the sorting key, so that each page reads few
 * rows. A page is of as many assets as one query takes.
 */
export async function* pagesOf(
  { tables, snapshot }: ExportSource,
  plan: ExportPlan,
): AsyncGenerator<readonly PickedChange[], void> {
  const { begin, ends, assets } = plan;
  const filter = filterParameters(plan.filter);
  let after = begin.under;
  let at = 0;
  while (at < assets.length) {
    const present = await snapshot();
    const [some = []] = slicesOf(assets.slice(at, at + mostInSlice), weightIn(present));
    const wanted = some.flatMap((asset) => listedItem(asset, present));
    const parameters = { ...filter, ...parametersOf(wanted, present.seenAt) };
    const rows =
      wanted.length === 0
        ? []
        : await readRows<PickedRow>(
            tables,
            { sql: pageSql(plan.filter.by, parameters), decode: decodePicked },
            {
              ...parameters,
              ...offsetParameters('from', begin.exportedUpTo),
              ...offsetParameters('end', ends),
              freshAssetIds: some.flatMap(({ assetId, isFresh }) => (isFresh ? [assetId] : [])),
              paged: after !== null,
              afterAsset: after?.assetId ?? '',
              afterTime: after?.detectedAt ?? 0,
              afterId: after?.id ?? '',
              limit: pageSize,
            },
          );
    const page = rows.flatMap((row) => pickedOf(row, present));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    const isFull = last !== undefined && page.length >= pageSize;
    after = isFull ? { ...last, ends, sure: plan.sure, addedUpTo: plan.addedUpTo } : null;
    at += isFull ? some.findIndex(({ assetId }) => assetId === last.assetId) : some.length;
  }
}

const weightIn =
  ({ items }: TenantSnapshot) =>
  ({ assetId }: WatchedAsset): number => {
    const item = items.get(assetId);
    return item === undefined ? 1 : weightOf([assetId, item]);
  };

/** The item of an asset, unless it was removed since the export was planned. */
function listedItem({ assetId, itemId }: WatchedAsset, { items }: TenantSnapshot): readonly WatchedItem[] {
  const item = items.get(assetId);
  return item?.isListed === true && item.itemId === itemId ? [[assetId, item]] : [];
}

/** The cursor behind an exported change. */
export const cursorAfter = ({ begin, ends, sure, addedUpTo }: ExportPlan, change: PickedChange): ExportCursor => ({
  ...begin,
  under: { ends, sure, addedUpTo, assetId: change.assetId, detectedAt: change.detectedAt, id: change.id },
});

/** The cursor behind the whole export. */
export const cursorAtEnd = ({ begin, sure, addedUpTo }: ExportPlan): ExportCursor => ({
  ...begin,
  exportedUpTo: sure,
  addedUpTo,
  under: null,
});
