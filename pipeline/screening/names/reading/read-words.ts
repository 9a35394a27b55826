/** From the text of a name to its words in ASCII, beside the words as written. */
import anyAscii from 'any-ascii';
import { beyondAscii, unicodeForm } from '../../../../schemas/values/unicode-form.ts';
import { joinedNumbers, simplifiedHan, visible } from './characters.ts';
import { kana, kanaRuns } from './kana.ts';
import type { RawWord } from './word.ts';

/** Bounds on hostile names: further words and letters are ignored. */
export const mostWords = 64;
export const mostLetters = 40;
const mostText = 4_096;

const apostrophes = /['’‘`´ʼʻ′ʾʿ]/g;
/** `№`, and `#` before a number. */
const numberSign = /№|#(?=\s?\p{N})/gu;
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const withoutVowels = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;

/** Letters each with a dot and nothing between, or a run of letters, digits, marks and apostrophes. */
const wordPattern = /(?<![\p{L}\p{N}\p{M}'])(?:\p{L}\p{M}*\.){2,}|[\p{L}\p{N}\p{M}']+/gu;

/** The same for a text in ASCII, which most names are: classes of Unicode take several times as long. */
const plainPattern = /(?<![A-Za-z0-9'])(?:[A-Za-z]\.){2,}|[A-Za-z0-9']+/g;

/** The text with one form for letters, apostrophes and "and", cut to a length that a name never has. */
export function levelled(text: string): string {
  const own = text.slice(0, mostText);
  if (!beyondAscii.test(own) && !replaced.test(own)) return joinedNumbers(own);
  return joinedNumbers(
    simplifiedHan(
      unicodeForm(visible(own).replaceAll(apostrophes, "'").replaceAll(numberSign, ' no '), 'NFKC'),
    ).replaceAll(/[&+]/g, ' and '),
  );
}

/** What is replaced in a text in ASCII. */
const replaced = /[`#&+]/;

/** The words of a levelled text, so many at most. A word of Han or Hangul is one word per syllable, a run of kana one word. */
export function wordsOf(text: string, most = mostWords): readonly RawWord[] {
  const words: RawWord[] = [];
  for (const found of text.match(beyondAscii.test(text) ? wordPattern : plainPattern) ?? []) {
    if (words.length >= most) break;
    for (const run of runsOf(found)) words.push(...wordsIn(withoutQuotes(run)));
  }
  return words.slice(0, most);
}

const withoutQuotes = (run: string): string => (run.includes("'") ? run.replaceAll(/^'+|(?<!')'+$/g, '') : run);

/** A word with kana is divided: each run of kana is a word, and what stands between two runs is read alone. */
const runsOf = (found: string): readonly string[] => (kana.test(found) ? (found.match(kanaRuns) ?? [found]) : [found]);

function wordsIn(written: string): readonly RawWord[] {
  const letters = dotted.test(written) ? written.replaceAll(/['.]/g, '') : written;
  const lower = letters.slice(0, mostLetters).toLowerCase();
  if (isPlain.test(lower)) return lower === '' ? [] : [{ text: lower, written, syllabic: false, bare: false }];
  const ascii = anyAscii(lower);
  if (!syllables.test(lower)) {
    const text = plain(ascii);
    return text === '' ? [] : [{ text, written, syllabic: false, bare: withoutVowels.test(lower) }];
  }
  if (kana.test(lower)) {
    const text = plain(ascii);
    return text === '' ? [] : [{ text, written, syllabic: false, bare: false }];
  }
  const parts = ascii
    .split(/(?=[A-Z])/)
    .map(plain)
    .filter((part) => part !== '');
  // Syllables and letters correspond one to one unless the word mixes scripts.
  const characters = Array.from(written);
  const each = characters.length === parts.length ? characters : null;
  return parts.map((text, at) => ({ text, written: each?.[at] ?? text, syllabic: true, bare: false }));
}

const dotted = /['.]/;

/** Most words: nothing in them is written otherwise in ASCII. */
const isPlain = /^[a-z0-9]*$/;

const plain = (ascii: string): string =>
  ascii
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, mostLetters);

/** `A B C` is one word. */
export function joinInitials(words: readonly RawWord[]): readonly RawWord[] {
  const joined: RawWord[] = [];
  let row: RawWord[] = [];
  const close = (): void => {
    if (row.length > 0) joined.push(oneWord(row));
    row = [];
  };
  for (const word of words) {
    if (isInitial(word)) {
      row.push(word);
      continue;
    }
    close();
    joined.push(word);
  }
  close();
  return joined;
}

export const isInitial = ({ text, syllabic }: RawWord): boolean => !syllabic && /^[a-z]$/.test(text);

/** Several words as one. */
export const oneWord = (words: readonly RawWord[]): RawWord => ({
  text: words.map(({ text }) => text).join(''),
  written: words.map(({ written }) => written).join(' '),
  syllabic: words.every(({ syllabic }) => syllabic),
  bare: words.some(({ bare }) => bare),
});
