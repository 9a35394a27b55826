import type { CsvError, CsvErrorCode } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { isItTheFile } from '../../schemas/file-limits.ts';

/** When reading ends early. */
export interface CsvLimits {
  readonly records: number;
  /** Length of a record, UTF-16 code units. */
  readonly record: number;
  readonly cellsInLine: number;
  /** Cells of all records. */
  readonly cells: number;
}

/** The text exceeds a limit; the message names the limit and the line, as a predicate with its full stop. */
export class CsvTooLarge extends Error {
  override readonly name = 'CsvTooLarge';
}

export interface CsvSink {
  /** Whether a record is neither counted nor taken. */
  readonly skips?: (cells: readonly string[]) => boolean;
  /** `line` is the one on which the record ends, from 1. An error that it throws ends the reading. */
  readonly take: (cells: readonly string[], line: number) => void;
}

/**
 * Reads RFC 4180, with LF as well as CRLF, strict about quotes; records may have any number of cells, and empty lines are
 * none. Holds no record. Throws CsvTooLarge, and CsvError for what is no CSV or has a record beyond its length.
 */
export function readBoundedCsv(text: string, limits: CsvLimits, { skips, take }: CsvSink): void {
  let records = 0;
  let allCells = 0;
  parse(text, {
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.record,
    on_record: (cells: string[], { lines }) => {
      if (cells.length > limits.cellsInLine) throw tooMany(`${limits.cellsInLine} cells in line ${lines}`);
      if (skips?.(cells) === true) return null;
      records += 1;
      allCells += cells.length;
      if (records > limits.records) throw tooMany(`${limits.records} records: one more ends on line ${lines}`);
      if (allCells > limits.cells) throw tooMany(`${limits.cells} cells by line ${lines}`);
      take(cells, lines);
      return null;
    },
  });
}

const tooMany = (what: string): CsvTooLarge => new CsvTooLarge(`has more than ${what}. ${isItTheFile}`);

const problems: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'ends inside a quoted cell: the file is cut off.',
  CSV_INVALID_CLOSING_QUOTE: 'has text after the closing quote of a cell.',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of an unquoted cell.',
};

/** Why a text is no CSV, as a predicate with its full stop. */
export function csvProblem({ code }: CsvError, { record }: Pick<CsvLimits, 'record'>): string {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    const size = record < 1024 ** 2 ? `${record / 1024} KiB` : `${record / 1024 ** 2} MiB`;
    return `has a record longer than ${size}: a cell is too long or a quote is not closed.`;
  }
  return problems[code] ?? `is not valid CSV (${code}).`;
}
