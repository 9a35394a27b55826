/** Classes of reserve assets by the words of a label. */
import { hasPhrase, phraseWords } from '../profiles/phrases.ts';

/** Differences of timing between the parts of a report: no asset, and no class. */
export const timing = 'timing';
/** Bills and notes of a state: which of both depends on the maturity. */
export const govtSecurities = 'govt_securities';
const repo = 'repo';

/** Words of labels with their class; the first that fits decides. */
export const reserveLabels: readonly (readonly [phrase: string, code: string])[] = [
  ['timing', timing],
  ['settlement differences', timing],
  ['due to * owed by', timing],
  ['receivable payable', timing],
  ['repurchase agreements', repo],
  ['repurchase agreement', repo],
  ['government money market', 'govt_mmf'],
  ['treasury money market', 'govt_mmf'],
  ['commercial paper', 'commercial_paper'],
  ['corporate bonds', 'corporate_bond'],
  ['covered bonds', 'covered_bond'],
  ['secured loans', 'secured_loan'],
  ['gold', 'precious_metal'],
  ['treasury notes', 'govt_note'],
  ['treasury bonds', 'govt_note'],
  ['treasury securities', govtSecurities],
  ['treasury bills', govtSecurities],
  ['obligations of u.s treasury', govtSecurities],
  ['treasury obligations', govtSecurities],
  ['central bank', 'central_bank_balance'],
  ['cash deposits', 'bank_deposit'],
  ['bank deposits', 'bank_deposit'],
  ['demand deposits', 'bank_deposit'],
  ['fixed deposits', 'bank_deposit'],
  ['fixed deposit', 'bank_deposit'],
  ['term deposits', 'bank_deposit'],
  ['time deposits', 'bank_deposit'],
  ['us$ held in * accounts', 'bank_deposit'],
  ['cash held', 'bank_deposit'],
  ['u.s dollars held', 'bank_deposit'],
  ['cash', 'bank_deposit'],
];

/** What a label is, or null when no entry of the dictionary or of the profile fits. `rows` of a profile come first. */
export function classOf(label: string, rows: Readonly<Record<string, string>>): string | null {
  const words = phraseWords(label);
  const declared = Object.entries(rows).find(([phrase]) => hasPhrase(words, phrase));
  if (declared !== undefined) return declared[1];
  return reserveLabels.find(([phrase]) => hasPhrase(words, phrase))?.[1] ?? null;
}

/** Repos against state securities that end on the next day; of others the document would have to state the class. */
export const repoClass = (words: readonly string[]): string | null =>
  hasPhrase(words, 'overnight') && hasPhrase(words, 'treasury') ? 'repo_govt_overnight' : null;

export const isRepo = (code: string | null): boolean => code === repo;

const mostDays = 93;

/** The class of one state security: a bill above 93 days is a note in the catalogue. Null where its maturity is not known. */
export const stateClass = (days: number | null, words: readonly string[]): string | null =>
  days !== null && days > mostDays ? 'govt_note' : billClass(days, words);

/**
 * The class of a part of a reserve: of bills of at most 93 days. A longer one has no class in the vocabulary, which knows bills
 * of at most 93 days and notes; a part of them is not called a note, because the whole reserve is judged by its classes.
 */
export function billClass(days: number | null, words: readonly string[]): string | null {
  const isShort = days === null ? hasPhrase(words, 'bills * three months or less') : days <= mostDays;
  return isShort ? 'govt_bill_le93d' : null;
}
