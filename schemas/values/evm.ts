import { keccak_256 } from '@noble/hashes/sha3.js';

const shape = /^0[xX][0-9a-fA-F]{40}$/;

/** Whether `text` is an EVM address in any letter case; a wrong EIP-55 checksum is accepted. */
export const isEvmAddress = (text: string): boolean => shape.test(text);

/**
 * Addresses that were checksummed last: a reading of a chain names the same signers for hundreds of tokens, and a hash takes
 * as long as decoding a whole answer. Some 200 bytes each.
 */
const known = new Map<string, string>();
const mostKnown = 20_000;

/** EIP-55 form of an EVM address in any letter case. Throws when `address` is not one. */
export function toChecksumAddress(address: string): string {
  const found = known.get(address);
  if (found !== undefined) return found;
  const text = checksummed(address);
  if (known.size >= mostKnown) known.clear();
  known.set(address, text);
  return text;
}

function checksummed(address: string): string {
  if (!isEvmAddress(address)) throw new TypeError(`${JSON.stringify(address.slice(0, 60))} is not an EVM address`);
  const digits = address.slice(2).toLowerCase();
  const digest = keccak_256(Buffer.from(digits, 'ascii'));
  let text = '0x';
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charAt(index);
    const byte = digest[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 0x0f;
    text += nibble >= 8 ? digit.toUpperCase() : digit;
  }
  return text;
}
