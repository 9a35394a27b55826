/** Monero addresses: base58 in blocks of eight bytes, network byte, two public keys, keccak checksum. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xmr } from '@scure/base';

/** Mainnet: standard address, integrated address (with an 8-byte payment id), subaddress. */
const lengthByNetwork: Readonly<Record<number, number>> = { 18: 65, 19: 73, 42: 65 };

/** Public spend key and public view key (64 bytes, hex); null when `address` is not a mainnet Monero address. */
export function parseMoneroWallet(address: string): string | null {
  if (!/^[48][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(address)) return null;
  const bytes = decode(address);
  if (bytes === null) return null;
  const body = bytes.subarray(0, -4);
  if (lengthByNetwork[body[0] ?? 0] !== body.length) return null;
  if (Buffer.compare(keccak_256(body).subarray(0, 4), bytes.subarray(-4)) !== 0) return null;
  return Buffer.from(body.subarray(1, 65)).toString('hex');
}

function decode(text: string): Uint8Array | null {
  try {
    return base58xmr.decode(text);
  } catch {
    return null;
  }
}
