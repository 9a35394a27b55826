/** Comparators of disclosed values; those of quantities, sets, identities and documents have files of their own. */
import type { FieldRule, FieldValue } from '../../../../../schemas/fields/field.ts';
import { combine } from '../../../combine.ts';
import { compareDecimals, type Decimal, readDecimal } from './decimal.ts';
import { compareDocument } from './document.ts';
import { compareIdentity, compareParties } from './identity.ts';
import { minor, type Outcome, outcomeOf, perDimension, unassessed } from './outcome.ts';
import { compareQuantity } from './quantity.ts';
import { codeOf, otherCode, haveSameText } from './read-value.ts';
import { compareSetBad, compareSetGood, compareTierSet } from './sets.ts';

/** Compares two disclosed values by the rule of their field. Every JSON value has an outcome. */
export function compareValues(rule: FieldRule, old: FieldValue, current: FieldValue): Outcome {
  switch (rule.type) {
    case 'ordinal':
      return compareOrdinal(rule, old, current);
    case 'frequency':
      return compareFrequency(rule, old, current);
    case 'lower':
    case 'higher':
      return compareQuantity(rule, old, current);
    case 'setBad':
      return compareSetBad(rule, old, current);
    case 'setGood':
      return compareSetGood(rule, old, current);
    case 'tierSet':
      return compareTierSet(rule, old, current);
    case 'bool':
      return compareBool(rule, old, current);
    case 'identity':
      return compareIdentity(rule, old, current);
    case 'parties':
      return compareParties(old, current);
    case 'date':
      return compareDate(old, current);
    case 'yield':
      return compareYield(rule, old, current);
    case 'fees':
      return compareFees(rule, old, current);
    case 'supply':
      return compareSupply(rule, old, current);
    case 'document':
      return compareDocument(old, current);
  }
}

