import type { FieldRule, FieldValue } from '../../../../../schemas/fields/field.ts';
import { areWithin, compareDecimals, type Decimal, isZero, readDecimal } from './decimal.ts';
import { minor, type Outcome, unassessed } from './outcome.ts';
import { figureOf, haveOneUnit } from './read-value.ts';

export type QuantityRule = Extract<FieldRule, { readonly type: 'lower' | 'higher' }>;

/** Figures where lower or higher is better. Neutral within the tolerance, but never across a threshold. */
export function compareQuantity(rule: QuantityRule, old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [figureOf(rule.quantity, old), figureOf(rule.quantity, current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (!haveOneUnit(before, after)) return unassessed('other_currency');
  const order = compareDecimals(after.number, before.number);
  if (order === 0) return minor('figure_equal');
  const direction = order > 0 === (rule.type === 'higher') ? 'strengthens' : 'weakens';
  const threshold = rule.thresholds.find((limit) => crossingOf(rule.type, limit, before.number, after.number) !== null);
  if (threshold !== undefined) {
    return { direction, reasons: [order > 0 ? 'crosses_up' : 'crosses_down'], threshold };
  }
  const tolerance = limitOf(rule.tolerance);
  if (tolerance === null || isZero(tolerance)) {
    return { direction, reasons: [order > 0 ? 'figure_higher' : 'figure_lower'] };
  }
  return areWithin(tolerance, before.number, after.number)
    ? minor('figure_within')
    : { direction, reasons: [order > 0 ? 'figure_higher_beyond' : 'figure_lower_beyond'] };
}

/** The direction in which a figure crosses a limit; null when it does not. The limit itself is on the better side. */
export function crossingOf(
  type: QuantityRule['type'],
  limit: string,
  before: Decimal,
  after: Decimal,
): 'below' | 'above' | null {
  const at = limitOf(limit);
  if (at === null) return null;
  const isBelow = (number: Decimal): boolean => {
    const order = compareDecimals(number, at);
    return type === 'higher' ? order < 0 : order <= 0;
  };
  const [from, to] = [isBelow(before), isBelow(after)];
  if (from === to) return null;
  return to ? 'below' : 'above';
}

/** A limit or tolerance of the catalogue, which has some dozens of them; each is read once. */
function limitOf(text: string): Decimal | null {
  const known = limits.get(text);
  if (known !== undefined) return known;
  const limit = readDecimal(text);
  limits.set(text, limit);
  return limit;
}

const limits = new Map<string, Decimal | null>();
