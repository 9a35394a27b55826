/** Words of organisations that differ by the ending of an adjective: `Uralskiy` and `Uralskaya`, `Arzamas` and `Arzamasskiy`. */
import { adjectiveEndings } from '../tables/tables.ts';
import { cached } from './cached.ts';
import { levelledSpelling } from './levelled-spelling.ts';

const endings = [...new Set(adjectiveEndings.map(levelledSpelling))];
const leastLetters = 5;
/** Behind a long ending fewer letters are left: `Perm` and `Permskiy`. */
const [longEnding, leastBefore] = [3, 4];

/** What is left of the levelled word without each ending of an adjective that it has, itself included; none is too short. */
export function makeAdjectiveStems(text: string): readonly string[] {
  const level = levelledSpelling(text);
  const stems = level.length >= leastBefore ? [level] : [];
  for (const ending of endings) {
    const length = level.length - ending.length;
    if (length < (ending.length >= longEnding ? leastBefore : leastLetters)) continue;
    if (level.endsWith(ending)) stems.push(level.slice(0, length));
  }
  return stems;
}

export const adjectiveStems = cached(100_000, (text: string) => text, makeAdjectiveStems);
