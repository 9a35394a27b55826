/** Register files made from the real ones: rows taken away, added and edited. */
import type { SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { columns } from '../../../pipeline/publishers/registers/esma-emtwp/manifest.ts';
import { parse } from '../../../pipeline/publishers/registers/esma-emtwp/parse.ts';
import { emtwp, fileOf } from './harness.ts';

export type Cells = Readonly<Record<string, string>>;

export function rowsOf(date: string): readonly Cells[] {
  const parsed = parse([emtwp(date)]);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.rows.map((row) => row.columns);
}

/** An EMTWP.csv with these rows. */
export function csvOf(rows: readonly Cells[]): SnapshotFile {
  const names = columns.map(({ name }) => name);
  const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [names, ...rows.map((row) => names.map((name) => quote(row[name] ?? '')))];
  return fileOf('EMTWP.csv', `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`);
}

/** The row of an issuer, by a part of its name and of its comment. */
export function find(rows: readonly Cells[], name: string, comment = ''): Cells {
  const found = rows.find((row) => row['ae_lei_name']?.includes(name) && row['wp_comments']?.includes(comment));
  if (found === undefined) throw new Error(`no row of ${name}`);
  return found;
}

export const without = (rows: readonly Cells[], ...gone: readonly Cells[]): readonly Cells[] =>
  rows.filter((row) => !gone.includes(row));

/** The rows with one of them edited. */
export const edit = (rows: readonly Cells[], row: Cells, cells: Cells): readonly Cells[] =>
  rows.map((other) => (other === row ? { ...row, ...cells } : other));
