/** Register files derived from the real ones: rows removed, added and edited. */
import type { RegisterFeed, SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { emtwp, feedOf, fileOf } from './harness.ts';

export type Cells = Readonly<Record<string, string>>;

export function registerOf(id: string): RegisterFeed {
  const feed = feedOf(id);
  if (feed.kind !== 'register') throw new Error(`${id} is no register`);
  return feed;
}

/** Rows of a file of a register. */
export function rowsIn(id: string, file: SnapshotFile): readonly Cells[] {
  const parsed = registerOf(id).parse([file]);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.rows.map((row) => row.columns);
}

export const rowsOf = (date: string): readonly Cells[] => rowsIn('esma-emtwp', emtwp(date));

/** A file of a register with these rows. */
export function csvOf(rows: readonly Cells[], id = 'esma-emtwp'): SnapshotFile {
  const feed = registerOf(id);
  const names = feed.columns.map(({ name }) => name);
  const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [names, ...rows.map((row) => names.map((name) => quote(row[name] ?? '')))];
  const { name = '' } = feed.manifest.files[0] ?? {};
  return fileOf(name, `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`);
}

/** The row of an issuer, found by a part of its name and of its comment. */
export function find(rows: readonly Cells[], name: string, comment = ''): Cells {
  const found = rows.find(
    (row) => row['ae_lei_name']?.includes(name) && (comment === '' || row['wp_comments']?.includes(comment)),
  );
  if (found === undefined) throw new Error(`no row of ${name}`);
  return found;
}

export const without = (rows: readonly Cells[], ...gone: readonly Cells[]): readonly Cells[] =>
  rows.filter((row) => !gone.includes(row));

/** The rows with one of them edited. */
export const edit = (rows: readonly Cells[], row: Cells, cells: Cells): readonly Cells[] =>
  rows.map((other) => (other === row ? { ...row, ...cells } : other));
