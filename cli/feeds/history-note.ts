import type { FeedRun } from '../../schemas/generated/records.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/**
 * Event time counts: what follows from an old file became known on its day, by the operator's own date, and on no page of
 * today. Rows are counted: how many changes follow from them, later processors decide. Null for a run that changed nothing or is of today; `now` in milliseconds.
 */
export function historyNote(
  { asOf, added, changed, removed }: Pick<FeedRun, 'asOf' | 'added' | 'changed' | 'removed'>,
  now: number,
): string | null {
  const count = added + changed + removed;
  if (count === 0 || asOf >= now - (now % dayMs)) return null;
  const day = new Date(asOf).toISOString().slice(0, 10);
  return `${count === 1 ? '1 row differs' : `${count} rows differ`} in a file of ${day}: changes that follow are dated that day, not today`;
}
