import { keccak_256 } from '@noble/hashes/sha3.js';

/** Hash of a name, `0x` and 64 hex digits: the first topic of an event, or a role. */
export const hashOfName = (name: string): string =>
  `0x${Buffer.from(keccak_256(Buffer.from(name, 'utf8'))).toString('hex')}`;

/** Selector of a function, `0x` and 8 hex digits. */
export const selectorOf = (signature: string): string => hashOfName(signature).slice(0, 10);
