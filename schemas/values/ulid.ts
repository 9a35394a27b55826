import { sha256Hex } from './hash.ts';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID derived from a text: the first 128 bits of its sha256, in Crockford's base 32. */
export function ulidOf(text: string): string {
  const bits = BigInt(`0x${sha256Hex(text).slice(0, 32)}`);
  let ulid = '';
  for (let shift = 125n; shift >= 0n; shift -= 5n) ulid += crockford.charAt(Number((bits >> shift) & 31n));
  return ulid;
}
