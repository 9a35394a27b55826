/** Keys of words: only words with a common key can be neighbours. A key is a 32-bit hash. */
import { cached } from '../reading/cached.ts';
import { makeSound } from '../pairing/word-cost.ts';
import { makeAdjectiveStems } from '../reading/adjectives.ts';
import { nameGroups } from '../reading/given-names.ts';
import { mandarinKey } from '../reading/mandarin.ts';
import { isHangul, syllableKey } from '../reading/syllables.ts';
import { makeKanaSound } from '../reading/kana.ts';
import { leastLevelled, levelledSpelling } from '../reading/levelled-spelling.ts';
import type { NameMode, Word } from '../reading/word.ts';

const longestWithoutOne = 9;

/** Words whose keys are cached: making them costs more than comparing two words. */
const mostCached = 100_000;

const identityOf = ({ text, meaning, bare }: Word): string =>
  meaning === null && !bare ? text : `${text} ${bare ? 'b' : ''} ${meaning ?? ''}`;

/**
 * Keys of a word, ascending, each once: itself and with each letter left out, its consonants likewise, its meaning and
 * its groups of given names; its levelled spelling, its keys as a Korean and as a Mandarin syllable, and its sound in kana.
 */
const keysIn = {
  organisation: cached(mostCached, identityOf, (word: Word) => makeKeys(word, 'organisation')),
  person: cached(mostCached, identityOf, (word: Word) => makeKeys(word, 'person')),
};

export const keysOf = (word: Word, mode: NameMode): Int32Array => keysIn[mode](word);

/** Whether two words have a common key. */
export function shareKey(left: Int32Array, right: Int32Array): boolean {
  let [at, other] = [0, 0];
  while (at < left.length && other < right.length) {
    const difference = (left[at] ?? 0) - (right[other] ?? 0);
    if (difference === 0) return true;
    if (difference < 0) at += 1;
    else other += 1;
  }
  return false;
}

/** What it makes of the word is not cached beside the keys: most words are looked up, and few compared. */
function makeKeys(word: Word, mode: NameMode): Int32Array {
  const { text, meaning } = word;
  const keys = [hashOf(written, text)];
  if (meaning !== null) keys.push(hashOf(meant, meaning));
  if (mode === 'person') for (const group of nameGroups(text)) keys.push(hashOf(called, group));
  if (mode === 'organisation') for (const stem of makeAdjectiveStems(text)) keys.push(hashOf(stemmed, stem));
  if (text.length >= leastLevelled) keys.push(hashOf(levelled, levelledSpelling(text)));
  if (text.length >= 4 && text.length <= longestWithoutOne) addWithoutOne(keys, written, text, 0);
  if (mode === 'person' || isHangul(word)) keys.push(hashOf(spoken, syllableKey(text)));
  const inMandarin = mode === 'person' ? mandarinKey(text) : null;
  if (inMandarin !== null) keys.push(hashOf(inHan, inMandarin));
  const inKana = makeKanaSound(text);
  if (inKana.length >= 2) keys.push(hashOf(heard, inKana));
  const sound = makeSound(word);
  if (sound.length >= (mode === 'person' ? 2 : 3)) {
    keys.push(hashOf(sounding, sound));
    if (/^[ah]/.test(sound)) keys.push(hashOf(sounding, sound.slice(1)));
  }
  if (sound.length >= 4) addWithoutOne(keys, sounding, sound, 1);
  const sorted = new Int32Array(keys).sort();
  let count = 0;
  for (const key of sorted) {
    if (count > 0 && key === sorted[count - 1]) continue;
    sorted[count] = key;
    count += 1;
  }
  return count === sorted.length ? sorted : sorted.slice(0, count);
}

/** Starts of hashes, so that texts of different kinds have different keys. */
const [written, meant, called, sounding] = [0x811c9dc5, 0x3c6ef372, 0x1f83d9ab, 0x5be0cd19] as const;
const [levelled, spoken, stemmed, heard] = [0x6a09e667, 0x510e527f, 0x9b05688c, 0xa54ff53a] as const;
const inHan = 0xbb67ae85;

/** FNV-1a, 32 bits; `but` is a place that is left out. */
function hashOf(start: number, text: string, but = -1): number {
  let hash: number = start;
  for (let at = 0; at < text.length; at += 1) {
    if (at !== but) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash | 0;
}

function addWithoutOne(keys: number[], start: number, text: string, from: number): void {
  for (let at = from; at < text.length; at += 1) keys.push(hashOf(start, text, at));
}
