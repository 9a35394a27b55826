import type { Verdict } from '../rule.ts';

/** The verdict on two readings that are not compared: nothing is stated about the fact, and the feed does not show it. */
export const notCompared = ({ reason, holders }: Pick<Verdict, 'reason' | 'holders'>): Verdict => ({
  direction: 'unassessed',
  status: 'unassessed',
  disposition: 'suppressed',
  method: 'none',
  reason,
  ...(holders === undefined ? {} : { holders }),
});
