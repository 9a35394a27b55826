/** The kinds of columns. An entry of the catalogue is one call of these. */
import type { RegisterColumnValue } from '../../../schemas/facts.ts';
import { isDti } from '../../../schemas/values/dti.ts';
import { parseUrl } from '../../../schemas/values/parse-url.ts';
import { writtenAddresses } from '../../../schemas/values/written-addresses.ts';
import { isPlaceholderDay, isPlaceholderEnd, isPlaceholderText } from '../placeholder-dates.ts';
import { foldText, normaliseUrls } from '../spellings.ts';
import { sameMembers } from './cell-change.ts';
import { type Column, defineColumn, type Notation, type Traits } from './column.ts';
import { isDate, tokenIdentifiers } from './checks.ts';
import { identifierTokens, namesOf } from './tokens.ts';

type Entry = Column['field'] & Traits;

/** Text, compared with spelling levelled. */
export const text = (entry: Entry): Column =>
  defineColumn({ read: (cell) => ({ text: cell }), key: (cell) => cell, holdsText: true }, entry);

/** A code of GLEIF. */
export const code = (entry: Entry): Column => text({ isCode: true, ...entry });

/** A day. */
export const date = (entry: Entry): Column =>
  defineColumn(entry.endsAuthorisation === true ? endNotation : dateNotation, { check: isDate, ...entry });

/** A date that need not be readable. */
export const looseDate = (entry: Entry): Column => defineColumn(dateNotation, entry);

/** A set of members, in any order. */
export const set = (entry: Entry & { readonly members: (text: string) => readonly string[] }): Column => {
  const { members, ...rest } = entry;
  return defineColumn(
    {
      read: (cell) => ({ text: cell, items: members(cell) }),
      key: (cell) => members(cell).join('|') || cell,
      ...(members === namesOf ? { holdsText: true } : {}),
    },
    rest,
  );
};

/** Token identifiers, ISO 24165. */
export const identifiers = (entry: Entry): Column =>
  defineColumn(
    {
      read: (cell) => ({ text: cell, items: identifierTokens(cell).filter(isDti) }),
      key: (cell) => identifierTokens(cell).join('|'),
      areIdentifiers: true,
    },
    { check: tokenIdentifiers, ...entry },
  );

/** Links, compared by host and path. */
export const link = (entry: Entry): Column =>
  defineColumn(
    {
      read: (cell) => ({ text: cell }),
      key: (cell) => cell,
      // A path is case-sensitive: only a text without a link may be folded.
      looseKey: (cell) => normaliseUrls(cell) ?? foldText(cell),
      isSame: (before, after) => {
        const links = linksOf(before);
        return links.length > 0 && sameMembers(links, linksOf(after));
      },
    },
    entry,
  );

const placeholderOf =
  (isNoDay: (day: string) => boolean) =>
  (cell: string): boolean => {
    const day = writtenDay(cell);
    return day === null ? isPlaceholderText(cell) : isNoDay(day);
  };

const dateNotation: Notation = {
  read: (cell) => {
    const iso = readDate(cell);
    return iso === null ? { text: cell } : { text: cell, date: iso };
  },
  key: (cell) => readDate(cell) ?? cell,
  isPlaceholder: placeholderOf(isPlaceholderDay),
};

const endNotation: Notation = { ...dateNotation, isPlaceholder: placeholderOf(isPlaceholderEnd) };

/** YYYY-MM-DD, if the calendar has that day. */
function readDate(cell: string): string | null {
  const day = writtenDay(cell);
  return day === null ? null : calendarDate(day);
}

/** Reads day before month, as in European registers, or an ISO date, which midnight may follow. YYYY-MM-DD. */
function writtenDay(cell: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})\.?(?: 0?0:00(?::00)?)?$/.exec(cell) ?? [];
  if (day !== undefined && month !== undefined && year !== undefined) {
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  return /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(cell)?.[1] ?? null;
}

function calendarDate(iso: string): string | null {
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}

/** Host and path of every link in a cell, without `www.` and trailing slashes. */
const linksOf = (cell: RegisterColumnValue): readonly string[] =>
  writtenAddresses(cell.text).flatMap((found) => {
    const url = parseUrl(/^https?:/i.test(found) ? found : `https://${found}`);
    return url === null
      ? []
      : [`${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}`];
  });
