/** Exact decimal arithmetic on text, without floats: no digit is lost and no result is NaN. */

/** `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Decimal text without sign or exponent, at most 80 digits on each side of the point; null for anything else. */
export function readDecimal(text: unknown): Decimal | null {
  if (typeof text !== 'string' || !/^\d{1,80}(?:\.\d{1,80})?$/.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** Negative when `left` is smaller, positive when it is larger, 0 when they are the same number. */
export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const difference = differenceOf(left, right).digits;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** Whether the two are no further apart than `limit`. */
export function areWithin(limit: Decimal, left: Decimal, right: Decimal): boolean {
  const { digits, scale } = differenceOf(left, right);
  return compareDecimals({ digits: digits < 0n ? -digits : digits, scale }, limit) <= 0;
}

/** The number times `digits` tenths. */
export const timesTenths = ({ digits, scale }: Decimal, tenths: bigint): Decimal => ({
  digits: digits * tenths,
  scale: scale + 1,
});

export const isZero = ({ digits }: Decimal): boolean => digits === 0n;

function differenceOf(left: Decimal, right: Decimal): Decimal {
  if (left.scale === right.scale) return { digits: left.digits - right.digits, scale: left.scale };
  const scale = Math.max(left.scale, right.scale);
  return { digits: atScale(left, scale) - atScale(right, scale), scale };
}

const atScale = ({ digits, scale }: Decimal, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale);
