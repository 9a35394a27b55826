import { inOrder } from '../name-order.ts';
import { withoutInitials } from '../reading/bracketed-initials.ts';
import { joinedNumbers, visible } from '../reading/characters.ts';
import { withoutTones } from '../reading/mandarin.ts';
import { commonWords } from './common-words.ts';
import { type FoundForm, formAtEnd, formAtStart, spacedForms } from './equal-forms.ts';
import { joinUnspaced, levelledLetters, normalWords } from './normal-words.ts';

/** A name of an organisation without differences of spelling. */
export interface NormalName {
  /** Words without legal form, joined by a space; empty when the name has no other words. */
  readonly base: string;
  readonly words: readonly string[];
  /** Kinds of the legal forms in the name; empty without any. */
  readonly forms: readonly string[];
}

/**
 * Normalises a name: drops invisible characters and bracketed initials, levels compatibility forms, case, accents, traditional
 * characters, quotation marks and punctuation, joins initials (`S. A. S.` is `sas`) and numbers that a hyphen divides, and
 * removes legal forms from both ends.
 */
export function normalName(text: string): NormalName {
  const seen = joinedNumbers(withoutInitials(visible(text)));
  let words = normalWords(spacedForms(levelledLetters(seen)));
  if (words[0] === 'the' && words.length > 1) words = words.slice(1);
  const forms = new Set<string>();
  const take = ({ kind }: FoundForm): void => {
    if (kind !== 'company') forms.add(kind);
  };
  for (let form = formAtEnd(words); form !== null; form = formAtEnd(words)) {
    take(form);
    words = words.slice(0, -form.length);
  }
  for (let form = formAtStart(words); form !== null; form = formAtStart(words)) {
    take(form);
    words = words.slice(form.length);
  }
  words = joinUnspaced(words);
  return { base: words.join(' '), words, forms: [...forms].sort() };
}

/** Normalises a name of a person in the same way, `LAST, First` turned round; it has no legal form. */
export function normalPerson(text: string): NormalName {
  const words = joinUnspaced(normalWords(levelledLetters(withoutTones(inOrder(visible(text))))));
  return { base: words.join(' '), words, forms: [] };
}

/** Whether the legal forms of two names do not exclude each other. */
export const formsAgree = ({ forms: left }: NormalName, { forms: right }: NormalName): boolean =>
  left.length === 0 || right.length === 0 || left.some((kind) => right.includes(kind));

const longestKey = 60;

/**
 * Lookups of a name: its uncommon words, or the whole name when all words are common. Equal names share all of their
 * lookups.
 */
export function nameKeys({ base, words }: NormalName): readonly string[] {
  if (base === '') return [];
  const uncommon = words.filter((word) => word.length > 1 && !commonWords.has(word) && !/^\d+$/.test(word));
  const keys = uncommon.length > 0 ? uncommon : [`=${base}`];
  return [...new Set(keys.map((key) => key.slice(0, longestKey)))];
}
