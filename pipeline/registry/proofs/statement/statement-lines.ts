import { plainLetters } from './confusable-letters.ts';

/** Every line break that a wallet may show as one. */
const lineBreaks = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/;

/** The lines of a signed text, as a reader may see them. */
export const linesOf = (text: string): readonly string[] => text.split(lineBreaks);

/** Text that a reader takes for a label: it precedes a colon, an equals sign or a sign of similar shape. */
export interface ShownLabel {
  /** In lower case; letters that look like Latin ones are Latin. */
  readonly words: readonly string[];
  /** Whether anything but white space stands before it, such as a bullet. */
  readonly isMarked: boolean;
  /** What follows, without white space at its ends. */
  readonly value: string;
}

const letter = /[\p{L}\p{N}]/u;
const separator = /[:=\u02d0\u02f8\u05c3\u0589\u1361\u2236\ua789]/;

/** The label of a line; null where no letter stands before a colon. */
export function shownLabel(line: string): ShownLabel | null {
  const text = withoutHidden(line.normalize('NFKC'));
  const start = text.search(letter);
  const length = start === -1 ? -1 : text.slice(start).search(separator);
  if (length === -1) return null;
  const [before, label, value] = [
    text.slice(0, start),
    text.slice(start, start + length),
    text.slice(start + length + 1),
  ];
  return { words: wordsOf(plainLetters(label)), isMarked: before.trim() !== '', value: value.trim() };
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The words of a line without a label, as a reader sees them, in lower case. */
export const shownWords = (line: string): readonly string[] =>
  wordsOf(plainLetters(withoutHidden(line.normalize('NFKC'))));

/**
 * Characters that are shown as nothing, or that move others: formats, ignorable ones, line and paragraph separators, private ones,
 * and the blank pattern of braille.
 */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Co}\u2800]/gu;

const withoutHidden = (text: string): string => text.replaceAll(hidden, '');

/** Why a signed text may be shown in another way than it is read; null if it has no such character. */
export function hiddenProblem(text: string): string | null {
  const [found] = text.match(hidden) ?? [];
  if (found === undefined) return null;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `has the character U+${code}, which a wallet shows as nothing or as something else: leave it out`;
}
