import { base58 } from '@scure/base';

/** A Solana off-chain message with a header of version 0. */
export interface OffchainMessage {
  /** `legacy` is the layout of earlier command-line tools, without an application domain and signers. */
  readonly layout: 'full' | 'legacy';
  /** Addresses that the message names as its signers; null in the legacy layout. */
  readonly signers: readonly string[] | null;
  readonly body: Buffer;
}

/** Longest message of formats 0 and 1 with its preamble, in bytes: what hardware wallets sign. */
export const mostMessageBytes = 1_232;

const signingDomain = Buffer.from('\xffsolana offchain', 'latin1');

/**
 * Every reading of a message (https://docs.anza.xyz/proposals/off-chain-message-signing): as the published layout, and as
 * the legacy one. A string is the reason why no layout fits.
 */
export function readOffchainMessage(bytes: Uint8Array): readonly OffchainMessage[] | string {
  const data = Buffer.from(bytes);
  if (!signingDomain.equals(data.subarray(0, 16))) return 'does not begin with the signing domain \\xffsolana offchain';
  const version = data[16];
  if (version !== 0) return `has header version ${version ?? 'nothing'}; version 0 is supported`;
  const full = readFull(data);
  const legacy = readLegacy(data);
  if (typeof full === 'string' && typeof legacy === 'string') {
    return `fits no layout of version 0: ${full}; read without application domain and signers, ${legacy}`;
  }
  return [full, legacy].filter((reading) => typeof reading !== 'string');
}

/** Application domain (32 bytes), format, number of signers, signers, length (16 bits), body. */
function readFull(data: Buffer): OffchainMessage | string {
  const count = data[50];
  if (count === undefined) return 'its preamble is cut off';
  if (count === 0) return 'it names no signers';
  const lengthAt = 51 + count * 32;
  const signers = Array.from({ length: count }, (_, index) => data.subarray(51 + index * 32, 83 + index * 32));
  const body = readBody(data, { formatAt: 49, lengthAt });
  return typeof body === 'string' ? body : { layout: 'full', signers: signers.map((key) => base58.encode(key)), body };
}

/** Format, length (16 bits), body. */
function readLegacy(data: Buffer): OffchainMessage | string {
  const body = readBody(data, { formatAt: 17, lengthAt: 18 });
  return typeof body === 'string' ? body : { layout: 'legacy', signers: null, body };
}

function readBody(data: Buffer, { formatAt, lengthAt }: { formatAt: number; lengthAt: number }): Buffer | string {
  if (data.length < lengthAt + 2) return 'its preamble is cut off';
  const format = data[formatAt];
  if (format !== 0 && format !== 1) return `its message format is ${format}; formats 0 and 1 are supported`;
  const length = data.readUInt16LE(lengthAt);
  const body = data.subarray(lengthAt + 2);
  if (length === 0) return 'it states length 0';
  if (length !== body.length) return `it states a length of ${length} bytes and has ${body.length}`;
  // The line feed came with version 1; Ledger's app shows and signs it in version 0, too.
  if (format === 0 && !body.every((byte) => byte === 0x0a || (byte >= 0x20 && byte <= 0x7e))) {
    return 'its format 0 allows printable ASCII and line feeds only';
  }
  return Buffer.from(body.toString('utf8')).equals(body) ? body : 'its text is not UTF-8';
}
