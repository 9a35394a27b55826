import { FileRefused } from './file-refused.ts';
import { readCsvLine, recordOfCells } from './record-csv.ts';
import {
  type FileSummary,
  type Layout,
  carrying,
  checkSize,
  passRecord,
  type RecordSink,
  type Splitter,
} from './splitter.ts';

const comma = 0x2c;
const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

interface Line {
  /** Offset after the line feed. */
  readonly end: number;
  readonly cells: number;
  /** Start and end of the cell with the identifier, quotes included. */
  readonly from: number;
  readonly to: number;
}

interface Header {
  readonly columns: ReadonlyMap<string, number>;
  readonly width: number;
  readonly idAt: number;
}

/** Splits a CSV file into records. Quoted cells may hold line feeds. Only requested lines are parsed. */
export function createCsvSplitter(
  file: Layout & { readonly csv: NonNullable<Layout['csv']> },
  sink: RecordSink,
): Splitter {
  const { csv, holds } = file;
  let header: Header | null = null;
  let records = 0;

  const scan = (bytes: Buffer): number => {
    for (let at = 0; ; ) {
      const line = findLine(bytes, at, header?.idAt ?? 0, records + 1);
      if (line === null) return at;
      checkSize(line.end - at, records);
      const whole = bytes.subarray(at, line.end);
      at = line.end;
      if (header === null) {
        if (!isBlank(whole)) header = readHeader(readCsvLine(whole, 0));
      } else if (line.cells > 1 || !isBlank(whole)) {
        record(header, whole, line, bytes);
      }
    }
  };
  const record = (layout: Header, whole: Buffer, line: Line, bytes: Buffer): void => {
    const id = unquoted(bytes, line);
    if (line.cells === layout.width && id === csv.required[0]) {
      sink.alarms.add('repeated headers', `The header is repeated after record ${records}.`);
      return;
    }
    records += 1;
    if (line.cells !== layout.width) {
      throw new FileRefused(
        `has ${line.cells} ${line.cells === 1 ? 'cell' : 'cells'} in record ${records}; its header has ${layout.width}. A file that is cut off ends so.`,
      );
    }
    passRecord(sink, file, { id, number: records, bytes: whole }, () =>
      recordOfCells(readCsvLine(whole, records), layout.columns, csv.names),
    );
  };
  const readHeader = (names: readonly string[]): Header => {
    const trimmed = names.map((name) => name.trim());
    const missing = csv.required.filter((name) => !trimmed.includes(name));
    if (missing.length === csv.required.length) {
      throw new FileRefused(
        `is no CSV of ${holds}: it begins with ${JSON.stringify(trimmed.slice(0, 3).join(',').slice(0, 80))}.`,
      );
    }
    if (missing.length > 0)
      throw new FileRefused(`lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}.`);
    const twice = trimmed.filter((name, at) => name !== '' && trimmed.indexOf(name) !== at);
    if (twice.length > 0) throw new FileRefused(`has the column ${(twice[0] ?? '').slice(0, 60)} twice.`);
    for (const name of trimmed.filter((one) => !csv.known.test(one))) {
      sink.alarms.add('unknown columns', `The column ${name.slice(0, 60)} is not known; it is not read.`);
    }
    const columns = new Map(trimmed.map((name, at) => [name, at]));
    return { columns, width: trimmed.length, idAt: columns.get(csv.required[0] ?? '') ?? 0 };
  };

  const carry = carrying(scan, () => records);
  return {
    write: carry.write,
    records: () => records,
    end: (): FileSummary => {
      const left = carry.rest();
      const rest = Buffer.concat([left, Buffer.from('\n')]);
      if (left.length > 0 && scan(rest) < rest.length) {
        throw new FileRefused(`ends inside a quoted cell after record ${records}: the file is cut off.`);
      }
      if (header === null) throw new FileRefused('holds nothing but whitespace.');
      return { records, announced: null, content: null, published: null };
    },
  };
}

/** The line that begins at `start`; null when the bytes end before the line does. */
function findLine(bytes: Buffer, start: number, wanted: number, number: number): Line | null {
  const length = bytes.length;
  let cells = 0;
  let cellStart = start;
  let from = start;
  let to = start;
  let at = start;
  while (at < length) {
    const byte = bytes[at];
    if (byte === quote) {
      if (at !== cellStart) throw new FileRefused(`has a quote in the middle of a cell in record ${number}.`);
      at = closingQuote(bytes, at + 1);
      if (at < 0) return null;
      at += 1;
      const next = bytes[at];
      if (next !== undefined && next !== comma && next !== lineFeed && next !== carriageReturn) {
        throw new FileRefused(`has text after the closing quote of a cell in record ${number}.`);
      }
      continue;
    }
    if (byte === comma || byte === lineFeed) {
      if (cells === wanted) {
        from = cellStart;
        to = at;
      }
      cells += 1;
      cellStart = at + 1;
      if (byte === lineFeed) return { end: at + 1, cells, from, to };
    }
    at += 1;
  }
  return null;
}

/** Offset of the closing quote of a cell; a doubled quote is text. -1 when the bytes end before it. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== quote) continue;
    if (at + 1 >= bytes.length) return -1;
    if (bytes[at + 1] !== quote) return at;
    at += 1;
  }
  return -1;
}

const unquoted = (bytes: Buffer, { from, to }: Line): string => {
  const text = bytes.toString('latin1', from, to).trim();
  return text.startsWith('"') ? text.slice(1, -1).trim() : text;
};

const isBlank = (bytes: Buffer): boolean => bytes.toString('latin1').trim() === '';
