/** CashAddr, the address format of Bitcoin Cash: 5-bit words with a 40-bit BCH checksum over prefix and payload. */
import { bech32 } from '@scure/base';

export interface CashAddress {
  readonly script: 'p2pkh' | 'p2sh';
  /** 20-byte hash, hex. */
  readonly hash: string;
}

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const prefixWords = Array.from('bitcoincash', (character) => character.charCodeAt(0) & 31);
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** Decodes a mainnet CashAddr with or without its prefix; null when it is invalid. */
export function parseCashAddress(address: string): CashAddress | null {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return null;
  const text = address.toLowerCase().replace(/^bitcoincash:/, '');
  if (!/^[qp][02-9ac-hj-np-z]{41}$/.test(text)) return null;
  const words = Array.from(text, (character) => alphabet.indexOf(character));
  if (polymod([...prefixWords, 0, ...words]) !== 0n) return null;
  const [version, ...hash] = bech32.fromWordsUnsafe(words.slice(0, -8)) ?? [];
  const script = version === 0 ? 'p2pkh' : version === 8 ? 'p2sh' : null;
  return script === null || hash.length !== 20 ? null : { script, hash: Buffer.from(hash).toString('hex') };
}

function polymod(words: readonly number[]): bigint {
  let checksum = 1n;
  for (const word of words) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of generators.entries()) if ((top >> BigInt(bit)) & 1n) checksum ^= generator;
  }
  return checksum ^ 1n;
}
