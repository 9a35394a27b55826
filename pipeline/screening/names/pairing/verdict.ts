/** Whether two names are similar. The measure is compared with a bound here and goes nowhere else. */
import { pairWords, type WordPairing, type WordPair } from './pair-words.ts';
import type { ReadName, Word, WordClass } from '../reading/word.ts';
import { soundOf } from './word-cost.ts';

const bound = { organisation: 0.72, person: 0.73 } as const;
const addedWords = { organisation: 1.2, person: 0.5 } as const;
const otherWords = 4;

export interface WordComparison {
  readonly paired: WordPairing;
  /** Orders the pairs of names of one match; it never leaves the comparison. */
  readonly kept: number;
}

/** The words of two names that agree well enough; null when they do not. */
export function compareWords(left: ReadName, right: ReadName): WordComparison | null {
  if (longNumbersDiffer(left, right)) return null;
  const paired = pairWords(left, right);
  const kept = keptShare(left, paired) - deductions(left, right, paired);
  return kept >= bound[left.mode] ? { paired, kept } : null;
}

const leastDigits = 5;

/** A number of five digits or more is the name of a numbered company: another one is another company. */
function longNumbersDiffer(left: ReadName, right: ReadName): boolean {
  const ours = longNumbers(left);
  if (ours.length === 0) return false;
  const theirs = longNumbers(right);
  return theirs.length > 0 && !ours.some((number) => theirs.includes(number));
}

const longNumbers = ({ words }: ReadName): readonly string[] =>
  words.flatMap(({ kind, text }) =>
    kind === 'number' && text.length >= leastDigits && /^\d+$/.test(text) ? [text.replace(/^0+/, '')] : [],
  );

const massOf = (words: readonly Word[]): number => words.reduce((sum, { mass }) => sum + mass, 0);

const pairMass = ({ left, right }: WordPair): number => massOf(left) + massOf(right);

/** Share of its mass that an unpaired word counts for, by class, beside a paired word that names an organisation. */
const besideName: Readonly<Partial<Record<WordClass, number>>> = { generic: 0.5, domain: 0.8, place: 0.45 };
const dearestNaming = 0.1;

const unpairedMass = (words: readonly Word[], isNamed: boolean): number =>
  words.reduce((sum, { mass, kind }) => sum + mass * (isNamed ? (besideName[kind] ?? 1) : 1), 0);

function keptShare({ mode }: ReadName, { pairs, onlyLeft, onlyRight }: WordPairing): number {
  const paired = pairs.reduce((sum, pair) => sum + pairMass(pair), 0);
  const lost = pairs.reduce((sum, pair) => sum + pairMass(pair) * pair.cost, 0);
  const isNamed = mode === 'organisation' && pairs.some((pair) => has(pair, 'name') && pair.cost <= dearestNaming);
  const [u, v] = [unpairedMass(onlyLeft, isNamed), unpairedMass(onlyRight, isNamed)];
  const whole = paired + addedWords[mode] * Math.abs(u - v) + otherWords * Math.min(u, v);
  return whole === 0 ? 0 : (paired - lost) / whole;
}

function deductions(left: ReadName, right: ReadName, paired: WordPairing): number {
  const own = left.mode === 'organisation' ? ofOrganisations(left, right, paired) : ofPersons(left, right, paired);
  const each = Math.min(massOf(paired.onlyLeft), massOf(paired.onlyRight)) >= 2 ? 0.1 : 0;
  return own + each + (isThin(paired) ? 0.25 : 0);
}

const leastNamed = 2.6;

/** Too little of what is paired names anybody, and something is missing or differs. */
function isThin({ pairs, onlyLeft, onlyRight }: WordPairing): boolean {
  const named = (side: 'left' | 'right'): number =>
    pairs.reduce((sum, pair) => sum + massOf(pair[side].filter(isNaming)) * (1 - pair.cost), 0);
  if (Math.max(named('left'), named('right')) >= leastNamed) return false;
  const whole = pairs.reduce((sum, pair) => sum + pairMass(pair), 0);
  const lost = pairs.reduce((sum, pair) => sum + pairMass(pair) * pair.cost, 0);
  return onlyLeft.length > 0 || onlyRight.length > 0 || lost >= 0.06 * whole;
}

const isNaming = ({ kind }: Word): boolean => kind === 'name' || kind === 'domain';

