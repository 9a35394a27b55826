/** XRP Ledger account addresses: classic (`r…`) and X-address (XLS-5, `X…`, which adds a destination tag). */
import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import { withoutChecksum } from './base58-wallets.ts';

const accountPrefix = 0x00;
const xAddressPrefix = Buffer.from([0x05, 0x44]);

/** Account id (20 bytes, hex) of a classic address or a mainnet X-address; null when it is neither. */
export function parseXrplWallet(address: string): string | null {
  if (!/^[rX][1-9A-HJ-NP-Za-km-z]{24,60}$/.test(address)) return null;
  const bytes = decode(address);
  const body = bytes === null ? null : withoutChecksum(bytes);
  if (body === null) return null;
  if (body.length === 21 && body[0] === accountPrefix) return Buffer.from(body.subarray(1)).toString('hex');
  // Prefix, account id, flag (0 no tag, 1 a 32-bit tag), tag in 8 bytes little endian.
  if (body.length !== 31 || !xAddressPrefix.equals(body.subarray(0, 2)) || (body[22] ?? 2) > 1) return null;
  return Buffer.from(body.subarray(2, 22)).toString('hex');
}

/** Classic address of an account id given in hex. */
export function classicAddress(accountId: string): string {
  const body = Buffer.concat([Buffer.from([accountPrefix]), Buffer.from(accountId, 'hex')]);
  return base58xrp.encode(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]));
}

function decode(text: string): Uint8Array | null {
  try {
    return base58xrp.decode(text);
  } catch {
    return null;
  }
}
