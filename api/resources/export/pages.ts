import {
  isBeforeOffset,
  isFromOffset,
  type LogOffsets,
  maxOffsets,
  offsetParameters,
  readBounds,
} from '../../memory/log-offsets.ts';
import type { TableReader } from '../../tables/reader.ts';
import type { TenantSnapshot } from '../../memory/tenant-snapshot.ts';
import {
  type PickedChange,
  pickedOf,
  type PickFilter,
  pickParameters,
  type PickedRow,
  pickSql,
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
  const addedUpTo = under?.addedUpTo ?? Math.max(0, ...items.map(([, { addSeq }]) => addSeq));
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

const pageSql =
  pickSql +
  `
  AND (NOT {paged:Bool} OR c.detected_at >= fromUnixTimestamp64Milli({afterTime:Int64}))
  AND (NOT {paged:Bool} OR (c.detected_at, c.id) > (fromUnixTimestamp64Milli({afterTime:Int64}), {afterId:String}))
  AND ({fresh:Bool} OR ` +
  isFromOffset('from') +
  `)
  AND ` +
  isBeforeOffset('end') +
  `
ORDER BY c.detected_at, c.id
LIMIT {limit:UInt32}`;

/** The changes of an export, page by page and asset by asset, as in the sorting key, so that each page reads few rows. */
export async function* pagesOf(
  { tables, snapshot }: ExportSource,
  plan: ExportPlan,
): AsyncGenerator<readonly PickedChange[], void> {
  const { filter, begin, ends, assets } = plan;

  for (const { assetId, itemId, isFresh } of assets) {
    let after = begin.under?.assetId === assetId ? begin.under : null;
    for (;;) {
      const present = await snapshot();
      const parameters = pickParameters(present, { ...filter, items: [itemId] });
      if (parameters === null) break;
      const rows = await tables.query<PickedRow>(pageSql, {
        ...parameters,
        ...offsetParameters('from', begin.exportedUpTo),
        ...offsetParameters('end', ends),
        fresh: isFresh,
        paged: after !== null,
        afterTime: after?.detectedAt ?? 0,
        afterId: after?.id ?? '',
        limit: pageSize,
      });
      const page = rows.flatMap((row) => pickedOf(row, present));
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) break;
      after = { ...last, ends, sure: plan.sure, addedUpTo: plan.addedUpTo };
    }
  }
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
