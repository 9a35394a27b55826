import { longestWindow } from '../../labels/feed-paths.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** Days of the usual windows. */
const usualWindows = [30, 90, 180, 365] as const;
/** A window that contains every change, milliseconds. A fixed length, because feeds are cached by it. */
export const everMs = 50 * 365 * dayMs;

/** The shortest usual window that contains a time, in days; null if it is older than all of them. */
export const windowFor = (at: number, now: number): number | null =>
  usualWindows.find((days) => days > Math.ceil((now - at) / dayMs)) ??
  (now - at <= longestWindow * dayMs ? longestWindow : null);
