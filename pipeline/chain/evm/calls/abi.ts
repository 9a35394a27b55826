/**
 * Answers of contracts in the ABI, of which anything may be wrong: a decoder returns null for bytes of another form. The
 * few forms that are read do not need a library, which takes ten times as long on a sweep's answers.
 */
import { decodeText, type ReadText } from '../../read-text.ts';

const word = (data: Buffer, index: number): Buffer => data.subarray(index * 32, index * 32 + 32);

const isWord = (data: Buffer): boolean => data.length === 32;

export const hexOf = (data: Buffer): string => `0x${data.toString('hex')}`;

export const bytesOf = (hex: string): Buffer => Buffer.from(hex.startsWith('0x') ? hex.slice(2) : hex, 'hex');

/** Lower-case address in the last 20 bytes of a word; null when a byte before them is set. */
export const addressOfWord = (data: Buffer): string | null => (isWord(data) ? addressIn(data, 0) : null);

/** The same at an offset. Views of the bytes would cost more than reading them. */
function addressIn(data: Buffer, at: number): string | null {
  if (at + 32 > data.length) return null;
  const isPadded = data.readUInt32BE(at) === 0 && data.readUInt32BE(at + 4) === 0 && data.readUInt32BE(at + 8) === 0;
  return isPadded ? `0x${data.toString('hex', at + 12, at + 32)}` : null;
}

export const uintOf = (data: Buffer): bigint | null => (isWord(data) ? BigInt(hexOf(data)) : null);

/** A whole number up to 2^53. */
export function countOf(data: Buffer): number | null {
  const value = uintOf(data);
  return value !== null && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
}

export function boolOf(data: Buffer): boolean | null {
  const value = uintOf(data);
  return value === 0n ? false : value === 1n ? true : null;
}

/** Position or length in the word at `index`, in bytes; null when it is beyond the data. */
function within(data: Buffer, index: number): number | null {
  const value = countOf(word(data, index));
  return value !== null && value <= data.length ? value : null;
}

/** List of addresses whose offset is in the word at `index`. */
export function addressesOf(data: Buffer, index = 0): readonly string[] | null {
  const offset = within(data, index);
  if (offset === null || offset % 32 !== 0) return null;
  const count = countOf(word(data, offset / 32));
  if (count === null || offset + 32 + count * 32 > data.length) return null;
  const addresses = Array.from({ length: count }, (_, at) => addressIn(data, offset + 32 * (at + 1)));
  return addresses.every((address) => address !== null) ? addresses : null;
}

/** The address in the word at `index`. */
export const addressAt = (data: Buffer, index: number): string | null => addressIn(data, index * 32);

/** Text of a `string`, or of a `bytes32` up to its first NUL as in tokens of 2017. */
export function textOf(data: Buffer): ReadText | null {
  if (isWord(data)) {
    const end = data.indexOf(0);
    return decodeText(data.subarray(0, end < 0 ? 32 : end));
  }
  const offset = within(data, 0);
  if (offset === null || offset % 32 !== 0) return null;
  const length = within(data, offset / 32);
  if (length === null || offset + 32 + length > data.length) return null;
  return decodeText(data.subarray(offset + 32, offset + 32 + length));
}

/** Left-padded 32 bytes of an address or number, as hex digits. */
export const padded = (hex: string): string => hex.replace(/^0x/, '').padStart(64, '0');
