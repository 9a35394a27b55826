import type { ColumnMeaning } from '../../schemas/facts.ts';
import { isDti } from '../../schemas/values/dti.ts';

/** What a cell states once its notation is taken away. */
export interface ColumnReading {
  /** The cell, whitespace normalised. */
  readonly text: string;
  /** Set-valued columns: the members, normalised and sorted. */
  readonly items?: readonly string[];
  /** Date columns: ISO date when the cell can be read as one. */
  readonly date?: string;
}

/** How far two cells of one column differ: not at all, only in their notation, or in what they state. */
export type CellDifference = 'equal' | 'editorial' | 'changed';

/** Reads a register's cell by what its column means; null when it is blank or says "n/a". */
export function readColumn(meaning: ColumnMeaning, cell: string): ColumnReading | null {
  const text = normaliseText(cell);
  if (isBlank(text)) return null;
  if (isDateColumn(meaning)) {
    const date = readDate(text);
    return date === null ? { text } : { text, date };
  }
  const items = readItems(meaning, text);
  return items === null ? { text } : { text, items };
}

/** Compares two cells of a column. A list is a set, a date is a day, whitespace is nothing. */
export function compareCells(meaning: ColumnMeaning, before: string, after: string): CellDifference {
  if (comparisonKey(meaning, before) === comparisonKey(meaning, after)) return 'equal';
  if (meaning === 'last_update') return 'editorial';
  return looseKey(meaning, before) === looseKey(meaning, after) ? 'editorial' : 'changed';
}

/** Text that is equal for two cells with the same content after field normalisation. */
export function comparisonKey(meaning: ColumnMeaning, cell: string): string {
  const text = normaliseText(cell);
  if (isDateColumn(meaning)) return readDate(text) ?? text;
  if (meaning === 'dti' || meaning === 'ffg') return listWords(text).join('|');
  const items = readItems(meaning, text) ?? [];
  return items.length > 0 ? items.join('|') : text;
}

/** Host and path of a link as sources spell them: no scheme, no `www.`, no trailing slash; null when it is not a link. */
export function normaliseUrl(cell: string): string | null {
  const text = cell.trim().replace(/^https?:\/\//i, '');
  if (/\s/.test(text)) return null;
  const [withoutFragment = ''] = text.split('#', 1);
  const end = withoutFragment.search(/[/?]/);
  const host = (end < 0 ? withoutFragment : withoutFragment.slice(0, end)).toLowerCase().replace(/^www\./, '');
  if (!/^[^.:@]/.test(host) || !host.slice(1).includes('.') || host.endsWith('.') || /[:@]/.test(host)) return null;
  return host + (end < 0 ? '' : trimEnd(withoutFragment.slice(end), '/'));
}

/** NFC, invisible characters removed, every run of whitespace (no-break spaces too) one space. */
export const normaliseText = (cell: string): string =>
  cell
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** An authority's name without its abbreviation in brackets and with its known misspelling corrected. */
export function normaliseAuthority(cell: string): string {
  const name = foldText(cell.replace(/\([^()]*\)/g, ' '));
  return authorityAliases[name] ?? name;
}

/** ISO 3166-1 alpha-2 code of a country as European registers print it. */
export function normaliseCountry(cell: string): string {
  const code = normaliseText(cell).toUpperCase();
  return code === 'EL' ? 'GR' : code;
}

/** NFKC, straight quotes, lower case, no punctuation at the ends. */
export function foldText(cell: string): string {
  const text = normaliseText(cell.normalize('NFKC'))
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .toLowerCase();
  return trimStart(trimEnd(text, punctuation), punctuation);
}

const punctuation = ' .,;:!?"\'/|';

/** Loops, since a pattern anchored at the end takes quadratic time on a hostile cell. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function trimStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return text.slice(start);
}

const authorityAliases: Readonly<Record<string, string>> = { 'de nederlansche bank': 'de nederlandsche bank' };

function looseKey(meaning: ColumnMeaning, cell: string): string {
  if (isBlank(normaliseText(cell))) return '';
  switch (meaning) {
    case 'authority':
      return normaliseAuthority(cell);
    case 'country':
      return normaliseCountry(cell);
    case 'website':
    case 'white_paper_link':
      // A path is case-sensitive: only what is not a link may be folded.
      return normaliseUrl(cell) ?? foldText(cell);
    default:
      return foldText(cell);
  }
}

const isBlank = (text: string): boolean => text === '' || /^(?:n\/?a\.?|-+)$/i.test(text);

const isDateColumn = (meaning: ColumnMeaning): boolean =>
  meaning === 'authorisation_date' ||
  meaning === 'authorisation_end' ||
  meaning === 'white_paper_date' ||
  meaning === 'decision_date' ||
  meaning === 'last_update';

/** Day before month, as European registers write; ISO dates as they are. */
function readDate(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  if (day !== undefined && month !== undefined && year !== undefined) {
    return calendarDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  }
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? calendarDate(text) : null;
}

function calendarDate(iso: string): string | null {
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}

function readItems(meaning: ColumnMeaning, text: string): readonly string[] | null {
  switch (meaning) {
    case 'dti':
    case 'ffg':
      return listWords(text).filter(isDti);
    case 'services':
      return sortedSet([...text.matchAll(/(?:^|[|;,]|\sI\s)\s*([a-j])\s*\./g)].map(([, letter]) => letter ?? ''));
    case 'passport':
      return sortedSet(text.split(/[|,;\s]+/).map(normaliseCountry)).filter((code) => /^[A-Z]{2}$/.test(code));
    default:
      return null;
  }
}

/** Words of an identifier list: `|`, commas, semicolons and spaces separate, chain names in brackets are notes. */
const listWords = (text: string): readonly string[] => sortedSet(text.replace(/\([^()]*\)/g, ' ').split(/[|,;\s]+/));

const sortedSet = (items: readonly string[]): readonly string[] =>
  [...new Set(items.filter((item) => item !== ''))].sort();
