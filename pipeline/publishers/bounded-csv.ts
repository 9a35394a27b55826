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

/** The text is beyond a limit; the message says which and where, as a predicate with its full stop. */
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
