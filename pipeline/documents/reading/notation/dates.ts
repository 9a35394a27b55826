/** Days as documents write them. Null for everything that can be read in two ways. */
import { monthOf } from '../vocabulary/months.ts';

const ordinal = '(?:st|nd|rd|th|er|\\.|º)?';
const dayFirst = `(\\d{1,2})${ordinal}(?: of| de)? (\\p{L}{3,12})\\.?,?(?: de)? (\\d{4})`;
const monthFirst = `(\\p{L}{3,12})\\.? (\\d{1,2})${ordinal},? (\\d{4})`;
const short = '(\\d{1,2})-(\\p{L}{3})-(\\d{4}|\\d{2})';
const iso = '(\\d{4})-(\\d{2})-(\\d{2})';

const whole = {
  iso: new RegExp(`^${iso}$`),
  dayFirst: new RegExp(`^${dayFirst}$`, 'iu'),
  monthFirst: new RegExp(`^${monthFirst}$`, 'iu'),
  short: new RegExp(`^${short}$`, 'iu'),
};

/**
 * A day in ISO form, from ISO form or with the name of its month in one of seven languages. Other orders of day and month are
 * ambiguous and are not read.
 */
export function dateOf(text: string): string | null {
  const trimmed = text.trim().replace(/[.]$/, '');
  const inIso = whole.iso.exec(trimmed);
  if (inIso !== null) return dayOf(inIso[1], Number(inIso[2]), inIso[3]);
  const named = whole.dayFirst.exec(trimmed) ?? whole.short.exec(trimmed);
  if (named !== null) return dayOf(yearOf(named[3]), monthOf(named[2] ?? ''), named[1]);
  const american = whole.monthFirst.exec(trimmed);
  return american === null ? null : dayOf(american[3], monthOf(american[1] ?? ''), american[2]);
}

/** A year of two digits beside the name of a month is one of this century: reserves are not older. */
const yearOf = (text = ''): string => (text.length === 2 ? `20${text}` : text);

function dayOf(year: string | undefined, month: number, date: string | undefined): string | null {
  const text = `${year ?? ''}-${String(month).padStart(2, '0')}-${(date ?? '').padStart(2, '0')}`;
  const parsed = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(text) ? null : text;
}

/** Days that a text names one after the other: `June 23 and 30, 2023`. */
export interface DateList {
  /** In ISO form, in the order of the text. */
  readonly dates: readonly string[];
  /** Whether something that may be a further date, or the same one in another zone, follows and is not read. */
  readonly isOpen: boolean;
  /** Where it ends, with times and brackets. */
  readonly end: number;
}

const sticky = (source: string): RegExp => new RegExp(source, 'iuy');

/** A day as a list names it: what it leaves out, its neighbour has. */
interface NamedDay {
  readonly year?: string | undefined;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
}

type NamedForm = readonly [form: RegExp, read: (groups: readonly (string | undefined)[]) => NamedDay];

/** Tried in this order; the name of the month must be one. */
const namedForms: readonly NamedForm[] = [
  [sticky(iso), ([, year, month, day]) => ({ year, month, day })],
  [sticky(dayFirst), ([, day, month, year]) => ({ year, month, day })],
  [sticky(monthFirst), ([, month, day, year]) => ({ year, month, day })],
  [sticky(short), ([, day, month, year]) => ({ year: yearOf(year), month, day })],
  [sticky(`(\\p{L}{3,12})\\.? (\\d{1,2})${ordinal}(?!\\d)`), ([, month, day]) => ({ month, day })],
  [sticky(`(\\d{1,2})${ordinal},? (\\d{4})(?!\\d)`), ([, day, year]) => ({ year, day })],
  [sticky('((?:19|20)\\d\\d)(?!\\d)'), ([, year]) => ({ year })],
  [sticky(`(\\d{1,2})${ordinal}(?= ?(?:,|&|and\\b|und\\b|et\\b|y\\b|e\\b|en\\b|i\\b))`), ([, day]) => ({ day })],
];

