import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { minor, type Outcome, outcomeOf, unassessed } from './outcome.ts';

/** Whether something exists: a move to the good answer strengthens. Another name alone is neutral. */
export function compareBool({ good }: { readonly good: boolean }, old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [old?.['present'], current?.['present']];
  if (typeof before !== 'boolean' || typeof after !== 'boolean') return unassessed('unreadable');
  if (before === after)
    return old?.['name'] === current?.['name'] ? minor('same_answer') : outcomeOf('same_answer', 'neutral');
  return after === good ? outcomeOf('good_answer', 'strengthens') : outcomeOf('bad_answer', 'weakens');
}
