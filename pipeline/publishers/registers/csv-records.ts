import { CsvError, type CsvErrorCode } from 'csv-parse';
import { parse } from 'csv-parse/sync';

/** One record: its cells as written, surrounding whitespace included, and the line on which it ends, counted from 1. */
interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

export interface CsvText {
  /**
   * The records that are not blank, in order. The first one sets the number of cells. A record with another number, or a
   * first one that is no header, is the last one, because the file is refused.
   */
  readonly records: readonly CsvRecord[];
  /** Whether records were left out after the last one. */
  readonly isCut: boolean;
  /** Why reading ended early, as a sentence without its subject; null without a problem. */
  readonly problem: string | null;
}

/** Largest cell of a register, in UTF-16 code units. */
export const maximumCell = 65_536;

/** Far longer than any record of a register, in UTF-16 code units. */
const maximumRecord = 4_194_304;

/** More cells than any table has. */
const maximumCells = 1_000;

/** csv-parse builds an error for every record with another number of cells, about 70 µs each. */
const maximumIrregularBlanks = 10_000;

/** When reading ends early. The records read so far are in memory, and each takes csv-parse about 8 µs. */
export interface CsvLimits {
  /** Whether the cells of the first record are a header of the table; if not, no further record is read. */
  readonly isHeader: (cells: readonly string[]) => boolean;
  /** More records are a problem. */
  readonly mostRecords: number;
}

/** Reads RFC 4180, with LF as well as CRLF. Strict about quotes. Skips records whose cells are all blank. */
export function readCsvRecords(text: string, { isHeader, mostRecords }: CsvLimits): CsvText {
  const records: CsvRecord[] = [];
  let blanks = 0;
  const add = (cells: string[], line: number): void => {
    const expected = records[0]?.cells.length;
    if (cells.length > maximumCells)
      throw new NoTable(`has more than ${maximumCells} cells in one line. Line ${line}.`);
    if (cells.every(isBlank)) {
      blanks += cells.length === expected ? 0 : 1;
      if (blanks > maximumIrregularBlanks)
        throw new NoTable(`has more than ${maximumIrregularBlanks} lines of blank cells.`);
      return;
    }
    if (records.at(-1)?.cells.length !== expected) throw new LastRecordRead();
    if (records.length === mostRecords) throw new NoTable(`has more than ${mostRecords} lines. Line ${line}.`);
    records.push({ cells, line });
    if (records.length === 1 && !isHeader(cells)) throw new LastRecordRead();
  };
  try {
    parse(text, {
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maximumRecord,
      on_record: (cells: string[], { lines }) => {
        add(cells, lines);
        return null;
      },
    });
    return { records, isCut: false, problem: null };
  } catch (error) {
    if (error instanceof LastRecordRead) return { records, isCut: true, problem: null };
    if (error instanceof NoTable) return { records, isCut: true, problem: error.message };
    if (!(error instanceof CsvError)) throw error;
    return { records, isCut: true, problem: problemOf(error, text) };
  }
}

class LastRecordRead extends Error {}
/** The message is the problem. */
class NoTable extends Error {}

export const isBlank = (cell: string): boolean => cell === '' || cell.trim() === '';

const problems: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'ends inside a quoted cell: the file is cut off.',
  CSV_INVALID_CLOSING_QUOTE: 'has text after the closing quote of a cell.',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of an unquoted cell.',
  CSV_MAX_RECORD_SIZE: 'has a record longer than 4 MiB: a cell is too long or a quote is not closed.',
};

function problemOf(error: CsvError, text: string): string {
  const line =
    error.code === 'CSV_QUOTE_NOT_CLOSED' ? openingLine(text, Number(error['bytes'])) : Number(error['lines']);
  return `${problems[error.code] ?? `is not valid CSV (${error.code}).`} Line ${line}.`;
}

/** The line of the first quote from `offset` on, in bytes: csv-parse itself gives the last line of an unclosed cell. */
function openingLine(text: string, offset: number): number {
  const bytes = Buffer.from(text);
  const before = bytes.subarray(0, bytes.indexOf('"', offset)).toString('latin1');
  return before.split('\n').length;
}
