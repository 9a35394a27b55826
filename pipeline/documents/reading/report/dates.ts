/** Dates of a report: in headings, and of maturities, whose order of day and month the table itself must settle. */
import { dateOf, datesAt } from '../notation/dates.ts';
import { plainForm } from '../notation/words.ts';

const start =
  /(?:^|\s)(?=\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th|\.)? (?:de )?\p{L}{3,12} |\d{4}-\d{2}-\d{2})/u;

/** A year, or a day of a month: "May 31 and June 30, 2025" has two dates. */
const otherDate =
  /\b(?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}\b|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** The date that a line ends with, with its time; null when it has none, or several. */
export function dateIn(line: string): string | null {
  const text = plainForm(line).trim();
  const found = start.exec(text);
  if (found === null) return null;
  const at = found.index + found[0].length;
  const list = datesAt(text, at);
  const [date] = list?.dates ?? [];
  if (list === null || date === undefined || list.dates.length > 1 || list.isOpen) return null;
  return /^[:.]?$/.test(text.slice(list.end)) && !otherDate.test(text.slice(0, at)) ? date : null;
}

const numeric = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/;

/** Maturities in ISO form, in order; null where the text is no date or its order is not settled by another one. */
export function maturitiesOf(texts: readonly string[]): readonly (string | null)[] {
  const parts = texts.map((text) => numeric.exec(text.trim()));
  const second = parts.some((one) => Number(one?.[2]) > 12);
  const first = parts.some((one) => Number(one?.[1]) > 12);
  return texts.map((text, index) => {
    const [, one = '', other = '', year = ''] = parts[index] ?? [];
    if (year === '') return dateOf(text);
    if (first === second) return null;
    const [month, day] = second ? [one, other] : [other, one];
    const full = year.length === 2 ? `20${year}` : year;
    return dateOf(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  });
}
