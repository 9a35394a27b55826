/** Amounts as reports print them. */

/** An amount in millionths, with how many decimals were printed. */
export interface Amount {
  readonly millionths: bigint;
  readonly decimals: number;
}

const places = 6;
const form = /^(\()?(-)?(\d{1,3}(?:,\d{3}){1,12}|\d{1,40})(?:\.(\d{1,6}))?(\))?$/;

/** `$ 1,234.50`, `(75,977,366)`: brackets and a sign are minus; null for every other text, a dash for nil among them. */
export function amountOf(text: string): Amount | null {
  const [matched, open, sign, whole = '', part = '', close] = form.exec(text.replaceAll(/[$€£\s]/gu, '')) ?? [];
  if (matched === undefined || (open === undefined) !== (close === undefined)) return null;
  if (open !== undefined && sign !== undefined) return null;
  const digits = BigInt(`${whole.replaceAll(',', '')}${part.padEnd(places, '0')}`);
  return { millionths: open !== undefined || sign !== undefined ? -digits : digits, decimals: part.length };
}

/** Decimal text without trailing zeros. */
export function decimalOf(millionths: bigint): string {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(places + 1, '0');
  const part = digits.slice(-places).replace(/(?<!0)0+$/, '');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -places)}${part === '' ? '' : `.${part}`}`;
}

/**
 * What rounding allows between the sum of so many parts and a printed total: half of a unit of the most decimals for each part, at
 * least 0.01.
 */
export function toleranceOf(parts: number, decimals: number): bigint {
  const half = 10n ** BigInt(places - decimals) / 2n;
  const rounding = half * BigInt(parts);
  return rounding > 10_000n ? rounding : 10_000n;
}

/** `reserves` as a percentage of `tokens`, cut after four decimals; null for no tokens. */
export const coverageOf = (reserves: bigint, tokens: bigint): string | null =>
  tokens <= 0n ? null : decimalOf(((reserves * 1_000_000n) / tokens) * 100n);
