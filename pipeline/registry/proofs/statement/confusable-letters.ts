/**
 * Letters of other scripts that look like Latin ones, in the order of the Latin letters beside them: those of
 * https://www.unicode.org/Public/security/latest/confusables.txt for Greek, Cyrillic, Armenian, and the small and dotless forms.
 */
const lookalikes: readonly (readonly [latin: string, others: string])[] = [
  ['A', 'ΑА'],
  ['B', 'ΒВ'],
  ['C', 'СϹ'],
  ['E', 'ΕЕ'],
  ['H', 'ΗН'],
  ['I', 'ΙІӀ'],
  ['J', 'Ј'],
  ['K', 'ΚК'],
  ['M', 'ΜМ'],
  ['N', 'Ν'],
  ['O', 'ΟОՕ'],
  ['P', 'ΡР'],
  ['S', 'ЅՏ'],
  ['T', 'ΤТ'],
  ['U', 'Ս'],
  ['V', 'Ѵ'],
  ['X', 'ΧХ'],
  ['Y', 'ΥУҮ'],
  ['Z', 'Ζ'],
  ['a', 'αаɑ'],
  ['c', 'сϲᴄ'],
  ['d', 'ԁ'],
  ['e', 'еҽ'],
  ['g', 'ɡց'],
  ['h', 'һհ'],
  ['i', 'ιіıɩ'],
  ['j', 'јϳ'],
  ['k', 'κк'],
  ['l', 'ӏ'],
  ['n', 'ոռ'],
  ['o', 'οоօᴏ'],
  ['p', 'ρр'],
  ['q', 'ԛգ'],
  ['s', 'ѕꜱ'],
  ['t', 'τт'],
  ['u', 'υսᴜ'],
  ['v', 'νѵᴠ'],
  ['w', 'ԝᴡա'],
  ['x', 'χх'],
  ['y', 'γуүყ'],
  ['z', 'ᴢ'],
];

const latinOf: ReadonlyMap<string, string> = new Map(
  lookalikes.flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

/** The text as a reader takes it for Latin letters: without marks on letters, and with letters of similar shape replaced. */
export const plainLetters = (text: string): string =>
  Array.from(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''), (letter) => latinOf.get(letter) ?? letter).join('');
