import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { minor, type Outcome, seen, unassessed } from './outcome.ts';

/** Whether something is there: a move to the good answer strengthens. Another name of it alone is neutral. */
export function compareBool({ good }: { readonly good: boolean }, old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [old?.['present'], current?.['present']];
  if (typeof before !== 'boolean' || typeof after !== 'boolean') return unassessed('unreadable');
  if (before === after)
    return old?.['name'] === current?.['name'] ? minor('same_answer') : seen('same_answer', 'neutral');
  return after === good ? seen('good_answer', 'strengthens') : seen('bad_answer', 'weakens');
}
