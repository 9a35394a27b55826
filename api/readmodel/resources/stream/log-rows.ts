import { isBeforeOffset, isFromOffset, type LogOffsets, offsetParameters } from '../../memory/log-offsets.ts';
import type { LoggedChange } from '../../memory/changes/logged-change.ts';
import type { QueryParameters, TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { eachSlice, slicesOf } from '../../tables/slices.ts';

const columns = `
SELECT asset_id AS assetId, id, revision, toUnixTimestamp64Milli(c.detected_at) AS detectedAt,
  toUnixTimestamp64Milli(c.notable_at) AS notableAt, low_signal AS lowSignal, disposition, severity_rank AS severityRank,
  group_id AS groupId, log_partition AS partition, log_offset AS offset`;

const readLogged = (tables: TableReader, sql: string, parameters: QueryParameters): Promise<readonly LoggedChange[]> =>
  readRows<LoggedChange>(
    tables,
    { sql, decode: { detectedAt: Number, notableAt: Number, offset: Number } },
    parameters,
  );

const between =
  `
WHERE c.log_offset >= {least:UInt64}
  AND ` +
  isFromOffset('from') +
  `
  AND ` +
  isBeforeOffset('end');

const order = `
ORDER BY c.log_partition, c.log_offset
LIMIT {limit:UInt32}`;

/** All assets: without FINAL, so that the index of offsets finds the few new rows. */
const allSql = [columns, 'FROM attestry.store_changes AS c', between, order].join('\n');

const assetsSql = [
  columns,
  'FROM attestry.store_changes AS c FINAL',
  between,
  'AND c.asset_id IN {assetIds:Array(String)}',
  order,
].join('\n');

export interface LogRange {
  readonly from: LogOffsets;
  readonly ends: LogOffsets;
  readonly limit: number;
}

/** Changes in a range of the log, in its order: of some assets, or of all if `assetIds` is null. */
export async function readRange(
  tables: TableReader,
  { from, ends, limit }: LogRange,
  assetIds: readonly string[] | null,
): Promise<readonly LoggedChange[]> {
  const isEmpty = [...ends].every(([partition, end]) => (from.get(partition) ?? 0) >= end);
  if (isEmpty || assetIds?.length === 0) return [];

  const range = {
    ...offsetParameters('from', from),
    ...offsetParameters('end', ends),
    least: Math.min(...[...ends.keys()].map((partition) => from.get(partition) ?? 0)),
    limit,
  };
  if (assetIds === null) return readLogged(tables, allSql, range);
  const slices = slicesOf(assetIds, () => 1);
  const rows = await eachSlice(slices, (some) => readLogged(tables, assetsSql, { ...range, assetIds: some }));
  const changes = rows.flat();
  return slices.length > 1 ? changes.sort(inLogOrder).slice(0, limit) : changes;
}

const inLogOrder = (a: LoggedChange, b: LoggedChange): number => a.partition - b.partition || a.offset - b.offset;

/** Members of a group share the time of their detection, so the sorting key narrows the search. */
const membersSql =
  columns +
  `
FROM attestry.store_feed_changes AS c FINAL
WHERE c.asset_id IN {assetIds:Array(String)} AND c.group_id IN {groupIds:Array(String)}
  AND c.detected_at IN arrayMap(at -> fromUnixTimestamp64Milli(at), {times:Array(Int64)})
ORDER BY c.id`;

/** All members of the groups of some changes, by group, ids ascending. */
export async function readMembers(
  tables: TableReader,
  changes: readonly LoggedChange[],
): Promise<ReadonlyMap<string, readonly LoggedChange[]>> {
  const members = new Map<string, LoggedChange[]>();
  if (changes.length === 0) return members;
  const found = await readLogged(tables, membersSql, {
    assetIds: [...new Set(changes.map(({ assetId }) => assetId))],
    groupIds: [...new Set(changes.map(({ groupId }) => groupId))],
    times: [...new Set(changes.map(({ detectedAt }) => detectedAt))],
  });
  for (const member of found) {
    const known = members.get(member.groupId);
    if (known === undefined) members.set(member.groupId, [member]);
    else known.push(member);
  }
  return members;
}
