import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { combine } from '../../combine.ts';
import { compareDecimals, readDecimal } from './decimal.ts';
import { compareOrdinal } from './ordinal.ts';
import { type Outcome, outcomeOf, unassessed } from './outcome.ts';

/**
 * Steps of a scale, and a cap where lower is better and none is worst; a cap that is stated for the first time is neutral.
 * The change is mixed when scale and cap disagree.
 */
export function compareSupply(
  rule: { readonly scale: readonly string[] },
  old: FieldValue,
  current: FieldValue,
): Outcome {
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
