/** Countries and laws by their names, from tables: never from words that only resemble a name. */
import { countryNames, isCountry, namesByCode } from '../../../../schemas/values/countries.ts';
import { lawWordsAbroad } from '../vocabulary/law-words-abroad.ts';
import { lawWords } from '../vocabulary/law-words.ts';
import { subdivisions } from '../vocabulary/subdivisions.ts';
import { anyOf, plainForm } from './words.ts';

type Entry = readonly [code: string, names: readonly string[]];

const entriesOf = (table: Iterable<Entry>): readonly Entry[] =>
  [...table].map(([code, names]) => [code, names.map(plainForm)]);

/** Codes by name in lower case; a name with two codes, such as Georgia, has none. */
function byName(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const twice = new Set<string>();
  for (const [code, names] of entries) {
    for (const name of names.map((one) => one.toLowerCase())) {
      if (codes.has(name)) twice.add(name);
      codes.set(name, code);
    }
  }
  for (const name of twice) codes.delete(name);
  return codes;
}

const countryEntries = entriesOf(countryNames);
const subdivisionEntries = entriesOf(namesByCode(subdivisions));
const laws = byName([...countryEntries, ...subdivisionEntries]);
const countries = byName(
  [...countryEntries, ...subdivisionEntries].map(([code, names]) => [code.length === 2 ? code : '', names]),
);
const wordLaws = byName(entriesOf(namesByCode(lawWords)));
const states = new Set(subdivisionEntries.map(([code]) => code.split('-')[1]));

const titles =
  /^(?:the )?(?:(?:state|commonwealth|province|federal republic|republic|kingdom|grand duchy|principality) of )?(?:the )?/;
const bare = (name: string): string => plainForm(name).trim().toLowerCase().replace(titles, '');

/** The code of a law by the name of its country or state; null for any other text. */
export const lawNamed = (name: string): string | null =>
  laws.get(plainForm(name).trim().toLowerCase()) ?? laws.get(bare(name)) ?? wordLaws.get(bare(name)) ?? null;

/** The country of a name, or of a code in capitals that is no code of a state as well. */
export function countryNamed(text: string): string | null {
  const name = text.trim().replace(/[.]$/, '');
  if (/^[A-Z]{2}$/.test(name)) return isCountry(name) && !states.has(name) ? name : null;
  const code = countries.get(plainForm(name).toLowerCase()) ?? countries.get(bare(name)) ?? '';
  return code === '' ? null : code;
}

/** The country of an address: its last part, unless another part names another country. */
export function countryOfAddress(address: string): string | null {
  const named = plainForm(address)
    .split(/[,;\n]/)
    .map(countryOfPart);
  const last = named.at(-1) ?? null;
  return last !== null && named.every((code) => code === null || code === last) ? last : null;
}

const postcode = /\b[A-Z]{0,3}[- ]?\d\w*(?:-+\w+)*/g;

/** The country that is a part of an address beside its postcode, or follows the postcode; its code in brackets may follow. */
function countryOfPart(part: string): string | null {
  const code = /\(([A-Z]{2})\)$/.exec(part.trim())?.[1];
  const name = code === undefined ? part : part.trim().slice(0, -4);
  const found =
    countryNamed(name.replaceAll(postcode, ' ').trim()) ?? countryNamed(name.split(postcode).at(-1)?.trim() ?? '');
  return code === undefined || code === found ? found : null;
}

/** Sources of expressions that match a name of a law, or a word for one, and nothing else. Ignore case. */
export const lawPattern = `(?:the )?(?:(?:state|commonwealth|province|federal republic|republic|kingdom|grand duchy|principality) of )?(?:the )?(?:${anyOf(laws.keys())})(?![\\p{L}\\p{N}])`;
export const lawWordPattern = `(?:${anyOf(wordLaws.keys())})(?![\\p{L}\\p{N}])`;

const lawsAbroad = byName(entriesOf(lawWordsAbroad.map(([code, words]) => [code, words.split('|')])));

/** The code of a law by its words in other languages than English. */
export const lawAbroadNamed = (text: string): string | null =>
  lawsAbroad.get(plainForm(text).trim().toLowerCase()) ?? null;

/** Source of an expression that matches such words, and nothing else. Ignores case. */
export const lawAbroadPattern = `(?:${anyOf(lawsAbroad.keys())})(?![\\p{L}\\p{N}])`;

const subdivisionsOf = (country: string): string =>
  `(?:${anyOf(subdivisionEntries.flatMap(([code, names]) => (code.startsWith(`${country}-`) ? names : [])))})(?![\\p{L}\\p{N}])`;
/** Sources of expressions that match the name of a state of the United States, or of a province of Canada. Ignore case. */
export const usStatePattern = subdivisionsOf('US');
export const caProvincePattern = subdivisionsOf('CA');
