/**
 * The text in a Unicode normal form. After 30 combining marks in a row, further ones are treated as marks of another
 * character (stream-safe text format, UAX #15), because ordering a long run takes quadratic time.
 */
export const unicodeForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  beyondAscii.test(text) ? withoutEndlessMarks(text).normalize(form) : text;

/** Text without any of these is equal in every normal form. */
export const beyondAscii = /[^\0-\x7f]/;

const withoutEndlessMarks = (text: string): string =>
  text.length > mostMarks && endlessMarks.test(text) ? text.replaceAll(longestRun, `$&${graphemeJoiner}`) : text;

const mostMarks = 30;
const endlessMarks = /\p{M}{31}/u;
const longestRun = /\p{M}{30}(?=\p{M})/gu;
const graphemeJoiner = '\u034f';
