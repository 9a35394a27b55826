import { beyondAscii, unicodeForm } from '../../../schemas/values/unicode-form.ts';
import { commonWords } from './common-words.ts';
import { inOrder } from './name-order.ts';
import { type LegalFormKind, leadingForms, legalForms } from './legal-forms.ts';

/** A name of an organisation without differences of spelling. */
export interface NormalName {
  /** Words without legal form, joined by a space; empty when the name has no other words. */
  readonly base: string;
  readonly words: readonly string[];
  /** Kinds of the legal forms in the name; empty without any. */
  readonly forms: readonly LegalFormKind[];
}

/**
 * Normalises a name: levels compatibility forms, case, accents, quotation marks and punctuation, joins initials (`S. A.
 * S.` is `sas`), and removes legal forms from both ends.
 */
export function normalName(text: string): NormalName {
  const words = wordsOf(text);
  const forms = new Set<LegalFormKind>();
  let start = words[0] === 'the' && words.length > 1 ? 1 : 0;
  let end = words.length;
  for (let form = formAtEnd(words, start, end); form !== null; form = formAtEnd(words, start, end)) {
    forms.add(form.kind);
    end -= form.length;
  }
  for (let form = formAtStart(words, start, end); form !== null; form = formAtStart(words, start, end)) {
    forms.add(form.kind);
    start += form.length;
  }
  const left = words.slice(start, end);
  return { base: left.join(' '), words: left, forms: [...forms].sort() };
}

/** Normalises a name of a person in the same way, `LAST, First` turned round; it has no legal form. */
export function normalPerson(text: string): NormalName {
  const words = wordsOf(inOrder(text));
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

/** Letters without a Unicode decomposition into base letter and mark. */
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't' }),
);

/** Forms in scripts without spaces between words. */
const unspacedForms = new RegExp(
  Object.values(legalForms)
    .flat()
    .filter((form) => /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(form))
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
);

function wordsOf(text: string): readonly string[] {
  const levelled = beyondAscii.test(text) ? levelledLetters(text) : text.toLowerCase();
  const spaced = levelled.replaceAll(/['’‘`´ʼ]/g, '').replaceAll(/[&+]/g, ' and ');
  return joinInitials(spaced.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== ''));
}

/** In lower case, without compatibility forms and accents, and with a space around a legal form that has none. */
function levelledLetters(text: string): string {
  const spaced = unicodeForm(text, 'NFKC').toLowerCase().replaceAll(unspacedForms, ' $& ');
  return unicodeForm(spaced, 'NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[ßæœøłđðþıħŧ]/g, (letter) => letters.get(letter) ?? letter)
    .normalize('NFC');
}

/** `s a s` becomes `sas`; a single letter between words stays as it is. */
function joinInitials(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let initials = '';
  for (const word of [...words, '']) {
    if (/^\p{L}$/u.test(word)) {
      initials += word;
      continue;
    }
    if (initials !== '') joined.push(initials);
    initials = '';
    if (word !== '') joined.push(word);
  }
  return joined;
}

type Forms = ReadonlyMap<string, LegalFormKind>;

const allForms: Forms = new Map(
  (Object.entries(legalForms) as [LegalFormKind, readonly string[]][]).flatMap(([kind, written]) =>
    written.map((form) => [wordsOf(form).join(' '), kind] as const),
  ),
);
const formsBefore: Forms = new Map(
  leadingForms.flatMap((form) => {
    const words = wordsOf(form).join(' ');
    const kind = allForms.get(words);
    return kind === undefined ? [] : [[words, kind] as const];
  }),
);
const longestForm = Math.max(...[...allForms.keys()].map((form) => form.split(' ').length));

interface FoundForm {
  readonly kind: LegalFormKind;
  /** Number of its words. */
  readonly length: number;
}

/** The longest form at the end of the words that leaves at least one word. */
function formAtEnd(words: readonly string[], start: number, end: number): FoundForm | null {
  for (let length = Math.min(longestForm, end - start - 1); length > 0; length -= 1) {
    const kind = allForms.get(words.slice(end - length, end).join(' '));
    if (kind !== undefined) return { kind, length };
  }
  return null;
}

function formAtStart(words: readonly string[], start: number, end: number): FoundForm | null {
  for (let length = Math.min(longestForm, end - start - 1); length > 0; length -= 1) {
    const kind = formsBefore.get(words.slice(start, start + length).join(' '));
    if (kind !== undefined) return { kind, length };
  }
  return null;
}
