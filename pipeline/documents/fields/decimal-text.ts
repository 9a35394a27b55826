/** Decimal text for people. Exact, because it is rewritten digit by digit; in English notation on every machine. */

import { inThousands } from '../../../schemas/values/in-thousands.ts';

/** `1234567.5` as `1,234,567.5`. */
export function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const thousands = inThousands(whole);
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

/** An amount of money; a single decimal place is padded to two. */
export const formatMoney = (amount: string): string => grouped(/\.\d$/.test(amount) ? `${amount}0` : amount);

/** Basis points as a percentage with at least two places: `10` is `0.10`, `0` is `0`. */
export function percentOfBasisPoints(basisPoints: string): string {
  const [whole = '', fraction = ''] = basisPoints.split('.');
  const digits = whole.padStart(3, '0');
  const places = `${digits.slice(-2)}${fraction.replace(/(?<!0)0+$/, '')}`;
  const percent = digits.slice(0, -2);
  return /^[0.]*$/.test(basisPoints) ? '0' : `${grouped(percent)}.${places}`;
}

/** Business days converted to calendar days, 1.4 each, as in comparisons: `5` is `7`. */
export function calendarDaysOf(businessDays: string): string {
  const [whole = '', fraction = ''] = businessDays.split('.');
  const tenths = (BigInt(`${whole}${fraction}`) * 14n).toString().padStart(fraction.length + 2, '0');
  const point = tenths.length - fraction.length - 1;
  const places = tenths.slice(point).replace(/(?<!0)0+$/, '');
  return grouped(tenths.slice(0, point)) + (places === '' ? '' : `.${places}`);
}
