/** Names of organisations: words without legal forms, each with its class. */
import { isFormInside, withoutForms } from './forms.ts';
import { phrasesOf, textOf } from './phrases.ts';
import { withoutInitials } from './bracketed-initials.ts';
import { joinInitials, levelled, oneWord, wordsOf } from './read-words.ts';
import { meaningByStem } from './word-stems.ts';
import { numbers, places, smallWords, words as wordTable } from '../tables/tables.ts';
import { type RawWord, type ReadName, type Word, type WordClass, withClass } from './word.ts';

const masses = { generic: 1.75, place: 6, number: 3.6, stop: 0.4 } as const;

/** Longest phrase that is one thing, in words. */
const longestPhrase = 5;
const longestPlace = 3;

const tables = [phrasesOf(wordTable), phrasesOf(places), phrasesOf(numbers)] as const;
const [{ heads: known }, { heads: placesKnown }, { heads: numbersKnown }] = tables;
const romanPrefix = 'roman ';
const romans = new Map(
  [...numbersKnown].flatMap(([text, number]) =>
    text.startsWith(romanPrefix) ? [[text.slice(romanPrefix.length), number] as const] : [],
  ),
);
const firstOfPhrases: ReadonlySet<string> = new Set(tables.flatMap(({ first }) => [...first]));
const stops = new Set(smallWords);

/** Reads a name of an organisation. */
export function readOrganisation(name: string): ReadName {
  const all = joinInitials(wordsOf(withoutInitials(levelled(name))));
  const [first, ...others] = all;
  const { words, forms } = withoutForms(first?.text === 'the' && others.length > 0 ? others : all);
  return { mode: 'organisation', words: classed(words), forms };
}

function classed(raw: readonly RawWord[]): readonly Word[] {
  const words: Word[] = [];
  for (let at = 0; at < raw.length; ) {
    const [word, length] = phraseAt(raw, at);
    words.push(word);
    at += length;
  }
  return words;
}

/** The longest phrase at a place, or else the word there. */
function phraseAt(raw: readonly RawWord[], at: number): readonly [Word, number] {
  const { text: start = '' } = raw[at] ?? {};
  const longest = firstOfPhrases.has(start) ? longestPhrase : 1;
  for (let length = Math.min(longest, raw.length - at); length > 0; length -= 1) {
    const phrase = raw.slice(at, at + length);
    const found = meaningOf(textOf(phrase), {
      length,
      isWhole: length === raw.length,
      isLast: at + length === raw.length,
    });
    if (found !== null) return [wordOf(oneWord(phrase), found), length];
  }
  const word = raw[at] ?? oneWord([]);
  return [withClass(word, 'name', lettersMass(word), null), 1];
}

/** "Named after" joins a name and a person's name, as a small word does. */
const named = 'generic named';

interface Meaning {
  readonly kind: Exclude<WordClass, 'name' | 'initial' | 'particle'>;
  readonly meaning: string | null;
}

interface Place {
  readonly length: number;
  readonly isWhole: boolean;
  readonly isLast: boolean;
}

/** A place and a stop word are never the whole name; a number is it in digits only. */
function meaningOf(text: string, { length, isWhole, isLast }: Place): Meaning | null {
  const head = known.get(text) ?? (length === 1 ? meaningByStem(text) : null) ?? undefined;
  if (head === named) return isWhole ? null : { kind: 'stop', meaning: null };
  if (head !== undefined) return { kind: head.startsWith('domain ') ? 'domain' : 'generic', meaning: head };
  const place = length > longestPlace || isWhole ? undefined : placesKnown.get(text);
  if (place !== undefined) return { kind: 'place', meaning: `place ${place}` };
  const number = numberOf(text, isLast && !isWhole);
  if (number !== null && (!isWhole || /^\d+$/.test(text))) return { kind: 'number', meaning: `number ${number}` };
  if (isWhole || length > 1) return null;
  return stops.has(text) || isFormInside(text) ? { kind: 'stop', meaning: null } : null;
}

function numberOf(text: string, isEnd: boolean): string | null {
  const digits = startsWithDigit(text) ? /^(\d+)(?:st|nd|rd|th)?$/.exec(text)?.[1] : undefined;
  if (digits !== undefined) return digits.replace(/^0+(?=\d)/, '');
  const roman = text.length > 1 || isEnd ? romans.get(text) : undefined;
  return roman ?? (text.startsWith(romanPrefix) ? null : (numbersKnown.get(text) ?? null));
}

const startsWithDigit = (text: string): boolean => text.charCodeAt(0) >= 48 && text.charCodeAt(0) <= 57;

function wordOf(word: RawWord, { kind, meaning }: Meaning): Word {
  const mass = kind === 'domain' ? lettersMass(word) / 2 : masses[kind];
  return withClass(word, kind, mass, meaning);
}

/** Longer words weigh more, up to six letters. A script without vowels has fewer letters. */
export const lettersMass = ({ text, bare }: RawWord): number =>
  Math.min(6, Math.max(3, bare ? text.length * 1.6 : text.length));
