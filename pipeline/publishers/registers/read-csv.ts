import type { ParseResult, ParsedRow, RegisterColumn, RegisterFeed, SnapshotFile } from '../../ingest/feed.ts';
import { decodeText } from '../decode-text.ts';
import { alarmList, shown } from '../alarm-list.ts';
import { lostCharacter } from '../../registers/damaged-text.ts';
import { cellCheck } from './check-cell.ts';
import { cellRepair } from './repair-cell.ts';
import { fileLimits, isItTheFile } from '../../../schemas/file-limits.ts';
import { type CsvText, isBlank, readCsvRecords } from './csv-records.ts';

/** A register that is published as one CSV file with a header line. */
export const csvRegister = (feed: Pick<RegisterFeed, 'manifest' | 'polarity' | 'columns'>): RegisterFeed => ({
  kind: 'register',
  ...feed,
  parse: (files) => readRegisterCsv(files, feed.columns),
});

/**
 * Reads a register published as one CSV file with a header line. Strict: every column must exist, every line must have
 * the header's number of cells, the bytes must be UTF-8. Accepts what registers publish in practice: a byte order mark,
 * LF or CRLF, columns in another order, trailing columns without a name, a repeated header inside the file, blank
 * lines. An unknown column raises an alarm, and its cells are skipped. A cell that does not fit its column raises an
 * alarm and stays as published; one in a wrong encoding is read in its own.
 */
function readRegisterCsv(files: readonly SnapshotFile[], columns: readonly RegisterColumn[]): ParseResult<ParsedRow> {
  const [file, ...more] = files;
  if (file === undefined) return { ok: false, reason: 'The snapshot holds no file.' };
  if (more.length > 0) return { ok: false, reason: `The register is one file; ${files.length} were given.` };
  const decoded = decodeText(file, 'CSV');
  if (!decoded.ok) return decoded;
  // Concatenated files carry a byte order mark before every part.
  const text = decoded.text.includes('\ufeff') ? decoded.text.replace(/\n\ufeff+/g, '\n') : decoded.text;
  const csv = readCsvRecords(text, (cells) => readHeader(cells, columns, file.name).ok);
  const [header] = csv.records;
  if (header === undefined) return refusedBy(csv, file.name) ?? no(`${file.name} has no header line.`);
  const layout = readHeader(header.cells, columns, file.name);
  return layout.ok ? readRows(csv, layout, { name: file.name, mayLose: text.includes(lostCharacter) }) : layout;
}

interface RefusedFile {
  readonly ok: false;
  readonly reason: string;
}

interface Layout {
  readonly ok: true;
  readonly header: readonly string[];
  /** Index of the cell, and its column. */
  readonly positions: readonly (readonly [number, RegisterColumn])[];
  /** Indexes of the cells under a blank header. */
  readonly nameless: readonly number[];
  readonly alarms: readonly string[];
}

function readHeader(cells: readonly string[], columns: readonly RegisterColumn[], name: string): RefusedFile | Layout {
  const header = cells.map((cell) => cell.trim());
  const names = columns.map((column) => column.name);
  const missing = names.filter((column) => !header.includes(column));
  if (missing.length === names.length) {
    const start = header.join(',').slice(0, 80);
    return { ok: false, reason: `${name} does not start with the register's header line but with "${start}".` };
  }
  const unknown = header.filter((column) => column !== '' && !names.includes(column));
  if (missing.length > 0) {
    const instead = unknown.length === 0 ? '' : ` It has ${list(unknown)} instead.`;
    return { ok: false, reason: `${name} lacks the ${plural('column', missing)} ${list(missing)}.${instead}` };
  }
  const twice = names.filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  if (twice.length > 0)
    return { ok: false, reason: `${name} has the ${plural('column', twice)} ${list(twice)} twice.` };
  return {
    ok: true,
    header,
    positions: columns.map((column) => [header.indexOf(column.name), column]),
    nameless: header.flatMap((column, index) => (column === '' ? [index] : [])),
    alarms:
      unknown.length === 0
        ? []
        : [`${name} has the unknown ${plural('column', unknown)} ${list(unknown)}; the cells are not read.`],
  };
}

function readRows(
  csv: CsvText,
  { header, positions, nameless, alarms: known }: Layout,
  { name, mayLose }: { readonly name: string; readonly mayLose: boolean },
): ParseResult<ParsedRow> {
  const alarms = alarmList();
  const read = positions.map(([at, column]) => ({
    at,
    name: column.name,
    repair: cellRepair(column),
    check: cellCheck(column, mayLose),
  }));
  const rows: ParsedRow[] = [];
  for (const { cells, line } of csv.records.slice(1)) {
    const place = `${name} line ${line}`;
    if (cells.length !== header.length) {
      const found = `${place} has ${cells.length} ${plural('cell', cells)}; the header has ${header.length}.`;
      return no(csv.isCut ? found : `${found} The file seems to be cut off.`);
    }
    const long = cells.findIndex(isTooLong);
    if (long >= 0) return no(`${place}: the cell ${header[long] ?? ''} is longer than 64 KiB.`);
    if (cells[0]?.trim() === header[0] && cells.every((cell, position) => cell.trim() === header[position])) {
      alarms.add('repeated headers', `${place} repeats the header.`);
      continue;
    }
    const columns: Record<string, string> = {};
    for (const column of read) {
      const published = (cells[column.at] ?? '').trim();
      const cell = column.repair?.(published) ?? published;
      columns[column.name] = cell;
      if (cell !== published) {
        alarms.add(
          'cells of another encoding',
          `${place}: ${shown(published)} in ${column.name} is ${shown(cell)} in another encoding.`,
        );
      }
      if (cell === '' || column.check === null) continue;
      for (const { kind, problem } of column.check(cell)) alarms.add(kind, `${place}: ${problem}`);
    }
    if (nameless.some((position) => !isBlank(cells[position] ?? ''))) {
      alarms.add('lines with text in a column without a name', `${place} has text in a column without a name.`);
    }
    rows.push({ columns, file: name });
    if (rows.length > limits.rows) return no(`${place} is one more than ${limits.rows} rows. ${isItTheFile}`);
  }
  return refusedBy(csv, name) ?? { ok: true, rows, alarms: [...known, ...alarms.all()] };
}

const refusedBy = ({ problem }: CsvText, name: string): RefusedFile | null =>
  problem === null ? null : no(`${name} ${problem}`);

const limits = fileLimits.register;
const no = (reason: string): RefusedFile => ({ ok: false, reason });
const isTooLong = (cell: string): boolean => cell.length > limits.cell;

const list = (names: readonly string[]): string => names.map((name) => name.slice(0, 60)).join(', ');
const plural = (noun: string, items: readonly unknown[]): string => (items.length === 1 ? noun : `${noun}s`);
