import { partialDate } from '../partial-date.ts';

/**
 * Dates in OFAC's formats: `06 Jul 1974`, `Jul 1974`, `1974`, each also after "circa". A range, `1974 to 1976` or
 * `1974-1976`, gives its two ends. Null for any other text.
 */
export function readDates(text: string): readonly string[] | null {
  const whole = readDate(text);
  if (whole !== null) return [whole];
  const dates = text
    .replace(/^circa /, '')
    .split(/ to |-/)
    .map(readDate);
  return dates.length > 2 || dates.includes(null) ? null : dates.filter((date) => date !== null);
}

function readDate(text: string): string | null {
  const [, day, month, year = ''] = /^(?:(?:(\d{1,2}) )?([A-Z][a-z]{2}) )?(\d{4})$/.exec(text.trim()) ?? [];
  if (month === undefined) return partialDate(Number(year));
  return partialDate(Number(year), months.indexOf(month) + 1, day === undefined ? null : Number(day));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
