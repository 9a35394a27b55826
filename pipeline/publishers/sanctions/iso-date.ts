import { partialDate } from './partial-date.ts';

/** The date of a text `YYYY-MM-DD`, which a time or an offset may follow (ISO 8601); null for other texts. */
export function isoDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:$|[TZ+-])/.exec(text) ?? [];
  return year === undefined ? null : partialDate(Number(year), Number(month), Number(day));
}
