import { decodeText, type ReadText } from '../read-text.ts';
import type { SolanaAccount } from './account.ts';
import { extension } from './extensions.ts';
import { keyAt, keyBytes, keyText, metaplexProgram, programAddress } from './keys.ts';
import { type Mint, metadataPointerOf, mintOf } from './mint.ts';

/** Name and symbol of a token, and the account that may change them, as its metadata states them. */
export interface TokenMetadata {
  /** Null: no one may change it. */
  readonly updateAuthority: string | null;
  readonly name: ReadText;
  readonly symbol: ReadText;
}

/** The account that has the metadata of a mint: the mint itself, the one it names, or that of Metaplex. */
export const metadataAddress = (address: string, mint: Mint): string =>
  metadataPointerOf(mint) ?? metaplexAddress(address);

const metaplexAddress = (mint: string): string =>
  programAddress(
    [Buffer.from('metadata', 'ascii'), keyBytes(metaplexProgram), keyBytes(mint)].map(
      (seed) => seed ?? new Uint8Array(),
    ),
    metaplexProgram,
  );

/**
 * Metadata of a mint from the account that has it; null when there is none, or when it is of another mint, which any
 * account may claim to be.
 */
export function metadataOf(address: string, account: SolanaAccount): TokenMetadata | null {
  if (account.owner === metaplexProgram) return metaplexOf(address, account.data);
  const reading = mintOf(account);
  const found =
    reading.kind === 'mint' ? reading.mint.extensions.find(({ type }) => type === extension.metadata) : null;
  return found === null || found === undefined ? null : extensionMetadata(address, found.data);
}

/** Update authority, mint, then name, symbol and URI as texts with a length of 4 bytes. */
function extensionMetadata(address: string, data: Buffer): TokenMetadata | null {
  if (data.length < 64 || keyText(data.subarray(32, 64)) !== address) return null;
  const texts = textsAt(data, 64, 3);
  return texts === null ? null : { updateAuthority: keyAt(data, 0), name: texts.name, symbol: texts.symbol };
}

const metadataKey = 4;

/** Key, update authority, mint, three texts padded with NUL, fee, creators, whether it was sold, whether it may change. */
function metaplexOf(address: string, data: Buffer): TokenMetadata | null {
  if (data.length < 65 || data.readUInt8(0) !== metadataKey || keyText(data.subarray(33, 65)) !== address) return null;
  const texts = textsAt(data, 65, 3);
  if (texts === null) return null;
  const { name, symbol, end } = texts;
  const isMutable = mutableAt(data, end);
  return isMutable === null ? null : { name, symbol, updateAuthority: isMutable ? keyAt(data, 1) : null };
}

function mutableAt(data: Buffer, end: number): boolean | null {
  if (end + 7 > data.length) return null;
  const creators = data.readUInt8(end + 2) === 0 ? 1 : 5 + data.readUInt32LE(end + 3) * 34;
  const at = end + 2 + creators + 1;
  return at < data.length ? data.readUInt8(at) !== 0 : null;
}

interface Texts {
  readonly name: ReadText;
  readonly symbol: ReadText;
  /** Offset behind the last one. */
  readonly end: number;
}

function textsAt(data: Buffer, start: number, count: number): Texts | null {
  const texts: ReadText[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + 4 > data.length) return null;
    const length = data.readUInt32LE(at);
    at += 4;
    if (at + length > data.length) return null;
    texts.push(decodeText(withoutPadding(data.subarray(at, at + length))));
    at += length;
  }
  const [name, symbol] = texts;
  return name === undefined || symbol === undefined ? null : { name, symbol, end: at };
}

function withoutPadding(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
