/**
 * The text in a Unicode normal form. Of more than 30 combining marks in a row, those that follow are taken for marks of
 * another character (stream-safe text format, UAX #15): ordering a long run takes time that grows with its square.
 */
export const unicodeForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  beyondAscii.test(text) ? withoutEndlessMarks(text).normalize(form) : text;

/** Text without any of these is the same in every form. */
const beyondAscii = /[^\0-\x7f]/;

const withoutEndlessMarks = (text: string): string =>
  text.length > mostMarks && endlessMarks.test(text) ? text.replaceAll(longestRun, `$&${graphemeJoiner}`) : text;

const mostMarks = 30;
const endlessMarks = /\p{M}{31}/u;
const longestRun = /\p{M}{30}(?=\p{M})/gu;
const graphemeJoiner = '\u034f';
