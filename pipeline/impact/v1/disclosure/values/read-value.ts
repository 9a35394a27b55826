/** Members of a typed value; null when the value lacks them in the form of the catalogue. */
import type { FieldValue, Quantity } from '../../../../../schemas/fields/field.ts';
import { type Decimal, isZero, readDecimal, timesTenths } from './decimal.ts';

/** The code of a value outside the closed scale, stated in the text of the source. */
export const otherCode = 'other';

export const codeOf = (value: FieldValue): string | null => textOf(value?.['code']);

/** The codes of a set, each once. */
export function codesOf(value: FieldValue): readonly string[] | null {
  const codes = value?.['codes'];
  return isListOfText(codes) ? [...new Set(codes)] : null;
}

export const textOf = (member: unknown): string | null => (typeof member === 'string' ? member : null);

/** Whether both values have the same text of the source. */
export const haveSameText = (old: FieldValue, current: FieldValue): boolean =>
  textOf(old?.['text']) !== null && old?.['text'] === current?.['text'];

/** An amount in its currency, or a number in the unit of the quantity; days are calendar days. */
export interface Figure {
  readonly number: Decimal;
  readonly currency: string | null;
}

/** A business day counts as 1.4 calendar days. */
const tenthsOfADay = { business: 14n, calendar: 10n } as const;

export function figureOf(quantity: Quantity, value: FieldValue): Figure | null {
  if (value === null) return null;
  switch (quantity) {
    case 'bps':
    case 'percent': {
      const number = readDecimal(value[quantity]);
      return number === null ? null : { number, currency: null };
    }
    case 'days': {
      const number = calendarDays(value['days'], value['count']);
      return number === null ? null : { number, currency: null };
    }
    case 'money': {
      const number = readDecimal(value['amount']);
      const currency = textOf(value['currency']);
      return number === null || currency === null ? null : { number, currency };
    }
  }
}

export function calendarDays(days: unknown, count: unknown): Decimal | null {
  const number = readDecimal(days);
  return number === null || (count !== 'business' && count !== 'calendar')
    ? null
    : timesTenths(number, tenthsOfADay[count]);
}

/** Whether two figures compare. Amounts in different currencies do only if one of them is 0. */
export const haveOneUnit = (left: Figure, right: Figure): boolean =>
  left.currency === right.currency || isZero(left.number) || isZero(right.number);

const isListOfText = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((member) => typeof member === 'string');
