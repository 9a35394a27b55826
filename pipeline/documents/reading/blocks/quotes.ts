/** Quotes and sentences: always slices of the text of a reading, so that they are found in it again. */
import { type Passage } from './places.ts';
import { plainForm } from '../notation/words.ts';

/** Longest quote, in UTF-16 code units. */
const longest = 400;

/** A text as it is quoted: verbatim, cut after a word where it is longer than a quote may be. */
export function quoteOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= longest) return trimmed;
  const cut = trimmed.slice(0, longest + 1).lastIndexOf(' ');
  return trimmed
    .slice(0, cut > longest / 2 ? cut : longest)
    .trimEnd()
    .toWellFormed();
}

export interface Sentence extends Passage {
  /** The text in the form in which rules match it. */
  readonly plain: string;
  /** The same in lower case. */
  readonly lower: string;
  /** Whether all of it is there: the last words of a page may go on elsewhere, and a long sentence is cut. */
  readonly isWhole: boolean;
  /** A condition with a colon is before it, which may bind it. */
  readonly isBound?: boolean;
}

/** Longest sentence that rules see whole, in UTF-16 code units. */
const longestSentence = 2_000;
/** Parts of a longer one share so much text, so that what a rule is about is seen in one of them. */
const shared = 200;

/** Ends of sentences: not after initials, numbers or these abbreviations. */
const sentenceEnd = /[.!?;:]["”’)\]]*(?=\s+["“‘(\[]?[\p{Lu}\p{N}●▪•○]|\s*$)/gu;
const abbreviation =
  /(?:\b(?:e\.g|i\.e|No|Nr|Art|Inc|Ltd|Co|Corp|St|Mr|Ms|Mrs|Dr|vs|cf|etc|approx|para|paras|Sec|Stat|U\.S|[A-Z])|^)\.$/u;

/**
 * The sentences of a passage. A heading before a list ends with its colon. All have the place of the passage,
 * in which the text of a sentence locates it. `isClosed` is true for a passage that ends where its text ends, such as a cell or a block. A sentence
 * longer than `longestSentence` is cut into parts that are not whole: no value is read from a part, but a rule that matches one
 * leaves its field out.
 */
export function sentencesOf({ text, place }: Passage, isClosed: boolean): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const put = (own: string, isWhole: boolean): void => {
    const parts = partsOf(own);
    for (const part of parts) {
      const plain = plainForm(part);
      sentences.push({ text: part, plain, lower: plain.toLowerCase(), place, isWhole: isWhole && parts.length === 1 });
    }
  };
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    if (abbreviation.test(text.slice(Math.max(start, end - 8), end)) && end < text.length) continue;
    const sentence = text.slice(start, end).trim();
    if (sentence !== '') put(sentence, true);
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest !== '') put(rest, isClosed);
  return sentences;
}

function partsOf(sentence: string): readonly string[] {
  if (sentence.length <= longestSentence) return [sentence];
  const parts: string[] = [];
  for (let start = 0; start < sentence.length - shared; start += longestSentence - shared) {
    parts.push(sentence.slice(start, start + longestSentence).toWellFormed());
  }
  return parts;
}
