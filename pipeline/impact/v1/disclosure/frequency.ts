import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { minor, type Outcome, outcomeOf, unassessed } from './outcome.ts';
import { codeOf, otherCode, sayTheSame } from './read-value.ts';

/** Codes with an interval in days: shorter is better. A code without a number means never and is worst. */
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
  return to < from ? outcomeOf('more_often', 'strengthens') : outcomeOf('less_often', 'weakens');
}
