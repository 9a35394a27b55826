/** Legal forms of organisations, as match-v1 takes them off a name. */
import { legalForms, words as wordTable } from '../tables/tables.ts';
import { isOneSlip } from './letters.ts';
import { pairsOf, phraseAtEnd, phraseAtStart, phrasesOf } from './phrases.ts';
import type { RawWord } from './word.ts';

const leads = ' lead';
const kindOf = (head: string): string => (head.endsWith(leads) ? head.slice(0, -leads.length) : head);

const atEnd = phrasesOf(legalForms);
const atStart = phrasesOf(legalForms.filter((line) => line.slice(0, line.indexOf(': ')).endsWith(leads)));
const known = new Set(pairsOf(wordTable).map(([, text]) => text));

/** Forms that are often misspelled. */
const misspelled = [
  ...['company', 'limited', 'corporation', 'incorporated', 'gesellschaft', 'aktiengesellschaft', 'sociedad'],
  ...['obshchestvo', 'liability'],
];

export interface WithoutForms {
  readonly words: readonly RawWord[];
  /** Kinds, sorted. */
  readonly forms: readonly string[];
}

/** Takes legal forms off the end and the start, and always leaves a word. */
export function withoutForms(all: readonly RawWord[]): WithoutForms {
  const kinds = new Set<string>();
  let words = all;
  for (let form = formAtEnd(words); form !== null; form = formAtEnd(words)) {
    kinds.add(form.kind);
    words = words.slice(0, -form.length);
  }
  for (let form = phraseAtStart(words, atStart); form !== null; form = phraseAtStart(words, atStart)) {
    kinds.add(kindOf(form.head));
    words = words.slice(form.length);
  }
  return { words, forms: [...kinds].sort() };
}

function formAtEnd(words: readonly RawWord[]): { readonly kind: string; readonly length: number } | null {
  const found = phraseAtEnd(words, atEnd);
  if (found !== null) return { kind: kindOf(found.head), length: found.length };
  const last = words.length > 1 ? words.at(-1)?.text : undefined;
  if (last === undefined || known.has(last)) return null;
  const form = misspelled.find((one) => isOneSlip(one, last));
  return form === undefined ? null : { kind: kindOf(atEnd.heads.get(form) ?? 'other'), length: 1 };
}

/** Whether a word inside of a name is a legal form of more than three letters. */
export const isFormInside = (text: string): boolean => text.length > 3 && atEnd.heads.has(text);
