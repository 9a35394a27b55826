/** Words of organisations that differ by the ending of an adjective: `Uralskiy` and `Uralskaya`, `Arzamas` and `Arzamasskiy`. */
import { adjectiveEndings } from '../tables/tables.ts';
import { cached } from './cached.ts';
import { levelledSpelling } from './levelled-spelling.ts';

const endings = [...new Set(adjectiveEndings.map(levelledSpelling))];
const leastLetters = 5;
/** Behind a long ending fewer letters are left: `Perm` and `Permskiy`. */
const [longEnding, leastBefore] = [3, 4];

/** What is left of the levelled word without each ending of an adjective that it has, itself included; none is too short. */
export const adjectiveStems = cached(
  100_000,
  (text: string) => text,
  (text): readonly string[] => {
    const level = levelledSpelling(text);
    const stems = endings.flatMap((ending) => {
      const stem = level.endsWith(ending) ? level.slice(0, -ending.length) : '';
      return stem.length >= (ending.length >= longEnding ? leastBefore : leastLetters) ? [stem] : [];
    });
    return level.length >= leastBefore ? [level, ...stems] : stems;
  },
);
