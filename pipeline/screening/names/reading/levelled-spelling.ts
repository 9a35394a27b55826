/** One spelling for those that transliterations make of one word. */
import { cached } from './cached.ts';
import { respellWith, withoutDoubles } from './respell.ts';

const respelled = respellWith([
  { letters: ['kh'], by: 'h' },
  { letters: ['tch'], by: 'ch' },
  { letters: ['ck'], by: 'k' },
  { letters: ['ou'], by: 'u' },
  { letters: ['ph'], by: 'f' },
  { letters: ['c'], by: 'k', before: '(?![ehiy])' },
  { letters: ['treid', 'treyd'], by: 'trade' },
  { letters: ['w'], by: 'v' },
  { letters: ['x'], by: 'ks' },
  { letters: ['q'], by: 'k' },
  { letters: ['j'], by: 'y', before: '(?=[aeou])' },
  { letters: ['yo'], by: 'e' },
  { letters: ['iy', 'yi', 'ij', 'yj', 'ii', 'yy', 'y', 'i'], by: 'i' },
  { letters: ['ie'], by: 'e' },
]);

/** Shorter words are not levelled: too many are one. */
export const leastLevelled = 4;

/** `Aleksey` and `Alexei` are one. */
export const levelledSpelling = cached(
  100_000,
  (text: string) => text,
  (text) => {
    const level = withoutDoubles(respelled(text));
    return level.endsWith('ah') ? level.slice(0, -1) : level;
  },
);
