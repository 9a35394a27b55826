/** Words that no text of this project contains: predictions, advice, grades. */
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

/** The banned words in a text, in the order of the list. Leave quotations of a source out: these are not our words. */
export const bannedWords = (text: string): readonly string[] =>
  patterns.filter(({ pattern }) => pattern.test(text)).map(({ word }) => word);
