import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { minor, type Outcome, outcomeOf, unassessed } from './outcome.ts';
import { codeOf, otherCode, sayTheSame } from './read-value.ts';

/** Steps of a scale, best for a holder first: a move towards the best strengthens. */
export function compareOrdinal(
  { scale }: { readonly scale: readonly string[] },
  old: FieldValue,
  current: FieldValue,
): Outcome {
  const [before, after] = [codeOf(old), codeOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (before === otherCode && after === otherCode && sayTheSame(old, current)) return minor('same_step');
  const [from, to] = [scale.indexOf(before), scale.indexOf(after)];
  if (from < 0 || to < 0) return unassessed('off_scale');
  if (from === to) return minor('same_step');
  return to < from ? outcomeOf('better_step', 'strengthens') : outcomeOf('worse_step', 'weakens');
}
