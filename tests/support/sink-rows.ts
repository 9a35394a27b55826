/** Inserts records through their row mapping into migrated tables, and reads rows back in comparable form. */
import fc from 'fast-check';
import { encodeRows } from '../../pipeline/sink/encode.ts';
import type { RowMapping } from '../../pipeline/sink/tables.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import { recordsOf } from './avro-records.ts';
import type { MigratedTables } from './migrated-tables.ts';

/** Types of the columns that an INSERT can set, by name. */
export async function columnTypesOf(tables: MigratedTables, table: string): Promise<ReadonlyMap<string, string>> {
  const columns = await tables.rows(
    "SELECT name, type FROM system.columns WHERE concat(database, '.', table) = {table:String} AND default_kind != 'MATERIALIZED'",
    { table },
  );
  return new Map(columns.map(([name, type]) => [String(name), String(type)]));
}

/** Rows of a table after FINAL, by offset, with times in milliseconds and 64-bit integers as numbers. */
export async function storedRows(
  tables: MigratedTables,
  table: string,
  columns: readonly string[],
): Promise<readonly (readonly unknown[])[]> {
  const types = await columnTypesOf(tables, table);
  const select = columns.map((column) =>
    types.get(column)?.includes('DateTime64') === true
      ? `toUnixTimestamp64Milli(\`${column}\`) AS \`ms ${column}\``
      : `\`${column}\``,
  );
  const identifiers = Object.freeze({ select: select.join(', '), table });
  const found = await tables.rows(`SELECT ${identifiers.select} FROM ${identifiers.table} FINAL ORDER BY log_offset`);
  const whole = columns.map((column) => /Int64|DateTime64/.test(types.get(column) ?? ''));
  return found.map((row) => row.map((cell, index) => (cell !== null && whole[index] === true ? Number(cell) : cell)));
}

/** Inserts records as of partition 3, with offsets starting at `from`. */
export async function insertRecords<T extends TopicName>(
  tables: MigratedTables,
  mapping: RowMapping<T>,
  values: readonly ValueOf<T>[],
  from = 0,
): Promise<void> {
  const rows = values.flatMap((value, index) =>
    mapping.rowsOf(value, { partition: 3, offset: from + index, timestamp: 1_700_000_000_000 + from + index }),
  );
  if (rows.length > 0) await tables.insert(mapping.table, mapping.columns, encodeRows(rows));
}

export function emptyTable(tables: MigratedTables, table: string): Promise<void> {
  const identifiers = Object.freeze({ table });
  return tables.command(`TRUNCATE TABLE ${identifiers.table}`);
}

/** Random records, the same at each call, with distinct keys. */
export const samplesOf = <T extends TopicName>(topic: T, count: number): readonly ValueOf<T>[] =>
  fc.sample(recordsOf(topic), { numRuns: count, seed: 20_260_101 }).map(distinct);

/** Members that are part of a row's key. */
const identities = ['id', 'partyId', 'assetId', 'captureId', 'runId', 'entryId', 'rowId', 'rowKey', 'topic'] as const;

function distinct<V extends object>(value: V, index: number): V {
  const own = Object.fromEntries(identities.filter((name) => name in value).map((name) => [name, `${name}-${index}`]));
  return { ...value, ...own };
}
