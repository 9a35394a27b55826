import { CsvError, type CsvErrorCode } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { Parsed, ParsedRow, SnapshotFile } from '../../ingest/feed.ts';
import { decodeText } from '../decode-text.ts';

/** Largest cell accepted, in UTF-16 code units. */
const maximumCell = 65_536;

/**
 * Reads a register published as one CSV file with a header line. Strict: every column must be there, every line must
 * have the header's number of cells, the bytes must be UTF-8. Survives what registers really do: a byte order mark,
 * LF or CRLF, columns in another order, trailing columns without a name, the header repeated inside the file,
 * blank lines. A column that is not known is an alarm, its cells are left out.
 */
export function readRegisterCsv(files: readonly SnapshotFile[], columns: readonly string[]): Parsed<ParsedRow> {
  const [file, ...more] = files;
  if (file === undefined) return { ok: false, reason: 'The snapshot holds no file.' };
  if (more.length > 0) return { ok: false, reason: `The register is one file; ${files.length} were given.` };
  const decoded = decodeText(file, 'CSV');
  if (!decoded.ok) return decoded;
  const read = readRecords(decoded.text, file.name);
  if (!read.ok) return read;
  const [header, ...records] = read.records;
  if (header === undefined) return { ok: false, reason: `${file.name} has no header line.` };
  const layout = readHeader(header.cells, columns, file.name);
  if (!layout.ok) return layout;
  return readRows(records, layout, file.name);
}

interface CsvRecord {
  /** Line on which the record ends, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface Refused {
  readonly ok: false;
  readonly reason: string;
}

function readRecords(
  text: string,
  name: string,
): Refused | { readonly ok: true; readonly records: readonly CsvRecord[] } {
  try {
    // Files glued together carry a byte order mark in front of every part.
    const parsed = parse(text.replace(/\n\ufeff+/g, '\n'), {
      info: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
    return {
      ok: true,
      records: parsed.map(({ record, info }) => ({ line: info.lines, cells: record.map(cleanCell) })),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? ` Line ${error['lines']}.` : '';
    return { ok: false, reason: `${name} ${csvProblems[error.code] ?? `is not valid CSV (${error.code}).`}${line}` };
  }
}

const csvProblems: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'ends inside a quoted cell: the file is cut off.',
  CSV_INVALID_CLOSING_QUOTE: 'has text after the closing quote of a cell.',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of an unquoted cell.',
};

const cleanCell = (cell: string): string => cell.trim();

interface Layout {
  readonly ok: true;
  readonly header: readonly string[];
  /** Known column names and the cell each is in. */
  readonly positions: readonly (readonly [string, number])[];
  readonly alarms: readonly string[];
}

function readHeader(header: readonly string[], columns: readonly string[], name: string): Refused | Layout {
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length === columns.length) {
    const start = header.join(',').slice(0, 80);
    return { ok: false, reason: `${name} does not start with the register's header line but with "${start}".` };
  }
  const unknown = header.filter((column) => column !== '' && !columns.includes(column));
  if (missing.length > 0) {
    const instead = unknown.length === 0 ? '' : ` It has ${list(unknown)} instead.`;
    return { ok: false, reason: `${name} lacks the ${plural('column', missing)} ${list(missing)}.${instead}` };
  }
  const twice = columns.filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  if (twice.length > 0)
    return { ok: false, reason: `${name} has the ${plural('column', twice)} ${list(twice)} twice.` };
  return {
    ok: true,
    header,
    positions: columns.map((column) => [column, header.indexOf(column)]),
    alarms:
      unknown.length === 0
        ? []
        : [`${name} has the unknown ${plural('column', unknown)} ${list(unknown)}; the cells are not read.`],
  };
}

function readRows(records: readonly CsvRecord[], layout: Layout, name: string): Parsed<ParsedRow> {
  const { header, positions } = layout;
  const alarms = [...layout.alarms];
  const rows: ParsedRow[] = [];
  for (const { line, cells } of records) {
    if (cells.every((cell) => cell === '')) continue;
    if (cells.length !== header.length) {
      const found = `${name} line ${line} has ${cells.length} ${plural('cell', cells)}; the header has ${header.length}.`;
      return { ok: false, reason: line === records.at(-1)?.line ? `${found} The file seems to be cut off.` : found };
    }
    const long = cells.findIndex((cell) => cell.length > maximumCell);
    if (long >= 0) {
      return { ok: false, reason: `${name} line ${line}: the cell ${header[long] ?? ''} is longer than 64 KiB.` };
    }
    if (cells.every((cell, index) => cell === header[index])) {
      alarms.push(`${name} line ${line} repeats the header.`);
      continue;
    }
    if (cells.some((cell, index) => cell !== '' && header[index] === '')) {
      alarms.push(`${name} line ${line} has text in a column without a name.`);
    }
    rows.push({ columns: Object.fromEntries(positions.map(([column, at]) => [column, cells[at] ?? ''])), file: name });
  }
  return { ok: true, rows, alarms };
}

const list = (names: readonly string[]): string => names.map((name) => name.slice(0, 60)).join(', ');
const plural = (noun: string, items: readonly unknown[]): string => (items.length === 1 ? noun : `${noun}s`);
