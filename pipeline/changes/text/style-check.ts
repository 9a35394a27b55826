/** What the words of this project never say: predictions, advice, grades. */
const banned = [
  'likely',
  'may cause',
  'dangerous',
  'safe',
  'risky',
  'risk',
  'should',
  'recommend',
  'recommended',
  'score',
  'rating',
] as const;

const patterns = banned.map((word) => ({ word, pattern: new RegExp(`\\b${word.replace(' ', '\\s+')}\\b`, 'i') }));

/** The banned words a text contains, in the order of the list. Quotations of a source are not ours: leave them out. */
export const bannedWords = (text: string): readonly string[] =>
  patterns.filter(({ pattern }) => pattern.test(text)).map(({ word }) => word);
