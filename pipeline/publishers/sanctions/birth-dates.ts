import type { ParsedEntry } from '../../ingest/feed.ts';
import { type AlarmList, shown } from '../alarm-list.ts';

/**
 * Leaves out dates of birth after the year of the listing, with an alarm: programs that read years of two digits print 2068
 * for 1968, and a year that differs from that of a party would rule a similar name out.
 */
export function withoutBirthsAfterListing(entry: ParsedEntry, alarms: AlarmList): ParsedEntry {
  const { listedOn, dates, entityType, entryId } = entry;
  const isLater = (date: string): boolean => listedOn !== null && date.slice(0, 4) > listedOn.slice(0, 4);
  if (entityType !== 'person' || !dates.some(isLater)) return entry;
  for (const date of dates.filter(isLater)) {
    alarms.add(
      'births after the listing',
      `Entry ${entryId} states ${shown(date)} as a date of birth, after its listing.`,
    );
  }
  return { ...entry, dates: dates.filter((date) => !isLater(date)) };
}
