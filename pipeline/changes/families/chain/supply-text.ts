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
  const amount = `${inThousands(whole)}${part === '' ? '' : `.${part}`}`;
  return `${amount} ${amount === '1' ? 'token' : 'tokens'}`;
}

/** Change against a base in tenths of a percent, rounded towards zero; null for a base of zero. */
export function perMille(base: string, units: string): bigint | null {
  const from = BigInt(base);
  return from === 0n ? null : ((BigInt(units) - from) * 1000n) / from;
}

/** Size of a change against a base above zero in percent, in tenths rounded half up: `10.0` for 9.99 percent. */
export function percentText(base: string, units: string): string {
  const from = BigInt(base);
  const moved = BigInt(units) - from;
  const tenths = ((moved < 0n ? -moved : moved) * 2000n + from) / (2n * from);
  return `${tenths / 10n}.${tenths % 10n}`;
}
