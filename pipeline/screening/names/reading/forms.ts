/** Legal forms of organisations in Latin letters, as they are taken off a name before it is compared. */
import { forms, words as wordTable } from '../tables/tables.ts';
import { cached } from './cached.ts';
import { edits, isOneSlip } from './letters.ts';
import { type FoundPhrase, phraseAtEnd, phraseAtStart, phrasesOf, textOf } from './phrases.ts';
import { joinInitials, levelled, wordsOf } from './read-words.ts';
import type { RawWord } from './word.ts';

/** Where two projects group a form otherwise, names are similar by the grouping of rigour and equal by our own. */
const grouped = [...forms].sort((a, b) => Number(b.origin === 'rigour') - Number(a.origin === 'rigour'));
const read = grouped.map(({ form, kind, leads }) => ({
  text: textOf(joinInitials(wordsOf(levelled(form)))),
  kind,
  leads,
}));
const known = new Set(wordTable.map(([text]) => text));

/** Forms that are often misspelled. */
const misspelled = [
  ...['company', 'limited', 'corporation', 'incorporated', 'gesellschaft', 'aktiengesellschaft', 'sociedad'],
  ...['obshchestvo', 'liability'],
];

/** Words of long forms are read through two edits. A shorter word would be another one. */
const leastOfLong = 9;
const mostEdits = 20;
const ofLongForms = new Set(
  read.flatMap(({ text }) => (text.includes(' ') ? text.split(' ').filter((word) => word.length >= leastOfLong) : [])),
);

/** One word for those of long forms that are two edits from each other: `ogranichennoi` is `ogranichennoy`. */
const alikeInForms = new Map<string, string>();
for (const word of ofLongForms) alikeInForms.set(word, nearestOf(word, alikeInForms.values()) ?? word);

function nearestOf(text: string, words: Iterable<string>): string | null {
  for (const word of words) {
    if (word.startsWith(text.charAt(0)) && edits(word, text, mostEdits) <= mostEdits) return word;
  }
  return null;
}

/** By their first letter, in their order. */
const byInitial = new Map<string, readonly string[]>();
for (const word of ofLongForms) byInitial.set(word.charAt(0), [...(byInitial.get(word.charAt(0)) ?? []), word]);

/** `organichennoy` is `ogranichennoy`. */
const correctedText = cached(
  20_000,
  (text: string) => text,
  (text): string => {
    if (known.has(text)) return text;
    const word = ofLongForms.has(text) ? text : nearestOf(text, byInitial.get(text.charAt(0)) ?? []);
    return word === null ? text : (alikeInForms.get(word) ?? text);
  },
);

const correctedForm = (text: string): string =>
  text
    .split(' ')
    .map((word) => (word.length < leastOfLong ? word : correctedText(word)))
    .join(' ');

/** As written, and as the words of a name are corrected. */
const both = (rows: typeof read): readonly (readonly [text: string, kind: string])[] => [
  ...rows.map(({ text, kind }) => [text, kind] as const),
  ...rows.map(({ text, kind }) => [correctedForm(text), kind] as const),
];
const atEnd = phrasesOf(both(read));
const atStart = phrasesOf(both(read.filter(({ leads }) => leads)));

function corrected(word: RawWord): RawWord {
  if (word.text.length < leastOfLong) return word;
  const text = correctedText(word.text);
  return text === word.text ? word : { ...word, text };
}

export interface WithoutForms {
  readonly words: readonly RawWord[];
  /** Kinds, sorted. */
  readonly forms: readonly string[];
}

/** Takes legal forms off the end and the start, and always leaves a word. */
export function withoutForms(all: readonly RawWord[]): WithoutForms {
  const kinds = new Set<string>();
  let words = all.map(corrected);
  for (let form = formAtEnd(words); form !== null; form = formAtEnd(words)) {
    kinds.add(form.kind);
    words = words.slice(0, -form.length);
  }
  const end = words.length;
  for (let form = formAtStart(words); form !== null; form = formAtStart(words)) {
    kinds.add(form.head);
    words = words.slice(form.length);
  }
  const start = end - words.length;
  const rest = all.slice(start, end);
  const [front] = rest;
  const form = start > 0 || front === undefined ? undefined : glued.exec(front.text)?.[0];
  if (form !== undefined) kinds.add(atEnd.heads.get(form) ?? 'company');
  kinds.delete('company');
  return {
    words: form === undefined ? rest : rest.map((word, at) => (at === 0 ? withoutFront(word, form.length) : word)),
    forms: [...kinds].sort(),
  };
}

/** Consonants in a row that begin no word; of a form that is written together with the name: "JSCARGUMENT". */
const glued = /^(?:[cop]?jsc|llc)(?=[a-z]{5})/;

function withoutFront(word: RawWord, letters: number): RawWord {
  const isPlain = word.written.length === word.text.length;
  return {
    ...word,
    text: word.text.slice(letters),
    written: isPlain ? word.written.slice(letters) : word.written,
  };
}

const leastLetters = 3;
/** Forms of three letters that others list are too often words of a name in front. */
const leastOfOthers = 4;
const own = new Set(both(read.filter((_, at) => grouped[at]?.origin === 'own')).map(([text]) => text));

/** One that is not listed as leading has three letters or more and stands before a naming word. */
function formAtStart(words: readonly RawWord[]): FoundPhrase | null {
  const listed = phraseAtStart(words, atStart);
  if (listed !== null) return listed;
  const found = phraseAtStart(words, atEnd);
  const text = found === null ? '' : textOf(words.slice(0, found.length));
  if (found === null || text.length < (own.has(text) ? leastLetters : leastOfOthers)) return null;
  return words.slice(found.length).some(isNaming) ? found : null;
}

const isNaming = ({ text }: RawWord): boolean =>
  text.length > 1 && !known.has(text) && !/^\d+$/.test(text) && !atEnd.heads.has(text);

function formAtEnd(words: readonly RawWord[]): { readonly kind: string; readonly length: number } | null {
  const found = phraseAtEnd(words, atEnd);
  if (found !== null) return { kind: found.head, length: found.length };
  const last = words.length > 1 ? words.at(-1)?.text : undefined;
  if (last === undefined || known.has(last)) return null;
  const form = misspelled.find((one) => isOneSlip(one, last));
  return form === undefined ? null : { kind: atEnd.heads.get(form) ?? 'other', length: 1 };
}

/** Forms of three letters that are no word of any name, such as in front of a place: `Example Ltd (Hong Kong)`. */
const shortInside: ReadonlySet<string> = new Set(['inc', 'llc', 'llp', 'ltd', 'plc']);

/** Whether a word inside of a name is a legal form, of more than three letters or one that is nothing else. */
export const isFormInside = (text: string): boolean =>
  shortInside.has(text) || (text.length > 3 && atEnd.heads.has(text));
