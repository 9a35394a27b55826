import type { Cell } from '../../pipeline/sink/tables.ts';
import type { TablesClient } from '../tables-client.ts';

interface ColumnType {
  readonly name: string;
  readonly type: string;
}

/** The rows of a table with all replacements applied, cells as the sink writes them. */
export async function storedRows(
  tables: TablesClient,
  table: string,
  columns: readonly string[],
): Promise<readonly (readonly Cell[])[]> {
  const name = table.slice(table.indexOf('.') + 1);
  const types = new Map(
    (
      await tables.query<ColumnType>(
        "SELECT name, type FROM system.columns WHERE database = 'attestry' AND table = {table:String}",
        { table: name },
      )
    ).map((column) => [column.name, column.type]),
  );
  const typeOf = (column: string): string => types.get(column) ?? '';
  // Names come from the sink's own table of mappings, never from outside.
  const selected = columns.map((column) =>
    typeOf(column).includes('DateTime64') ? `toUnixTimestamp64Milli(${column}) AS ${column}` : column,
  );
  const rows = await tables.query<Readonly<Record<string, Cell>>>(
    `${['SELECT', selected.join(', '), 'FROM', table].join(' ')} FINAL`,
  );
  return rows.map((row) => columns.map((column) => asWritten(row[column] ?? null, typeOf(column))));
}

/** 64-bit integers arrive as text, exact; the sink writes them as numbers. */
function asWritten(cell: Cell, type: string): Cell {
  return typeof cell === 'string' && /^(Nullable\()?(U?Int64|DateTime64)/.test(type) ? Number(cell) : cell;
}
