import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { minor, type Outcome, seen, unassessed } from './outcome.ts';
import { codeOf, otherCode, sayTheSame } from './read-value.ts';

/** Codes that stand for a number of days, fewer being better; a code without a number never comes and is worst. */
export function compareFrequency(
  { days }: { readonly days: Readonly<Record<string, number | null>> },
  old: FieldValue,
  current: FieldValue,
): Outcome {
  const [before, after] = [codeOf(old), codeOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (before === otherCode && after === otherCode && sayTheSame(old, current)) return minor('as_often');
  if (!Object.hasOwn(days, before) || !Object.hasOwn(days, after)) return unassessed('off_scale');
  const [from, to] = [days[before] ?? Infinity, days[after] ?? Infinity];
  if (from === to) return minor('as_often');
  return to < from ? seen('more_often', 'strengthens') : seen('less_often', 'weakens');
}
