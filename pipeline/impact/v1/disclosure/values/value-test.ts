import type { DisclosureField, FieldValue, ValueTest } from '../../../../../schemas/fields/field.ts';
import { compareDecimals, type Decimal, readDecimal } from './decimal.ts';
import { calendarDays, codeOf, codesOf, figureOf } from './read-value.ts';

/** Whether a value passes the test; a value that is not disclosed never does. */
export function passes({ rule }: DisclosureField, test: ValueTest, value: FieldValue): boolean {
  if (value === null) return false;
  if (test.test === 'code') {
    const code = codeOf(value);
    const codes = code === null ? codesOf(value) : [code];
    return codes?.some((stated) => test.codes.includes(stated)) === true;
  }
  if (rule.type !== 'lower' && rule.type !== 'higher') return false;
  const figure = figureOf(rule.quantity, value);
  const limit = limitOf(rule.quantity === 'days', test);
  return figure !== null && limit !== null && isOnSide(test.test, compareDecimals(figure.number, limit));
}

const limitOf = (
  inDays: boolean,
  { limit, count = 'calendar' }: Exclude<ValueTest, { readonly test: 'code' }>,
): Decimal | null => (inDays ? calendarDays(limit, count) : readDecimal(limit));

function isOnSide(side: 'below' | 'atMost' | 'atLeast' | 'above', order: -1 | 0 | 1): boolean {
  switch (side) {
    case 'below':
      return order < 0;
    case 'atMost':
      return order <= 0;
    case 'atLeast':
      return order >= 0;
    case 'above':
      return order > 0;
  }
}
