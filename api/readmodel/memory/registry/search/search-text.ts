/** "Société" and "societe" are the same to a person who searches. */
export const comparable = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim();

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
