/** Differences of spelling between two words in ASCII, in tenths of a letter. */
import { bitsOf } from './respell.ts';

const vowels = 'aeiouy';
const alike = 'ckq sz cs vwf gj dt bp gk gh kh 0o 1il 9gq 6b 5s iyj uw xk mn'.split(' ');

const size = 128;
const replacements = new Uint8Array(size * size);
for (let a = 0; a < size; a += 1) {
  for (let b = 0; b < size; b += 1) replacements[a * size + b] = replacement(String.fromCharCode(a, b));
}

function replacement(pair: string): number {
  const [a = '', b = ''] = pair;
  if (a === b) return 0;
  if (alike.some((group) => group.includes(a) && group.includes(b))) return 6;
  if (/\d/.test(pair)) return 15;
  return vowels.includes(a) && vowels.includes(b) ? 8 : 10;
}

const lone = new Uint8Array(size);
for (let code = 0; code < size; code += 1) {
  const letter = String.fromCharCode(code);
  lone[code] = /\d/.test(letter) ? 15 : vowels.includes(letter) ? 8 : 10;
}
const h = 'h'.charCodeAt(0);
const doubled = 2;
const inner = 5;
const swap = 10;

/** Cost of a letter that only one side has. */
function loneCost(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (at > 0 && code === text.charCodeAt(at - 1) && (code < 48 || code > 57)) return doubled;
  return code === h && at > 0 ? inner : (lone[code & 127] ?? 10);
}

/** The least that so many letters of a text cost when only this side has them. */
function leastOf(text: string, count: number): number {
  let [doubles, inners] = [0, 0];
  for (let at = 1; at < text.length; at += 1) {
    const cost = loneCost(text, at);
    if (cost === doubled) doubles += 1;
    else if (cost === inner) inners += 1;
  }
  const [first, second] = [Math.min(count, doubles), Math.min(Math.max(0, count - doubles), inners)];
  return first * doubled + second * inner + (count - first - second) * leastVowel;
}

const leastVowel = 8;

/** The cheapest replacement; a letter that one side has nowhere is no doubled one. */
const leastLetter = 6;

/** Letters of a text without h, one bit each. That letters and digits share some bits only hides a difference. */
function lettersOf(text: string): number {
  return bitsOf(text) & ~(1 << (h & 31));
}

function countOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Words have at most 40 letters, phrases some more; a longer text is compared by its start. */
const longest = 120;
const rows = [new Uint16Array(longest + 1), new Uint16Array(longest + 1), new Uint16Array(longest + 1)] as const;
const beyond = 0xffff;

/** Edits between two texts, in tenths of a letter; more than `most` when they exceed it. */
export function edits(left: string, right: string, most: number): number {
  if (left === right) return 0;
  const a = left.length > longest ? left.slice(0, longest) : left;
  const b = right.length > longest ? right.slice(0, longest) : right;
  const more = Math.abs(a.length - b.length);
  if (more > 1 && leastOf(a.length > b.length ? a : b, more) > most) return beyond;
  // A letter, other than h, that is nowhere on the other side costs six tenths at least.
  const [ours, theirs] = [lettersOf(a), lettersOf(b)];
  if (Math.max(countOf(ours & ~theirs), countOf(theirs & ~ours)) * leastLetter > most) return beyond;
  let [before, above, current]: [Uint16Array, Uint16Array, Uint16Array] = [rows[0], rows[1], rows[2]];
  above[0] = 0;
  for (let j = 1; j <= b.length; j += 1) above[j] = (above[j - 1] ?? 0) + loneCost(b, j - 1);
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i += 1) {
    const letter = a.charCodeAt(i - 1);
    const removed = loneCost(a, i - 1);
    let least = (current[0] = (above[0] ?? 0) + removed);
    for (let j = 1; j <= b.length; j += 1) {
      const other = b.charCodeAt(j - 1);
      let cost = (above[j - 1] ?? 0) + (replacements[letter * size + other] ?? 10);
      cost = Math.min(cost, (above[j] ?? 0) + removed, (current[j - 1] ?? 0) + loneCost(b, j - 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && other === a.charCodeAt(i - 2)) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + swap);
      }
      current[j] = cost;
      if (cost < least) least = cost;
    }
    // The next row comes from this one, or by a swap from the one before.
    if (least > most && leastBefore + swap > most) return beyond;
    leastBefore = least;
    [before, above, current] = [above, current, before];
  }
  return above[b.length] ?? beyond;
}

/** Tenths of a letter that two words may differ by: the shorter one decides. */
function allowedEdits(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  return shorter <= 3 ? 0 : shorter <= 5 ? 18 : 20;
}

/** Share of the letters that differ; null when they differ by more than is allowed. */
export function spellingCost(left: string, right: string): number | null {
  const most = allowedEdits(left, right);
  const found = most === 0 ? (left === right ? 0 : beyond) : edits(left, right, most);
  return found > most ? null : (1.1 * found) / 10 / ((left.length + right.length) / 2);
}

/** Whether a word is another one with a letter more, less, other or swapped, but for the first. */
export function isOneSlip(word: string, written: string): boolean {
  if (word === written || !written.startsWith(word.charAt(0)) || Math.abs(word.length - written.length) > 1)
    return false;
  let start = 0;
  while (start < word.length && word[start] === written[start]) start += 1;
  let end = 0;
  const room = Math.min(word.length, written.length) - start;
  while (end < room && word.at(-1 - end) === written.at(-1 - end)) end += 1;
  const left = word.slice(start, word.length - end);
  const right = written.slice(start, written.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left === `${right.charAt(1)}${right.charAt(0)}`;
}

/** One sound for spellings of it. `C` is the sound of "ch", which a plain "c" never has. */
const sounds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tsch: 'C',
    tch: 'C',
    ch: 'C',
    cz: 'C',
    sch: 's',
    sh: 's',
    sz: 's',
    kh: 'k',
    ck: 'k',
    q: 'k',
    ph: 'f',
    gh: 'g',
    dh: 'd',
    th: 't',
    zh: 'z',
    ts: 'z',
    tz: 'z',
    x: 'ks',
    w: 'v',
    c: 'k',
    dj: 'y',
    j: 'y',
  }),
);
const soundPattern = /tsch|tch|sch|ch|cz|sh|sz|kh|ck|q|ph|gh|dh|th|zh|ts|tz|x|w|c|dj|j/g;
const merged: ReadonlyMap<string, string> = new Map(Object.entries({ z: 's', g: 'k', d: 't', b: 'p' }));

/** The consonants of a word as they sound. A word without vowels writes long ones with `w` and `y`. */
export function consonants(text: string, bare: boolean): string {
  const own = bare ? text.slice(0, 1) + text.slice(1).replaceAll(/[wy]/g, '') : text;
  const level = own.replaceAll(soundPattern, (found, at: number) =>
    found === 'c' && /[eiy]/.test(own.charAt(at + 1)) ? 's' : (sounds.get(found) ?? found),
  );
  const first = level.charAt(0);
  const start = first !== '' && vowels.includes(first) ? 'a' : first;
  const rest = level.slice(1).replaceAll(/[aeiouyh]/g, '');
  return `${start}${rest}`.replaceAll(/(.)\1+/g, '$1').replaceAll(/[zgdb]/g, (letter) => merged.get(letter) ?? letter);
}
