/** Keys of words: only words with a common key can be neighbours. A key is a 32-bit hash. */
import { consonants } from './letters.ts';
import { nicknames } from './read-person.ts';
import type { NameMode, Word } from './word.ts';

const longestWithoutOne = 9;

/** Keys of a word: itself and with each letter left out, its consonants likewise, its meaning and its nicknames. */
export function keysOf({ text, meaning, bare }: Word, mode: NameMode): readonly number[] {
  const keys = [hashOf(written, text)];
  if (meaning !== null) keys.push(hashOf(meant, meaning));
  if (mode === 'person') for (const group of nicknames.get(text) ?? []) keys.push(hashOf(called, group));
  if (text.length >= 4 && text.length <= longestWithoutOne) addWithoutOne(keys, written, text, 0);
  const sound = consonants(text, bare);
  if (sound.length >= 3) keys.push(hashOf(sounding, sound));
  if (sound.length >= 4) addWithoutOne(keys, sounding, sound, 1);
  return keys;
}

/** Starts of hashes, so that texts of different kinds have different keys. */
const [written, meant, called, sounding] = [0x811c9dc5, 0x3c6ef372, 0x1f83d9ab, 0x5be0cd19] as const;

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
