import { isPlaceholderDay } from '../../registers/placeholder-dates.ts';

/** Placeholders of programs on which people on lists were born. */
const birthdays: ReadonlySet<string> = new Set(['1969-12-31', '1970-01-01']);

/** YYYY, YYYY-MM or YYYY-MM-DD; null when the date does not exist, or only fills a place (1900-01-01, 9999-12-31). Pass null for a month or day that the source lacks. */
export function partialDate(year: number, month: number | null = null, day: number | null = null): string | null {
  if (!Number.isInteger(year) || year < 1000 || year >= 9999) return null;
  if (month === null) return day === null ? String(year) : null;
  if (!Number.isInteger(month) || month < 1 || month > 12) return null;
  const yearAndMonth = `${year}-${String(month).padStart(2, '0')}`;
  if (day === null) return yearAndMonth;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!Number.isInteger(day) || day < 1 || day > last) return null;
  const date = `${yearAndMonth}-${String(day).padStart(2, '0')}`;
  return isPlaceholderDay(date) && !birthdays.has(date) ? null : date;
}
