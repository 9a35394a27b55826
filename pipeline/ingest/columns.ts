import type { ColumnMeaning } from '../../schemas/facts.ts';
import { isDti } from '../../schemas/values/dti.ts';
import { readServices } from './crypto-asset-services.ts';
import {
  foldText,
  normaliseAuthority,
  normaliseCountry,
  normaliseName,
  normaliseText,
  normaliseUrls,
} from './spellings.ts';

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
  if (isBlank(meaning, text)) return null;
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
  if (meaning === 'dti' || meaning === 'ffg') return identifierWords(text).join('|');
  const items = readItems(meaning, text) ?? [];
  return items.length > 0 ? items.join('|') : text;
}

/**
 * Words of an identifier list: `|`, commas, semicolons, spaces and a capital I separate, chain names in brackets are
 * notes.
 */
export const identifierWords = (text: string): readonly string[] =>
  sortedSet(listWords(text.replace(/\([^()]*\)/g, ' ')));

/**
 * Words of a list of countries, codes as ISO 3166-1 has them. A passport covers states of the European Economic Area only,
 * so that SL stands for Slovenia.
 */
export const passportWords = (text: string): readonly string[] =>
  sortedSet(
    listWords(text)
      .map(normaliseCountry)
      .map((code) => (code === 'SL' ? 'SI' : code)),
  );

function looseKey(meaning: ColumnMeaning, cell: string): string {
  if (isBlank(meaning, normaliseText(cell))) return '';
  switch (meaning) {
    case 'authority':
      return normaliseAuthority(cell);
    case 'country':
      return normaliseCountry(cell);
    case 'legal_name':
    case 'commercial_name':
      return normaliseName(cell);
    case 'website':
    case 'white_paper_link':
      // A path is case-sensitive: only what is not a link may be folded.
      return normaliseUrls(cell) ?? foldText(cell);
    default:
      return foldText(cell);
  }
}

const isBlank = (meaning: ColumnMeaning, text: string): boolean =>
  text === '' || (text.length <= longestBlank && (blanks[meaning] ?? /^(?:n\/?a\.?|-+)$/i).test(text));

/** Words that stand for a blank cell, where they are others than everywhere. */
const blanks: Partial<Record<ColumnMeaning, RegExp>> = {
  legal_name: /^(?:n\/?a\.?|-+|not available)$/i,
  reason: /^(?:n\/?a\.?|-+|none)$/i,
};
const longestBlank = 20;

const isDateColumn = (meaning: ColumnMeaning): boolean =>
  meaning === 'authorisation_date' ||
  meaning === 'authorisation_end' ||
  meaning === 'white_paper_date' ||
  meaning === 'decision_date' ||
  meaning === 'next_renewal' ||
  meaning === 'last_update';

/** Day before month, as European registers write; ISO dates as they are. */
function readDate(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})\.?$/.exec(text) ?? [];
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
      return identifierWords(text).filter(isDti);
    case 'previous_names':
    case 'other_names':
      return sortedSet(text.split(' | '));
    case 'services':
      return readServices(text).items;
    case 'passport':
      return passportWords(text).filter((code) => /^[A-Z]{2}$/.test(code));
    default:
      return null;
  }
}

/** Some authorities separate with a capital I in place of the bar. */
const listWords = (text: string): readonly string[] => text.split(/[|,;/\s]+/).filter((word) => word !== 'I');

const sortedSet = (items: readonly string[]): readonly string[] =>
  [...new Set(items.filter((item) => item !== ''))].sort();
