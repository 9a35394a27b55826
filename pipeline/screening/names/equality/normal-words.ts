/** The words of a name in their own script, without case, accents, quotation marks and punctuation. */
import { simplifiedHan } from '../reading/characters.ts';
import { beyondAscii, unicodeForm } from '../../../../schemas/values/unicode-form.ts';

/** Letters without a Unicode decomposition into base letter and mark. */
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't' }),
);

/** In lower case, without compatibility forms, accents and traditional characters. */
export const levelledLetters = (text: string): string =>
  beyondAscii.test(text)
    ? unicodeForm(simplifiedHan(unicodeForm(text, 'NFKC').toLowerCase()), 'NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .replaceAll(/[ßæœøłđðþıħŧ]/g, (letter) => letters.get(letter) ?? letter)
        .normalize('NFC')
    : text.toLowerCase();

const replaced = /['’‘`´ʼ&+]/;

/** The words of a levelled text. */
export function normalWords(levelled: string): readonly string[] {
  const spaced = replaced.test(levelled) ? levelled.replaceAll(/['’‘`´ʼ]/g, '').replaceAll(/[&+]/g, ' and ') : levelled;
  return joinInitials(
    spaced.split(beyondAscii.test(spaced) ? /[^\p{L}\p{N}\p{M}]+/u : /[^A-Za-z0-9]+/).filter((word) => word !== ''),
  );
}

/** Of a letter, in units of UTF-16. */
const longestLetter = 2;

/** `s a s` becomes `sas`; a single letter between words stays as it is. */
function joinInitials(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let initials = '';
  for (const word of [...words, '']) {
    if (word.length <= longestLetter && /^\p{L}$/u.test(word)) {
      initials += word;
      continue;
    }
    if (initials !== '') joined.push(initials);
    initials = '';
    if (word !== '') joined.push(word);
  }
  return joined;
}

const unspacedEnd = /[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]$/;
const unspacedStart = /^[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Han, kana and Hangul in a row are one word: their names are written with spaces and brackets, or without. */
export function joinUnspaced(words: readonly string[]): readonly string[] {
  if (!words.some((word) => unspacedEnd.test(word))) return words;
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before !== undefined && unspacedEnd.test(before) && unspacedStart.test(word))
      joined.splice(-1, 1, before + word);
    else joined.push(word);
  }
  return joined;
}
