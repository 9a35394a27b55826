/** Words of organisations that differ by the ending of an adjective: `Uralskiy` and `Uralskaya`. */
import { adjectiveEndings } from '../tables/tables.ts';
import { cached } from './cached.ts';
import { levelledSpelling } from './levelled-spelling.ts';

const endings = [...new Set(adjectiveEndings.map(levelledSpelling))].sort((a, b) => b.length - a.length).join('|');
const pattern = new RegExp(`(?:${endings})$`);
const leastLetters = 5;

/** The levelled word without the ending of an adjective; empty for one that is too short then. */
export const adjectiveStem = cached(
  100_000,
  (text: string) => text,
  (text): string => {
    const stem = levelledSpelling(text).replace(pattern, '');
    return stem.length >= leastLetters ? stem : '';
  },
);
