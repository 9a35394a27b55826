/** Words of companies in the cases and genders of a language that inflects them: `zavod`, `zavoda`, `zavody`. */
import { caseEndings, inflectedWords } from '../tables/tables.ts';
import { cached } from './cached.ts';
import { levelledSpelling } from './levelled-spelling.ts';

const ending = new RegExp(`(?:${[...caseEndings].sort((a, b) => b.length - a.length).join('|')})$`);

/** Shorter words, and shorter stems, are too often another word. */
const leastLetters = 6;
const leastStem = 5;

const stemOf = (text: string): string => {
  const level = levelledSpelling(text);
  const stem = level.replace(ending, '');
  return stem.length < leastStem ? level : stem;
};

const byStem = new Map<string, string>();
for (const [text, head] of inflectedWords) {
  if (text.length < leastLetters || text.includes(' ')) continue;
  const stem = stemOf(text);
  if (!byStem.has(stem)) byStem.set(stem, head);
}

/** The class and meaning of a word by its stem; null when no row has it. */
export const meaningByStem = (text: string): string | null => (text.length < leastLetters ? null : ofLongWord(text));

const ofLongWord = cached(
  100_000,
  (text: string) => text,
  (text): string | null => byStem.get(stemOf(text)) ?? null,
);
