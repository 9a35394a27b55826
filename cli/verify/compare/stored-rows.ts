import type { Cell } from '../../../pipeline/sink/tables.ts';
import type { TablesClient } from '../../engine/tables-client.ts';

interface ColumnType {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Types of the columns of all tables: name of a table without its database, then name of a column. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>;

export async function columnTypesIn(tables: TablesClient): Promise<ColumnTypes> {
  const types = new Map<string, Map<string, string>>();
  const columns = await tables.query<ColumnType>(
    "SELECT table, name, type FROM system.columns WHERE database = 'attestry'",
  );
  for (const { table, name, type } of columns)
    types.set(table, (types.get(table) ?? new Map<string, string>()).set(name, type));
  return types;
}

/** Offsets per query; keeps an answer well below the service's size limit. */
const pageOffsets = 10_000;

/**
 * The rows of a table with all replacements applied and cells in the sink's format, one page of offsets at a time. A
 * row that is replaced during the read comes again with its new offset.
 */
export async function* storedRows(
  tables: TablesClient,
  table: string,
  columns: readonly string[],
  types: ColumnTypes,
): AsyncGenerator<readonly Cell[]> {
  const ofTable = types.get(table.slice(table.indexOf('.') + 1));
  const typeOf = (column: string): string => ofTable?.get(column) ?? '';
  // Names come from the sink's own table of mappings, so they need no escaping.
  const selected = columns.map((column) =>
    typeOf(column).includes('DateTime64') ? `toUnixTimestamp64Milli(${column}) AS ${column}` : column,
  );
  const from = ['FROM', table, 'FINAL'].join(' ');
  const endOf = async (): Promise<number> => {
    const sql = ['SELECT toString(max(log_offset) + 1) AS end', from].join(' ');
    const [bounds] = await tables.query<{ readonly end: string }>(sql);
    return Number(bounds?.end ?? 0);
  };
  for (let low = 0, end = pageOffsets; low < end; low += pageOffsets) {
    const rows = await tables.query<Readonly<Record<string, Cell>>>(
      `${['SELECT', selected.join(', '), from].join(' ')} WHERE log_offset >= {low:UInt64} AND log_offset < {high:UInt64}`,
      { low: String(low), high: String(low + pageOffsets) },
    );
    for (const row of rows) yield columns.map((column) => asWritten(row[column] ?? null, typeOf(column)));
    if (low + pageOffsets >= end) end = await endOf();
  }
}

/** ClickHouse returns 64-bit integers as text; the sink writes them as numbers. */
function asWritten(cell: Cell, type: string): Cell {
  return typeof cell === 'string' && /^(Nullable\()?(U?Int64|DateTime64)/.test(type) ? Number(cell) : cell;
}
