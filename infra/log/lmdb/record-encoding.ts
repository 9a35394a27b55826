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
/** UTF-8 bytes that one UTF-16 unit can take. */
const bytesPerUnit = 3;
const lastAscii = 0x7f;
const noHeaders: Readonly<Record<string, Buffer>> = Object.freeze({});

/** A record to encode. */
export interface EncodableRecord {
  readonly timestamp: number;
  /** Text is encoded as UTF-8. */
  readonly key: string | Buffer;
  readonly value: Buffer;
  readonly headers?: Readonly<Record<string, Buffer>>;
}

/**
 * Encodes records: layout byte (0 plain, 1 with headers), timestamp as a double, key, headers if any, then the value up to
 * the end. Lengths are base-128 varints; a header is name and bytes. All records share `slab`, because the lmdb package resolves
 * the address of every allocation once. Calls `take` for each record in order.
 * @param slab has at least `largestSize(records)` bytes
 */
export function encodeRecords<R extends EncodableRecord, T>(
  records: readonly R[],
  slab: Buffer,
  take: (record: R, bytes: Buffer, index: number) => T,
): T[] {
  let end = 0;
  return records.map((record, index) => {
    const start = end;
    end = writeRecord(slab, record, start);
    return take(record, slab.subarray(start, end), index);
  });
}

/** Returns the end. */
function writeRecord(target: Buffer, record: EncodableRecord, start: number): number {
  const names = Object.keys(record.headers ?? noHeaders);
  target[start] = names.length === 0 ? plain : withHeaders;
  target.writeDoubleBE(record.timestamp, start + 1);
  const { key, value } = record;
  let at =
    typeof key === 'string' ? writeText(target, key, start + fixedBytes) : writeBytes(target, key, start + fixedBytes);
  if (names.length > 0) {
    at = writeVarint(target, names.length, at);
    for (const [name, header] of Object.entries(record.headers ?? noHeaders)) {
      at = writeBytes(target, header, writeBytes(target, Buffer.from(name), at));
    }
  }
  target.set(value, at);
  return at + value.length;
}

/** Where the key of an encoded record is. */
export function keyBounds(bytes: Buffer): { readonly start: number; readonly end: number } {
  const cursor = { at: fixedBytes };
  const length = readVarint(bytes, cursor);
  return { start: cursor.at, end: cursor.at + length };
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

/** Upper bound of the encoded size, bytes; exact for keys in bytes. */
export const largestSize = (records: readonly EncodableRecord[]): number =>
  records.reduce((sum, record) => sum + largestRecordSize(record), 0);

function largestRecordSize({ key, value, headers = noHeaders }: EncodableRecord): number {
  const size = fixedBytes + framed(typeof key === 'string' ? key.length * bytesPerUnit : key.length) + value.length;
  const names = Object.keys(headers);
  if (names.length === 0) return size;
  return Object.entries(headers).reduce(
    (sum, [name, header]) => sum + framed(Buffer.byteLength(name)) + framed(header.length),
    size + varintBytes(names.length),
  );
}

const framed = (length: number): number => varintBytes(length) + length;

/** A loop over short ASCII text, as keys are, takes a fifth of the time of a call into the engine's encoder. */
function writeText(target: Buffer, text: string, at: number): number {
  const start = writeVarint(target, text.length, at);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > lastAscii) return writeBytes(target, Buffer.from(text), at);
    target[start + index] = unit;
  }
  return start + text.length;
}

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