function ofOrganisations(left: ReadName, right: ReadName, { pairs, onlyLeft, onlyRight }: WordPairing): number {
  const isNumber = ({ kind }: Word): boolean => kind === 'number';
  const numbersDiffer = pairs.some(({ by }) => by === 'number');
  return (
    (formsExclude(left, right) ? 0.3 : 0) +
    ([...onlyLeft, ...onlyRight].some(isNumber) ? 0.3 : 0) +
    (numbersDiffer && !pairs.some((pair) => has(pair, 'name')) ? 0.5 : 0) +
    (restsOnFewConsonants(pairs) ? 0.5 : 0) +
    (onlyLeft.some(isBusiness) && onlyRight.some(isBusiness) ? 0.1 : 0) +
    (onlyNameBySound(pairs) ? 0.5 : 0) +
    (onlyNameBySpelling(pairs) ? 0.05 : 0) +
    (isUnnamed(pairs) && (onlyLeft.length > 0 || onlyRight.length > 0) ? 0.1 : 0)
  );
}

const isBusiness = ({ kind }: Word): boolean => kind === 'domain';

const onlyNameBySound = (pairs: readonly WordPair[]): boolean => {
  const [pair, ...others] = pairs.filter((one) => has(one, 'name'));
  return pair !== undefined && others.length === 0 && pair.by === 'sound' && pair.cost > 0.15;
};

const shortWord = 5;

/** Whether the one word that names both is short, and another spelling that no transliteration explains: "Chess" and "Chaps". */
const onlyNameBySpelling = (pairs: readonly WordPair[]): boolean => {
  const [pair, ...others] = pairs.filter((one) => has(one, 'name'));
  if (pair?.by !== 'spelling' || others.length > 0 || pair.cost <= dearestNaming) return false;
  return [...pair.left, ...pair.right].some(({ text }) => text.length <= shortWord);
};

/** Whether no word that names an organisation is paired. */
const isUnnamed = (pairs: readonly WordPair[]): boolean => !pairs.some((pair) => has(pair, 'name'));

const leastConsonants = 4;

/** Whether one word names both and only sounds alike, one of them written without vowels: many words have three consonants. */
function restsOnFewConsonants(pairs: readonly WordPair[]): boolean {
  const [pair, ...others] = pairs.filter(({ left, right }) => [...left, ...right].some(isNaming));
  if (pair?.by !== 'sound' || others.length > 0) return false;
  const words = [...pair.left, ...pair.right];
  return words.some(({ bare }) => bare) && words.some((word) => soundOf(word).length < leastConsonants);
}

const has = ({ left, right }: WordPair, kind: WordClass): boolean =>
  [...left, ...right].some((word) => word.kind === kind);

/** `other` agrees with every kind of legal form. */
const formsExclude = ({ forms: ours }: ReadName, { forms: theirs }: ReadName): boolean =>
  ours.length > 0 &&
  theirs.length > 0 &&
  ![...ours, ...theirs].includes('other') &&
  !ours.some((kind) => theirs.includes(kind));

function ofPersons(left: ReadName, right: ReadName, { pairs, onlyLeft, onlyRight }: WordPairing): number {
  const initials = (words: readonly Word[]): boolean => words.some(({ kind }) => kind === 'initial');
  const more = (words: readonly Word[]): boolean => words.some(({ kind }) => kind !== 'particle');
  const named = pairs.filter((pair) => pair.left.some(isName) && pair.right.some(isName)).length;
  const isJoined = pairs.some(({ by }) => by === 'joined');
  const areLeft = onlyLeft.length > 0 || onlyRight.length > 0;
  const sameCount = left.words.filter(isName).length === right.words.filter(isName).length;
  return (
    ((initials(onlyLeft) && more(onlyRight)) || (initials(onlyRight) && more(onlyLeft)) ? 0.25 : 0) +
    (named < 2 && !isJoined && areLeft && !sameCount ? 0.5 : 0) +
    (areLeft && pairs.some(({ by, cost }) => by === 'sound' && cost >= 0.15) ? 0.12 : 0) +
    (named === 2 && pairs.some(({ by, cost }) => by === 'sound' && cost > 0.15) ? 0.05 : 0)
  );
}

const isName = ({ kind }: Word): boolean => kind === 'name';
