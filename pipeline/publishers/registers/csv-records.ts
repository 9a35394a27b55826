import { CsvError } from 'csv-parse';
import { type CsvLimits, csvProblem, CsvTooLarge, readBoundedCsv } from '../bounded-csv.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';

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

/**
 * Reads RFC 4180, with LF as well as CRLF. Strict about quotes. Skips records whose cells are all blank. Reads no further record
 * after a first one that is no header of the table.
 */
export function readCsvRecords(
  text: string,
  isHeader: (cells: readonly string[]) => boolean,
  limits: CsvLimits = fileLimits.register,
): CsvText {
  const records: CsvRecord[] = [];
  let blanks = 0;
  const skips = (cells: readonly string[]): boolean => {
    if (!cells.every(isBlank)) return false;
    blanks += cells.length === records[0]?.cells.length ? 0 : 1;
    if (blanks > irregularBlanks) throw new CsvTooLarge(`has more than ${irregularBlanks} lines of blank cells.`);
    return true;
  };
  const take = (cells: readonly string[], line: number): void => {
    if (records.at(-1)?.cells.length !== records[0]?.cells.length) throw new LastRecordRead();
    records.push({ cells, line });
    if (records.length === 1 && !isHeader(cells)) throw new LastRecordRead();
  };
  try {
    readBoundedCsv(text, limits, { skips, take });
    return { records, isCut: false, problem: null };
  } catch (error) {
    if (error instanceof LastRecordRead) return { records, isCut: true, problem: null };
    if (error instanceof CsvTooLarge) return { records, isCut: true, problem: error.message };
    if (!(error instanceof CsvError)) throw error;
    return { records, isCut: true, problem: problemOf(error, text, limits) };
  }
}

const { irregularBlanks } = fileLimits.register;

class LastRecordRead extends Error {}

export const isBlank = (cell: string): boolean => cell === '' || cell.trim() === '';

function problemOf(error: CsvError, text: string, limits: CsvLimits): string {
  const line =
    error.code === 'CSV_QUOTE_NOT_CLOSED' ? openingLine(text, Number(error['bytes'])) : Number(error['lines']);
  return `${csvProblem(error, limits)} Line ${line}.`;
}

/** The line of the first quote from `offset` on, in bytes: csv-parse itself gives the last line of an unclosed cell. */
function openingLine(text: string, offset: number): number {
  const bytes = Buffer.from(text);
  const before = bytes.subarray(0, bytes.indexOf('"', offset)).toString('latin1');
  return before.split('\n').length;
}
