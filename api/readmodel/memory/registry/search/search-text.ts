import anyAscii from 'any-ascii';

/** Marks, and what is shown as nothing or moves other characters. */
const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters that Unicode does not take apart: "ł", "ß", "ı". */
const otherLatin = /(?![a-z])\p{Script=Latin}/giu;

/** Texts of these letters are spelled in one way. Most names are, and this takes a tenth of the time. */
const plain = /^[!-~]+(?: [!-~]+)*$/u;

/** "Société" and "societe" are the same to a person who searches, and so are "Łódź" and "lodz". */
export const comparable = (text: string): string => (plain.test(text) ? text.toLowerCase() : comparableForm(text));

const comparableForm = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(otherLatin, (letter) => anyAscii(letter))
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();

/** The comparable form of a ticker: "$MYRC" is "MYRC". */
export const tickerForm = (text: string): string => comparable(text).replace(/^\$/u, '');

/** Words of a text in its comparable form, each once. */
export const wordsOf = (text: string): readonly string[] => [
  ...new Set(comparable(text).match(/[\p{L}\p{N}]+/gu) ?? []),
];

/** Words between those that name a token: "the token of Example Issuer on Base". */
const passedOver: ReadonlySet<string> = new Set(['on', 'the', 'of', 'token']);

/** A text as a whole, and without the words that are passed over: "USD Coin on" is the name "USD Coin". */
export function wholeForms(text: string): readonly string[] {
  const whole = comparable(text);
  const naming = whole.split(' ').filter((word) => !passedOver.has(word));
  return [...new Set([whole, naming.join(' ')])].filter((form) => form !== '');
}

/** The words that a search is for; those that are passed over count where there are no others. */
export function wantedWords(text: string): readonly string[] {
  const words = wordsOf(text);
  const naming = words.filter((word) => !passedOver.has(word));
  return naming.length === 0 ? words : naming;
}