/** Steps of a scale, best for a holder first: a move towards the best strengthens. */
function compareOrdinal(
  { scale }: { readonly scale: readonly string[] },
  old: FieldValue,
  current: FieldValue,
): Outcome {
  const [before, after] = [codeOf(old), codeOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (before === otherCode && after === otherCode && haveSameText(old, current)) return minor('same_step');
  const [from, to] = [scale.indexOf(before), scale.indexOf(after)];
  if (from < 0 || to < 0) return unassessed('off_scale');
  if (from === to) return minor('same_step');
  return to < from ? outcomeOf('better_step', 'strengthens') : outcomeOf('worse_step', 'weakens');
}

/** Codes with an interval in days: shorter is better. A code without a number means never and is worst. */
function compareFrequency(
  { days }: { readonly days: Readonly<Record<string, number | null>> },
  old: FieldValue,
  current: FieldValue,
): Outcome {
  const [before, after] = [codeOf(old), codeOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (before === otherCode && after === otherCode && haveSameText(old, current)) return minor('as_often');
  if (!Object.hasOwn(days, before) || !Object.hasOwn(days, after)) return unassessed('off_scale');
  const [from, to] = [days[before] ?? Infinity, days[after] ?? Infinity];
  if (from === to) return minor('as_often');
  return to < from ? outcomeOf('more_often', 'strengthens') : outcomeOf('less_often', 'weakens');
}

/** Whether something exists: a move to the good answer strengthens. Another name alone is neutral. */
function compareBool({ good }: { readonly good: boolean }, old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [old?.['present'], current?.['present']];
  if (typeof before !== 'boolean' || typeof after !== 'boolean') return unassessed('unreadable');
  if (before === after)
    return old?.['name'] === current?.['name'] ? minor('same_answer') : outcomeOf('same_answer', 'neutral');
  return after === good ? outcomeOf('good_answer', 'strengthens') : outcomeOf('bad_answer', 'weakens');
}

/** A date that advances regularly: later is routine, earlier weakens. */
function compareDate(old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [dayOf(old), dayOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (after === before) return minor('same_date');
  return after > before ? { ...minor('later_date'), routine: true } : outcomeOf('earlier_date', 'weakens');
}

function dayOf(value: FieldValue): string | null {
  const date = value?.['date'];
  return typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null;
}

/**
 * Who pays for holding the token. Another payer is neutral for participant protection and mixed for legal standing, unless a
 * regime decides: that is possible between `none` and `issuer` only.
 */
function compareYield({ codes }: { readonly codes: readonly string[] }, old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [codeOf(old), codeOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (before === otherCode && after === otherCode && haveSameText(old, current)) return minor('same_payer');
  if (!codes.includes(before) || !codes.includes(after)) return unassessed('off_scale');
  if (before === after) return minor('same_payer');
  const outcome = perDimension(
    [
      { kind: 'legal_standing', direction: 'mixed' },
      { kind: 'participant_protection', direction: 'neutral' },
    ],
    ['other_payer'],
  );
  return isBetween('none', 'issuer', before, after) ? { ...outcome, regimesDecide: true } : outcome;
}

const isBetween = (one: string, other: string, before: string, after: string): boolean =>
  (before === one && after === other) || (before === other && after === one);

const nothing: Decimal = { digits: 0n, scale: 0 };

/** Fees in basis points by code: lower is better, and an unlisted fee is 0. Some higher and some lower is mixed. */
function compareFees({ codes }: { readonly codes: readonly string[] }, old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [feesOf(old), feesOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  const kinds = [...new Set([...before.keys(), ...after.keys()])];
  const moves = kinds.map((code) => ({
    isRanked: codes.includes(code),
    order: compareDecimals(after.get(code) ?? nothing, before.get(code) ?? nothing),
  }));
  if (moves.every(({ order }) => order === 0)) return minor('fees_same');
  if (moves.some(({ isRanked }) => !isRanked)) return unassessed('off_scale');
  const [up, down] = [moves.some(({ order }) => order > 0), moves.some(({ order }) => order < 0)];
  if (up && down) return outcomeOf('fees_apart', 'mixed');
  return up ? outcomeOf('fees_higher', 'weakens') : outcomeOf('fees_lower', 'strengthens');
}

/** Null when the value is not a list of fees, or has a code twice. */
function feesOf(value: FieldValue): ReadonlyMap<string, Decimal> | null {
  const listed = value?.['fees'];
  if (!Array.isArray(listed)) return null;
  const fees = new Map<string, Decimal>();
  for (const fee of listed as readonly unknown[]) {
    const { code, bps } = (fee ?? {}) as Readonly<Record<string, unknown>>;
    const number = readDecimal(bps);
    if (typeof code !== 'string' || number === null || fees.has(code)) return null;
    fees.set(code, number);
  }
  return fees;
}

/**
 * Steps of a scale, and a cap where lower is better and none is worst; a cap that is stated for the first time is neutral.
 * The change is mixed when scale and cap disagree.
 */
function compareSupply(rule: { readonly scale: readonly string[] }, old: FieldValue, current: FieldValue): Outcome {
  const step = compareOrdinal(rule, old, current);
  if (step.direction === 'unassessed') return step;
  const cap = compareCap(old?.['cap'], current?.['cap']);
  if (cap === null) return step;
  if (cap.direction === 'unassessed') return cap;
  if (step.direction === 'neutral') return cap;
  return { direction: combine([step.direction, cap.direction]), reasons: [...step.reasons, ...cap.reasons] };
}

/** Null when neither value states a cap, or both the same. */
function compareCap(old: unknown, current: unknown): Outcome | null {
  if (old === undefined && current === undefined) return null;
  if (old === undefined) return outcomeOf('cap_stated', 'neutral');
  if (current === undefined) return outcomeOf('cap_gone', 'weakens');
  const [before, after] = [readDecimal(old), readDecimal(current)];
  if (before === null || after === null) return unassessed('unreadable');
  const order = compareDecimals(after, before);
  if (order === 0) return null;
  return order > 0 ? outcomeOf('cap_raised', 'weakens') : outcomeOf('cap_lowered', 'strengthens');
}
