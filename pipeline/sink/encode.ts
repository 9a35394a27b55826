import type { Cell } from './row-mapping.ts';

const initialBytes = 64 * 1024;
/** UTF-8 bytes that one UTF-16 unit can take. */
const bytesPerUnit = 3;

/**
 * Rows as JSONCompactEachRow, one array a line, UTF-8. Times travel as integer milliseconds, which ClickHouse reads as
 * the ticks of a DateTime64(3); positions as plain digits, exact because Avro longs are read as safe integers only.
 * The bytes are in memory of their own, so they can be transferred to another thread.
 */
export function encodeRows(rows: readonly (readonly Cell[])[]): Buffer<ArrayBuffer> {
  let buffer = Buffer.allocUnsafeSlow(initialBytes);
  let length = 0;
  for (const row of rows) {
    const line = `${JSON.stringify(row)}\n`;
    const needed = length + line.length * bytesPerUnit;
    if (needed > buffer.length) buffer = grown(buffer, length, needed);
    length += buffer.write(line, length, 'utf8');
  }
  return buffer.subarray(0, length);
}

function grown(buffer: Buffer, length: number, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2));
  buffer.copy(larger, 0, 0, length);
  return larger;
}
