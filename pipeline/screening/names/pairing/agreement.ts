/** In which words two similar names agree, as written: facts only, no measure. */
import type { WordPairing, WordPair } from './pair-words.ts';
import type { Word } from '../reading/word.ts';
import type { Reason } from './word-cost.ts';

export interface AgreedWords {
  readonly ours: string;
  readonly listed: string;
  /** `script`: equal in Latin letters, written in another script. */
  readonly by: Reason | 'script';
}

export interface Agreement {
  /** In the order of our name. */
  readonly agreement: readonly AgreedWords[];
  readonly onlyOurs: readonly string[];
  readonly onlyListed: readonly string[];
}

export const agreementOf = ({ pairs, onlyLeft, onlyRight }: WordPairing): Agreement => ({
  agreement: pairs.filter(({ left, right }) => [...left, ...right].some(hasContent)).map(agreedWords),
  onlyOurs: onlyLeft.filter(hasContent).map(({ written }) => written),
  onlyListed: onlyRight.filter(hasContent).map(({ written }) => written),
});

/** Articles, prepositions and short particles alone identify no party. */
const hasContent = ({ kind, text }: Word): boolean => kind !== 'stop' && (kind !== 'particle' || text.length > 3);

function agreedWords({ left, right, by }: WordPair): AgreedWords {
  const [ours, listed] = [writtenAs(left), writtenAs(right)];
  if (by === 'same' && isSameInLatinOnly(ours, listed)) return { ours, listed, by: 'script' };
  return { ours, listed, by: by === 'sound' && isLatin(ours) && isLatin(listed) ? 'spelling' : by };
}

/** Whether two words are equal in Latin letters and not as written. Marks and signs on Latin letters count for nothing. */
const isSameInLatinOnly = (ours: string, listed: string): boolean =>
  isLatin(ours) !== isLatin(listed) || (!isLatin(ours) && levelCase(ours) !== levelCase(listed));

const levelCase = (text: string): string => text.normalize('NFKC').toLowerCase();

const writtenAs = (words: readonly Word[]): string => words.map(({ written }) => written).join(' ');

/** Whether every letter is Latin. */
export const isLatin = (text: string): boolean => !/(?!\p{Script=Latin})\p{L}/u.test(text);