const joined = sticky(
  '(?:, ?(?:and |& |und |et |y |e |en |i )?| (?:and|&|und|et|y|e|en|i) )(?:as (?:of|at) |at )?(?=\\p{L}{3,12}\\.? \\d|\\d)',
);
const zone = '(?: (?:\\p{L}{3,12} ){1,3}time| [A-Z]{2,5}\\b)?';
const time = sticky(
  `,?(?: recorded| measured| each)?(?: at)? (?:\\d{1,2}(?:[:.]\\d{2}){1,2}(?: ?[ap]\\.?m\\b\\.?)?|\\d{1,2} ?[ap]\\.?m\\b\\.?|\\d{4} ?(?:hours|hrs)|midnight|close of business),?${zone}`,
);
const bracket = sticky(' ?\\(([^()]{0,120})\\)');
const longestBracket = 120;
/** Longest list, in UTF-16 code units. */
const longestList = 400;

/** What follows a list that goes on where the text ends, or with a day that is not readable. */
const goesOn = /^(?:,|,? (?:and|&|or|to|und|et)(?: \p{L}{3,12}\.?)?(?: \d{1,2},?)?)$/u;

/** The days with which a text goes on from `from`; null when it names none there. The text is in its plain form. */
export function datesAt(text: string, from: number): DateList | null {
  const list = text.slice(from, from + longestList);
  const days: NamedDay[] = [];
  let isOpen = false;
  let at = 0;
  let end = 0;
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const match = expression.exec(list);
    if (match !== null) at = expression.lastIndex;
    return match;
  };
  for (let day = namedAt(list, at); day !== null; day = namedAt(list, at)) {
    days.push(day.named);
    at = day.end;
    const hasTime = take(time) !== null;
    for (let inside = take(bracket); inside !== null; inside = take(bracket)) {
      // The same moment in another zone: the first zone that is named decides, and without it neither day does.
      if (!hasTime && holdsDate(inside[1] ?? '')) isOpen = true;
    }
    end = at;
    // A bracket with others inside, or one that ends on another line.
    if (!hasTime && list.startsWith(' (', at) && holdsDate(list.slice(at, at + longestBracket))) isOpen = true;
    if (take(joined) === null) break;
  }
  if (days.length === 0) return null;
  const rest = list.slice(at).trimEnd();
  const dates = resolved(days);
  const known = dates.flatMap((date) => date ?? []);
  return {
    dates: known,
    isOpen: isOpen || known.length < dates.length || (rest !== '' && goesOn.test(rest)),
    end: from + end,
  };
}

function namedAt(list: string, at: number): { readonly named: NamedDay; readonly end: number } | null {
  for (const [form, read] of namedForms) {
    form.lastIndex = at;
    const match = form.exec(list);
    if (match === null) continue;
    const named = read(match);
    if (named.month === undefined || monthNumber(named.month) > 0) return { named, end: form.lastIndex };
  }
  return null;
}

const monthNumber = (month: string): number => (/^\d/.test(month) ? Number(month) : monthOf(month));

/** Full days: a year is that of the next day which has one, a month that of the last or next day, a day that of the last. */
function resolved(days: readonly NamedDay[]): readonly (string | null)[] {
  return days.map((one, index) => {
    const before = days.slice(0, index).reverse();
    const after = days.slice(index + 1);
    const year = one.year ?? after.find((other) => other.year !== undefined)?.year;
    const month =
      one.month ??
      before.find((other) => other.month !== undefined)?.month ??
      after.find((other) => other.month !== undefined)?.month;
    const day = one.day ?? before.find((other) => other.day !== undefined)?.day;
    return dayOf(year, monthNumber(month ?? ''), day);
  });
}

const dateInside = /\d{1,2}[.,]? \p{L}{3,12}|\p{L}{3,12}\.? \d{1,2}(?!\d)|\d{4}-\d{2}-\d{2}/u;

function holdsDate(text: string): boolean {
  const found = dateInside.exec(text)?.[0] ?? '';
  return /^\d{4}-/.test(found) || (found.match(/\p{L}+/gu) ?? []).some((word) => monthOf(word) > 0);
}
