import { keyText } from '../../../chain/solana/keys.ts';

/** An instruction that the signers signed; accounts are indexes of the transaction's keys. */
interface WireInstruction {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Buffer;
}

/** A transaction as the cluster stores it. */
export interface WireTransaction {
  /** The first one is its id. Signature n is of key n. */
  readonly signatures: readonly Buffer[];
  /** What was signed. */
  readonly message: Buffer;
  /** Addresses in the message; those of lookup tables follow them. */
  readonly keys: readonly string[];
  /** How many addresses come from lookup tables. */
  readonly lookedUp: number;
  readonly instructions: readonly WireInstruction[];
}

/** Reads the bytes of a transaction, legacy or version 0; null for any other bytes. */
export function readWireTransaction(bytes: Buffer): WireTransaction | null {
  const reader = createReader(bytes);
  try {
    const transaction = readTransaction(reader, bytes);
    return reader.at() === bytes.length ? transaction : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const signatureLength = 64;
const keyLength = 32;

function readTransaction(reader: Reader, bytes: Buffer): WireTransaction | null {
  const signatures = reader.list(() => reader.bytes(signatureLength));
  const start = reader.at();
  const first = reader.byte();
  const isVersioned = first >= 0x80;
  if (isVersioned && first !== 0x80) return null;
  const signers = isVersioned ? reader.byte() : first;
  // Which of the keys may be written does not matter here.
  reader.bytes(2);
  const keys = reader.list(() => keyText(reader.bytes(keyLength)));
  reader.bytes(keyLength);
  const instructions = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.bytes(reader.length()),
  }));
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : [];
  if (signers !== signatures.length || signers === 0 || signers > keys.length) return null;
  const lookedUp = lookups.reduce((sum, count) => sum + count, 0);
  return { signatures, message: bytes.subarray(start), keys, lookedUp, instructions };
}

/** How many addresses a lookup adds. */
function readLookup(reader: Reader): number {
  reader.bytes(keyLength);
  return reader.bytes(reader.length()).length + reader.bytes(reader.length()).length;
}

interface Reader {
  readonly at: () => number;
  readonly byte: () => number;
  readonly bytes: (length: number) => Buffer;
  /** A length of one to three bytes, seven bits each. */
  readonly length: () => number;
  readonly list: <T>(member: () => T) => readonly T[];
}

/** Each method throws RangeError behind the end of the bytes. */
function createReader(bytes: Buffer): Reader {
  let at = 0;
  const byte = (): number => {
    const value = bytes.readUInt8(at);
    at += 1;
    return value;
  };
  const length = (): number => {
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const part = byte();
      value |= (part & 0x7f) << shift;
      if (part >= 0x80) continue;
      // One spelling a length, as the runtime requires.
      if (part === 0 && shift > 0) break;
      return value;
    }
    throw new RangeError('no length');
  };
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new RangeError('behind the end');
    at += count;
    return bytes.subarray(at - count, at);
  };
  // A member has a byte at least, so a length that lies ends at the last byte.
  const list = <T>(member: () => T): readonly T[] => Array.from({ length: length() }, member);
  return { at: () => at, byte, bytes: take, length, list };
}
