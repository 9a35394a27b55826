import { unfiltered } from '../../../api/readmodel/resources/changes/filter.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { ifReachable } from '../if-reachable.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** Days of the usual windows. */
const usualWindows = [30, 90, 180, 365] as const;
export const longestWindow = 365;
/** The window of a feed that names none. */
const defaultDays = 90;
/** A window that contains every change, milliseconds. A fixed length, because feeds are cached by it. */
export const everMs = 50 * 365 * dayMs;

/** The shortest usual window that contains a time, in days; null if it is older than all of them. */
export const windowFor = (at: number, now: number): number | null =>
  usualWindows.find((days) => days > Math.ceil((now - at) / dayMs)) ??
  (now - at <= longestWindow * dayMs ? longestWindow : null);

/** Path of the feed with a window that shows something; without one if nothing, or the usual window, does. */
export async function windowWithChanges(
  { clock, readFeed }: Pick<ExplorerDependencies, 'clock' | 'readFeed'>,
  tenantId: string,
): Promise<string> {
  const now = clock();
  const feed = await ifReachable(readFeed(tenantId, { ...unfiltered, since: now - everMs }, now));
  const times = (feed?.changes ?? []).map(({ change }) => change.detectedAt);
  const days = times.length === 0 ? null : windowFor(Math.max(...times), now);
  return days === null || days <= defaultDays ? '/changes' : `/changes?days=${days}`;
}
