import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { minor, type Outcome, outcomeOf, unassessed } from './outcome.ts';

/** A date that advances regularly: later is routine, earlier weakens. */
export function compareDate(old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [dayOf(old), dayOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (after === before) return minor('same_date');
  return after > before ? { ...minor('later_date'), routine: true } : outcomeOf('earlier_date', 'weakens');
}

function dayOf(value: FieldValue): string | null {
  const date = value?.['date'];
  return typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null;
}
