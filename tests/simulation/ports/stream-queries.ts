import type { MemoryTables, Row } from './memory-tables.ts';

/** A query that the tables in memory can answer. */
export interface Query {
  /** Text that only this query contains, of those that are not before it in the list. */
  readonly contains: string;
  readonly answer: (tables: MemoryTables, parameters: Row) => readonly Row[];
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const isAmong = (values: unknown, value: unknown): boolean => list(values).includes(value);

/** Offsets of the parameters of that name, by partition. */
function offsetsIn(parameters: Row, name: string): ReadonlyMap<number, number> {
  const offsets = list(parameters[`${name}Offsets`]).map(Number);
  return new Map(list(parameters[`${name}Partitions`]).map((partition, at) => [Number(partition), offsets[at] ?? 0]));
}

/** Rows of a range of the log, in its order. */
function inRange(rows: readonly Row[], parameters: Row): readonly Row[] {
  const [from, end] = [offsetsIn(parameters, 'from'), offsetsIn(parameters, 'end')];
  return rows
    .filter((row) => {
      const [partition, offset] = [Number(row['log_partition']), Number(row['log_offset'])];
      return offset >= (from.get(partition) ?? 0) && offset < (end.get(partition) ?? 0);
    })
    .sort(
      (one, other) =>
        Number(one['log_partition']) - Number(other['log_partition']) ||
        Number(one['log_offset']) - Number(other['log_offset']),
    )
    .slice(0, Number(parameters['limit']));
}

/** The end of each partition. */
function lastOffsets(rows: readonly Row[]): readonly Row[] {
  const last = new Map<number, number>();
  for (const row of rows) {
    const partition = Number(row['log_partition']);
    last.set(partition, Math.max(last.get(partition) ?? 0, Number(row['log_offset'])));
  }
  return [...last].map(([log_partition, offset]) => ({ log_partition, log_offset: String(offset) }));
}

/** As `FINAL`: the newest revision of each change. */
function newestRevisions(rows: readonly Row[]): readonly Row[] {
  const newest = new Map<unknown, Row>();
  for (const row of rows) {
    const known = newest.get(row['id']);
    if (known === undefined || Number(row['revision']) >= Number(known['revision'])) newest.set(row['id'], row);
  }
  return [...newest.values()];
}

/** What streams and webhooks ask. */
export const streamQueries: readonly Query[] = [
  {
    contains: 'max(log_offset) AS offset FROM attestry.store_changes GROUP BY log_partition',
    answer: (tables) => lastOffsets(tables.rows('store_changes')),
  },
  {
    contains: 'max(detected_at)) AS newest FROM attestry.store_changes',
    answer: (tables) => [
      { newest: String(Math.max(0, ...tables.rows('store_changes').map((row) => Number(row['detected_at'])))) },
    ],
  },
  {
    contains: 'max(log_offset) AS offset FROM attestry.store_verdicts GROUP BY log_partition',
    answer: (tables) => lastOffsets(tables.rows('store_verdicts')),
  },
  {
    contains: 'c.group_id IN {groupIds:Array(String)}',
    answer: (tables, { assetIds, groupIds, times }) =>
      newestRevisions(
        tables
          .rows('store_feed_changes')
          .filter(
            (row) =>
              isAmong(assetIds, row['asset_id']) &&
              isAmong(groupIds, row['group_id']) &&
              isAmong(times, row['detected_at']),
          ),
      )
        .slice()
        .sort((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1)),
  },
  {
    contains: 'PREWHERE c.asset_id IN',
    answer: (tables, { assetIds, ids, times }) =>
      tables
        .rows('store_feed_changes')
        .filter(
          (row) => isAmong(assetIds, row['asset_id']) && isAmong(ids, row['id']) && isAmong(times, row['detected_at']),
        ),
  },
  {
    contains: 'FROM attestry.store_changes AS c FINAL\n\nWHERE c.log_offset',
    answer: (tables, parameters) =>
      inRange(
        newestRevisions(tables.rows('store_changes')).filter((row) => isAmong(parameters['assetIds'], row['asset_id'])),
        parameters,
      ),
  },
  {
    contains: 'WHERE c.log_offset',
    answer: (tables, parameters) => inRange(tables.rows('store_changes'), parameters),
  },
  // No change of the worlds is a match of a sanctions list.
  { contains: "category = 'sanctions'", answer: () => [] },
  { contains: "AND category = 'sanctions'", answer: () => [] },
  { contains: 'FROM attestry.store_verdicts_history', answer: () => [] },
  {
    contains: "WHERE state = 'enabled'",
    answer: (tables) =>
      tables.final('store_webhooks', ['tenant_id', 'endpoint_id']).filter((row) => row['state'] === 'enabled'),
  },
];
