import { keccak_256 } from '@noble/hashes/sha3.js';

/** Selector of a function, `0x` and 8 hex digits. */
export const selectorOf = (signature: string): string =>
  `0x${Buffer.from(keccak_256(Buffer.from(signature, 'utf8'))).toString('hex', 0, 4)}`;
