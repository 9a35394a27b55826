/** Legal forms in their own script, as equality takes them off a name. */
import { forms, type FormRow, words } from '../tables/tables.ts';
import { commonWords } from './common-words.ts';
import { levelledLetters, normalWords } from './normal-words.ts';

/** `company` is a company of any kind, such as the Thai word in front of a name: it excludes no form. */
const kinds: ReadonlySet<string> = new Set([
  ...['limited', 'joint-stock', 'partnership', 'co-operative', 'sole-trader', 'state', 'non-profit', 'joint-venture'],
  'company',
]);

const linesOfBusiness = new Set(words.filter(([, head]) => head.startsWith('domain ')).map(([phrase]) => phrase));

/** A form that states what a company does is part of its name here: "joint stock bank". */
const taken = forms
  .filter(({ form, kind }) => kinds.has(kind) && !form.split(' ').some((word) => linesOfBusiness.has(word)))
  .sort((a, b) => Number(a.origin === 'own') - Number(b.origin === 'own'));

type Forms = ReadonlyMap<string, string>;

const levelledForm = ({ form }: FormRow): string => levelledLetters(form);
const formsIn = (rows: readonly FormRow[]): Forms =>
  new Map(rows.map((row) => [normalWords(levelledForm(row)).join(' '), row.kind]));

const atEnd = formsIn(taken);
const atStart = formsIn(taken.filter(({ leads }) => leads));
/** Most names neither start nor end with a word of a form. */
const wordsOfForms = (at: number): ReadonlySet<string> =>
  new Set([...atEnd.keys()].map((form) => form.split(' ').at(at) ?? ''));
const [firstWords, lastWords] = [wordsOfForms(0), wordsOfForms(-1)] as const;
const longest = Math.max(...[...atEnd.keys()].map((form) => form.split(' ').length));

const patternOf = (rows: readonly string[]): string => [...rows].sort((a, b) => b.length - a.length).join('|');
const inScript = (script: RegExp): readonly string[] => taken.map(levelledForm).filter((form) => script.test(form));

/** Forms of Han and Hangul stand anywhere without a space, those of Thai around a name. */
const unspaced = new RegExp(patternOf(inScript(/^[\p{Script=Han}\p{Script=Hangul}]{2,}$/u)), 'gu');
const thai = patternOf(inScript(/^\p{Script=Thai}+$/u));
const thaiAround = new RegExp(`^(?:${thai})|(?:${thai})(?=$|[\\s(])`, 'gu');

/** A levelled text with a space around the forms that scripts write without one. */
export function spacedForms(levelled: string): string {
  if (!beyondLatin.test(levelled)) return levelled;
  return levelled.replaceAll(unspaced, ' $& ').replaceAll(thaiAround, ' $& ');
}

const beyondLatin = /[\u0e00-\u0eff\u3400-\u9fff\uac00-\ud7af]/;

export interface FoundForm {
  readonly kind: string;
  /** Number of its words. */
  readonly length: number;
}

/** The longest form at the end of the words that leaves one word or more. */
export function formAtEnd(words: readonly string[]): FoundForm | null {
  if (!lastWords.has(words.at(-1) ?? '')) return null;
  let [found, text]: [FoundForm | null, string] = [null, ''];
  for (let length = 1; length <= longest && length < words.length; length += 1) {
    const before = words[words.length - length] ?? '';
    text = length === 1 ? before : `${before} ${text}`;
    const kind = atEnd.get(text);
    if (kind !== undefined) found = { kind, length };
  }
  return found;
}

const leastLetters = 3;
/** Forms of three letters that others list are too often words of a name in front. */
const leastOfOthers = 4;
const own = formsIn(taken.filter(({ origin }) => origin === 'own'));

/**
 * The longest form at the start of the words that leaves one word or more. One that is not listed as leading has three
 * letters or more and stands before a naming word: "SAS Institute" is no SAS.
 */
export function formAtStart(words: readonly string[]): FoundForm | null {
  if (!firstWords.has(words[0] ?? '')) return null;
  for (let length = Math.min(longest, words.length - 1); length > 0; length -= 1) {
    const text = words.slice(0, length).join(' ');
    const listed = atStart.get(text);
    if (listed !== undefined) return { kind: listed, length };
    const kind = text.length >= (own.has(text) ? leastLetters : leastOfOthers) ? atEnd.get(text) : undefined;
    if (kind !== undefined && words.slice(length).some(isNaming)) return { kind, length };
  }
  return null;
}

const isNaming = (word: string): boolean =>
  word.length > 1 && !commonWords.has(word) && !/^\d+$/.test(word) && !atEnd.has(word);
