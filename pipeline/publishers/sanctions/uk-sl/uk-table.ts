/** The rows of a UK list's CSV file, by entry. */
import type { SnapshotFile } from '../../../ingest/feed.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import { readListCsv, type RefusedFile } from '../read-list-csv.ts';
import { namePartColumns, type UkLayout } from './uk-layout.ts';
import { readUkDate } from './uk-values.ts';

/** Cell of a column, unchanged; empty when the file lacks the column. */
export type UkRow = (column: string | undefined) => string;

export interface UkTable {
  readonly ok: true;
  readonly file: string;
  /** Date that the first line states, YYYY-MM-DD. */
  readonly publishedOn: string | null;
  /** Rows of each entry, in the order of the file. */
  readonly entries: ReadonlyMap<string, readonly UkRow[]>;
  /** Columns that hold wallet addresses, judging by their names. */
  readonly walletColumns: readonly string[];
}

export function readUkTable(
  files: readonly SnapshotFile[],
  layout: UkLayout,
  alarms: AlarmList,
): UkTable | RefusedFile {
  const [file, ...more] = files;
  if (file === undefined) return no('The snapshot holds no file.');
  if (more.length > 0) return no(`The list is one file; ${files.length} were given.`);
  const csv = readListCsv(file, layout.dateLine);
  if (!csv.ok) return csv;
  const name = file.name;
  const [first = [], ...rest] = csv.records;
  const dated = first[0]?.trim().startsWith(layout.dateLine) === true && !first.includes('Name 6');
  const publishedOn = dated ? dateOf(first, layout.dateLine) : null;
  if (publishedOn === null) {
    const without = `${name} does not begin with a line that states its date, "${layout.dateLine}" and a date`;
    if (!first.includes('Name 6') && !dated) return no(`${without}, but with ${shown(first.join(','))}.`);
    alarms.add('files without a date', `${without}.`);
  }
  const [header = [], ...records] = dated ? rest : csv.records;
  const columns = readHeader(header, layout, name, alarms);
  if (typeof columns === 'string') return no(columns);
  if (records.length === 0) return no(`${name} has a header line and no records.`);
  if (!csv.lastLineEnded && !layout.lastCellIsOftenEmpty) return no(`${name} ends within a line: it is cut off.`);
  const entries = new Map<string, UkRow[]>();
  for (const [index, cells] of records.entries()) {
    const at = `${name} record ${index + (dated ? 3 : 2)}`;
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (cells[0]?.startsWith(layout.dateLine) === true || cells.every((cell, column) => cell === header[column])) {
      return no(`${at} repeats the first lines: files were joined.`);
    }
    if (cells.length < header.length || cells.slice(header.length).some((cell) => cell !== '')) {
      const found = `${at} has ${cells.length} cells; the header has ${header.length}.`;
      return no(index === records.length - 1 ? `${found} The file seems to be cut off.` : found);
    }
    const row: UkRow = (column) => cells[columns.get(column ?? '') ?? cells.length] ?? '';
    const id = row(layout.columns.entryId).trim();
    if (!/^[A-Za-z0-9]{1,20}$/.test(id)) return no(`${at} has ${shown(id)} as its ${layout.columns.entryId}.`);
    const known = entries.get(id);
    if (known === undefined) entries.set(id, [row]);
    else known.push(row);
  }
  const walletColumns = header.map((column) => column.trim()).filter((column) => isWalletColumn(column));
  return { ok: true, file: name, publishedOn, entries, walletColumns };
}

const no = (reason: string): RefusedFile => ({ ok: false, reason });

/** `Report Date: 13-Feb-2026`, or `Last Updated` and `27/04/2020` in the next cell. */
function dateOf([first = '', second = '']: readonly string[], label: string): string | null {
  const date = readUkDate(
    first
      .trim()
      .slice(label.length)
      .replace(/^\s*:\s*/, '') || second.trim(),
  );
  return date?.length === 10 ? date : null;
}

/** Names of wallet columns differ between the files that have one. */
const isWalletColumn = (column: string): boolean => /\b(?:wallet|digital currency|crypto)/i.test(column);

/** Indexes of the columns, or why the header is not that of the list. */
function readHeader(
  header: readonly string[],
  { columns, optional, unread }: UkLayout,
  file: string,
  alarms: AlarmList,
): ReadonlyMap<string, number> | string {
  const named = header.map((column) => column.trim());
  const read = [...namePartColumns, ...Object.values(columns as unknown as Record<string, string>)];
  const missing = read.filter((column) => !named.includes(column) && !optional.includes(column));
  const unknown = named.filter((column) => column !== '' && !read.includes(column) && !unread.includes(column));
  if (missing.length > 0) {
    const instead = unknown.length === 0 ? '' : ` It has ${unknown.map(shown).slice(0, 10).join(', ')} instead.`;
    return `${file} lacks the columns ${missing.slice(0, 10).map(shown).join(', ')}.${instead}`;
  }
  const twice = read.find((column) => named.indexOf(column) !== named.lastIndexOf(column));
  if (twice !== undefined) return `${file} has the column ${shown(twice)} twice.`;
  for (const column of unknown) {
    const what = isWalletColumn(column) ? 'read as wallet addresses' : 'its cells are not read';
    alarms.add('unknown columns', `${file} has the unknown column ${shown(column)}; ${what}.`);
  }
  return new Map(named.map((column, position) => [column, position]));
}
