/** Which bits of a word are known: values that share a slot are stored with the others as they were. */

export interface KnownBits {
  readonly ones: bigint;
  readonly zeros: bigint;
}

export const allBits = (1n << 256n) - 1n;
export const noBits: KnownBits = { ones: 0n, zeros: 0n };

export const bitsOfValue = (value: bigint): KnownBits => ({ ones: value, zeros: allBits ^ value });

export const bothBits = (a: KnownBits, b: KnownBits): KnownBits => ({
  ones: a.ones & b.ones,
  zeros: a.zeros | b.zeros,
});
export const eitherBits = (a: KnownBits, b: KnownBits): KnownBits => ({
  ones: a.ones | b.ones,
  zeros: a.zeros & b.zeros,
});

/** As effects of a run have it: `?` of a word without a known bit. */
export const textOfBits = ({ ones, zeros }: KnownBits): string =>
  ones === 0n && zeros === 0n ? '?' : `?${ones.toString(16)}/${zeros.toString(16)}`;

/** The bits of a word in the effects of a run, in hex if it is known. */
export function bitsOfText(text: string): KnownBits {
  if (!text.startsWith('?')) return bitsOfValue(BigInt(`0x${text}`));
  const [ones, zeros] = text.slice(1).split('/');
  return ones === undefined || zeros === undefined
    ? noBits
    : { ones: BigInt(`0x${ones}`), zeros: BigInt(`0x${zeros}`) };
}
