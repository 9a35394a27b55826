/** The stored parts of a record besides topic, partition and offset, which are in its key. */
export interface StoredRecord {
  readonly timestamp: number;
  readonly key: Buffer;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, Buffer>>;
}

const plain = 0;
const withHeaders = 1;
const fixedBytes = 9;
const noHeaders: Readonly<Record<string, Buffer>> = Object.freeze({});

/**
 * Encodes records: layout byte (0 plain, 1 with headers), timestamp as a double, key, headers if any, then the value up to
 * the end. Lengths are base-128 varints; a header is name and bytes. All records share one allocation, because the lmdb
 * package looks up the address of every allocation once. Calls `take` for each record in order.
 */
export function encodeRecords<R extends StoredRecord, T>(
  records: readonly R[],
  take: (record: R, bytes: Buffer, index: number) => T,
): T[] {
  const sizes = records.map(sizeOf);
  const slab = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0));
  let start = 0;
  return records.map((record, index) => {
    const end = start + (sizes[index] ?? 0);
    const bytes = slab.subarray(start, end);
    writeRecord(bytes, record);
    start = end;
    return take(record, bytes, index);
  });
}

function writeRecord(bytes: Buffer, record: StoredRecord): void {
  const names = Object.keys(record.headers);
  bytes[0] = names.length === 0 ? plain : withHeaders;
  bytes.writeDoubleBE(record.timestamp, 1);
  let at = writeBytes(bytes, record.key, fixedBytes);
  if (names.length > 0) {
    at = writeVarint(bytes, names.length, at);
    for (const [name, value] of Object.entries(record.headers)) {
      at = writeBytes(bytes, value, writeBytes(bytes, Buffer.from(name), at));
    }
  }
  bytes.set(record.value, at);
}

/** Decodes a record of `encodeRecords`. Its parts are views of `bytes`. */
export function decodeRecord(bytes: Buffer): StoredRecord {
  const layout = bytes[0];
  if (layout !== plain && layout !== withHeaders)
    throw new Error(`unknown record layout ${layout ?? 'of an empty record'}`);
  const timestamp = bytes.readDoubleBE(1);
  const cursor = { at: fixedBytes };
  const key = readBytes(bytes, cursor);
  const headers = layout === plain ? noHeaders : readHeaders(bytes, cursor);
  return { timestamp, key, headers, value: bytes.subarray(cursor.at) };
}

/** Decodes only the timestamp, for retention. */
export const timestampOf = (bytes: Buffer): number => bytes.readDoubleBE(1);

function readHeaders(bytes: Buffer, cursor: { at: number }): Readonly<Record<string, Buffer>> {
  const entries: [string, Buffer][] = [];
  for (let left = readVarint(bytes, cursor); left > 0; left--) {
    const name = readBytes(bytes, cursor).toString();
    entries.push([name, readBytes(bytes, cursor)]);
  }
  return Object.fromEntries(entries);
}

function sizeOf(record: StoredRecord): number {
  const size = fixedBytes + framed(record.key.length) + record.value.length;
  const names = Object.keys(record.headers);
  if (names.length === 0) return size;
  const headers = Object.entries(record.headers);
  return headers.reduce(
    (sum, [name, value]) => sum + framed(Buffer.byteLength(name)) + framed(value.length),
    size + varintBytes(names.length),
  );
}

const framed = (length: number): number => varintBytes(length) + length;

function writeBytes(target: Buffer, source: Buffer, at: number): number {
  const start = writeVarint(target, source.length, at);
  target.set(source, start);
  return start + source.length;
}

function readBytes(bytes: Buffer, cursor: { at: number }): Buffer {
  const length = readVarint(bytes, cursor);
  const start = cursor.at;
  cursor.at += length;
  if (cursor.at > bytes.length) throw new Error('a stored record is cut short');
  return bytes.subarray(start, cursor.at);
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}

function writeVarint(target: Buffer, value: number, at: number): number {
  let rest = value;
  let next = at;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) target[next++] = (rest % 0x80) | 0x80;
  target[next++] = rest;
  return next;
}

function readVarint(bytes: Buffer, cursor: { at: number }): number {
  let value = 0;
  for (let factor = 1; ; factor *= 0x80) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) throw new Error('a stored record is cut short');
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
}
