import type { Cell } from './row-mapping.ts';

const initialBytes = 64 * 1024;
/** UTF-8 bytes that one UTF-16 unit can take. */
const bytesPerUnit = 3;
const lineFeed = 10;

/** Rows in the order in which they were added, encoded. */
export interface EncodedRows {
  readonly add: (row: readonly Cell[]) => void;
  /** Adds a row that is encoded already, with the end of its line. */
  readonly addEncoded: (line: Buffer) => void;
  readonly count: () => number;
  /** The bytes of rows `from` up to, not including, `to`: a view, valid until the next `add`. */
  readonly slice: (from: number, to: number) => Buffer<ArrayBuffer>;
}

/**
 * Encodes rows as JSONCompactEachRow, one array a line, UTF-8. Times are integer milliseconds, which ClickHouse reads as the
 * ticks of a DateTime64(3); positions are plain digits, exact because Avro longs are read as safe integers only. A row is
 * encoded when it is added, so that its cells are garbage at once: rows that wait for an insert outlive young collections.
 */
export function createEncodedRows(): EncodedRows {
  let buffer = Buffer.allocUnsafeSlow(initialBytes);
  let length = 0;
  /** End of each row. */
  const ends: number[] = [];
  return {
    add: (row) => {
      const line = JSON.stringify(row);
      const needed = length + line.length * bytesPerUnit + 1;
      if (needed > buffer.length) buffer = grown(buffer, length, needed);
      length += buffer.write(line, length, 'utf8');
      buffer[length] = lineFeed;
      length += 1;
      ends.push(length);
    },
    addEncoded: (line) => {
      const needed = length + line.length;
      if (needed > buffer.length) buffer = grown(buffer, length, needed);
      length += line.copy(buffer, length);
      ends.push(length);
    },
    count: () => ends.length,
    slice: (from, to) => buffer.subarray(from === 0 ? 0 : ends[from - 1], to === 0 ? 0 : ends[to - 1]),
  };
}

/** All rows at once, in memory of their own. */
export function encodeRows(rows: readonly (readonly Cell[])[]): Buffer<ArrayBuffer> {
  const encoded = createEncodedRows();
  for (const row of rows) encoded.add(row);
  return encoded.slice(0, rows.length);
}

function grown(buffer: Buffer, length: number, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2));
  buffer.copy(larger, 0, 0, length);
  return larger;
}
