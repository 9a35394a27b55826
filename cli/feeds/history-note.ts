import type { FeedRun } from '../../schemas/generated/records.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/**
 * Event time counts: what follows from an old file became known on its day, by the operator's own date, and on no page of
 * today. Null for a run that changed nothing or is of today; `now` in milliseconds.
 */
export function historyNote(
  { asOf, added, changed, removed }: Pick<FeedRun, 'asOf' | 'added' | 'changed' | 'removed'>,
  now: number,
): string | null {
  const count = added + changed + removed;
  if (count === 0 || asOf >= now - (now % dayMs)) return null;
  return `${count === 1 ? '1 change is' : `${count} changes are`} dated before today`;
}
