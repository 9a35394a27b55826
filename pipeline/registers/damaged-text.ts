/** Texts that a wrong encoding damaged on their way: letters that are lost, or replaced by those of another encoding. */
import { normaliseText } from './spellings.ts';
import { wrongReadingsOf } from './wrong-encodings.ts';

/** U+FFFD, which a program writes in place of bytes that it cannot decode. */
export const lostCharacter = '\ufffd';

/** Whether a text shows by itself that letters were lost: U+FFFD, or a question mark inside a word. */
export const hasLostLetters = (text: string): boolean =>
  text.includes(lostCharacter) || /\p{L}\?+\p{L}/u.test(text) || /\?{3}/.test(text);

/**
 * Whether a text is another one in which nothing but letters outside ASCII suffered: lost, replaced by question marks, or read
 * in a wrong encoding. Both with normal whitespace and in one form of Unicode.
 */
export function isDamageOf(good: string, damaged: string): boolean {
  if (good === damaged || damaged === '' || good.length > longest || damaged.length > 4 * longest) return false;
  if (withoutEscapes(damaged) === good) return true;
  const runs = damagedRuns(good, damaged);
  if (runs === null || runs.length === 0) return false;
  if (runs.every(isLost)) return true;
  return runs.every(({ stated }) => stated === '')
    ? runs.every(({ letters }) => /\p{L}/u.test(letters)) && !/[^\0-\x7f]/.test(damaged)
    : isWrongReading(good, damaged);
}

/** Some programs leave out what is no letter of the wrong encoding, or write a question mark in its place. */
function isWrongReading(good: string, damaged: string): boolean {
  const [text, whole] = [withoutControls(damaged, ''), normaliseText(damaged)];
  return [...wrongReadingsOf(good)].some(
    (reading) => withoutControls(reading, '') === text || withoutControls(reading, '?') === whole,
  );
}

const withoutControls = (text: string, instead: string): string =>
  normaliseText(text.replace(/[\x80-\x9f\xad]/g, instead));

/** Longer texts are compared as published. */
const longest = 2000;

interface Run {
  /** Letters of the good text. */
  readonly letters: string;
  /** What the damaged text has in their place. */
  readonly stated: string;
}

/** A mark of loss in place of each, or of some of its bytes: `?`, `�`, `Ã�`. Other marks, such as quotes, are in sound names too. */
const isLost = ({ letters, stated }: Run): boolean =>
  stated.length <= 4 * letters.length && (/^\?+$/.test(stated) || stated.includes(lostCharacter));

/** The places in which two texts differ; null where they differ in a letter of ASCII. Takes linear time. */
function damagedRuns(good: string, damaged: string): readonly Run[] | null {
  const runs: Run[] = [];
  let at = 0;
  for (let index = 0; index < good.length; ) {
    if (good[index] === damaged[at]) {
      index += 1;
      at += 1;
      continue;
    }
    const letters = partOf(good, index, isForeign) || (damaged[at] === lostCharacter ? spaceAt(good, index) : '');
    if (letters === '') return null;
    const trace = partOf(damaged, at, isTrace);
    // A no-break space is the second half of some letters, and a space by now.
    const stated =
      trace !== '' && damaged[at + trace.length] === ' ' && good[index + letters.length] !== ' ' ? `${trace} ` : trace;
    runs.push({ letters, stated });
    index += letters.length;
    at += stated.length;
  }
  return at === damaged.length ? runs : null;
}

function partOf(text: string, start: number, isPart: (character: string) => boolean): string {
  let end = start;
  while (end < text.length && isPart(text.charAt(end))) end += 1;
  return text.slice(start, end);
}

const isForeign = (character: string): boolean => character > '\x7f';
const isTrace = (character: string): boolean => character > '\x7f' || character === '?';
/** A no-break space is a space by the time that texts are compared. */
const spaceAt = (text: string, index: number): string => (/[\s'"-]/.test(text.charAt(index)) ? text.charAt(index) : '');

/** Letters as `%C3%B6`, `=C3=B6`, `\u00f6` and `&#246;`, which programs write instead of them. */
function withoutEscapes(text: string): string | null {
  if (!/[%=][0-9A-F]{2}|\\u[0-9a-f]{4}|&#\d{2,5};/i.test(text)) return null;
  const plain = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d{2,5});/g, (_, code: string) => String.fromCharCode(Number(code)));
  return plain.replace(/(?:[%=][0-9A-F]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replace(/[%=]/g, ''), 'hex').toString('utf8'),
  );
}
