/** Figures of a supply in words. */

import { inThousands } from '../../../../schemas/values/in-thousands.ts';

/** Base units as tokens, rounded down to two decimals where there are some. */
export function tokensOf(units: string, decimals: number | null): string {
  if (decimals === null || decimals < 0 || decimals > 77) return `${inThousands(units)} base units`;
  const padded = units.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals);
  const part = padded
    .slice(padded.length - decimals)
    .slice(0, 2)
    .replace(/(?<!0)0+$/, '');
  return `${inThousands(whole)}${part === '' ? '' : `.${part}`} tokens`;
}

/** Change against a base in tenths of a percent, rounded towards zero; null for a base of zero. */
export function perMille(base: string, units: string): bigint | null {
  const from = BigInt(base);
  return from === 0n ? null : ((BigInt(units) - from) * 1000n) / from;
}

/** `+5.1`. */
export function percentText(tenths: bigint | null): string {
  if (tenths === null) return 'more than 100';
  const size = tenths < 0n ? -tenths : tenths;
  return `${tenths < 0n ? '-' : '+'}${size / 10n}.${size % 10n}`;
}
