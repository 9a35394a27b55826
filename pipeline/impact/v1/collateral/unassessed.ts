import type { Verdict } from '../../rule.ts';
import { all } from '../dimensions.ts';

/** A change of the reserve whose meaning does not follow from what the report states. */
export const unassessed = (reason: string, holders: string): Verdict => ({
  dimensions: all('unassessed', 'reserve_quality'),
  direction: 'unassessed',
  status: 'unassessed',
  reason,
  holders,
});
