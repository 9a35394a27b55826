/** When a report speaks and when it came out: the time of day of its date, and the date under its signature. */
import type { Reading } from '../../../../schemas/values/reading.ts';
import { dateOf } from '../notation/dates.ts';
import { hourMs } from '../../../../schemas/values/durations.ts';

const stated =
  /(\p{L}{3,9} \d{1,2}, \d{4}),? at (\d{1,2}):(\d{2}) ?([ap])\.?m\.?,? (Coordinated Universal Time|UTC|Eastern Time)\b/giu;

/**
 * The date with its time in UTC, such as `2025-06-30T23:59:00Z`, where the report states one time of that date; else the
 * date alone.
 */
export function momentOf(texts: readonly string[], date: string): string {
  const moments = new Set<string>();
  for (const text of texts) {
    for (const [, day = '', hours = '', minutes = '', half = '', zone = ''] of text.matchAll(stated)) {
      if (dateOf(day) !== date) continue;
      const hour = (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
      const offset = zone.toLowerCase() === 'eastern time' ? easternOffset(date) : 0;
      const isTime = Number(hours) >= 1 && Number(hours) <= 12 && Number(minutes) < 60;
      moments.add(
        isTime
          ? new Date(
              Date.parse(`${date}T00:00:00Z`) + (hour + offset) * hourMs + Number(minutes) * 60_000,
            ).toISOString()
          : '',
      );
    }
  }
  const [only = ''] = moments;
  return moments.size === 1 && only !== '' ? only.replace('.000Z', 'Z') : date;
}

/** Hours from Eastern Time to UTC on a day: daylight saving from the second Sunday of March to the first of November. */
function easternOffset(date: string): number {
  const year = date.slice(0, 4);
  const isSummer = date >= sundayOf(year, '03', 2) && date < sundayOf(year, '11', 1);
  return isSummer ? 4 : 5;
}

function sundayOf(year: string, month: string, count: number): string {
  const first = new Date(`${year}-${month}-01T00:00:00Z`).getUTCDay();
  const day = 1 + ((7 - first) % 7) + (count - 1) * 7;
  return `${year}-${month}-${String(day).padStart(2, '0')}`;
}

/** Days within which a report is published after its date; a later date in the text has another meaning. */
const latestDays = 150;

/**
 * The date of publication: the only date after that of the report which stands on a line of its own, as under a signature.
 * Null where there is none, or another one.
 */
export function publishedAt({ pages, blocks }: Pick<Reading, 'pages' | 'blocks'>, asOf: string): string | null {
  const lines = [
    ...pages.flatMap((page) => page.lines.flatMap(({ cells }) => (cells.length === 1 ? (cells[0]?.[2] ?? '') : []))),
    ...blocks.filter(({ own }) => own).map(({ text }) => text),
  ];
  const until = new Date(Date.parse(asOf) + latestDays * 24 * hourMs).toISOString().slice(0, 10);
  const dates = lines.map((line) => dateOf(line)).filter((date) => date !== null && date > asOf && date <= until);
  const [only] = new Set(dates);
  return new Set(dates).size === 1 ? (only ?? null) : null;
}
