/** The reserve of one date: the total that everything printed of it agrees with. */
import { phraseWords } from '../profiles/phrases.ts';
import { createSteps, type Steps } from '../blocks/steps.ts';
import { coverageOf, decimalOf } from './amounts.ts';
import { amountsIn, leavesOf, type Node, totalsOf } from './closure.ts';
import type { Column, Entry } from './columns.ts';

export interface Reserve {
  readonly total: Node;
  /** Millionths; null where none are printed. */
  readonly tokens: Entry | null;
}

/** Labels of amounts that are the whole reserve. */
const wholeReserve =
  /\b(?:total reserves?|reserve assets|redemption assets|assets (?:held )?in (?:\S+ ){0,3}reserve|value of (?:the )?reserves?|(?:dollars|euros?|assets) held in (?:custody|reserve|segregated) accounts?|reserved for (?:\S+ ){0,2}holders)\b/i;
/** What is reserved for holders may be as much as the tokens, and the reserve more. */
const ofHolders = /\breserved for (?:\S+ ){0,2}holders\b/i;

/** Tokens that a holder may have; not those that are locked, or were minted alone. */
const circulating =
  /\b(?:in circulation|redeemable tokens outstanding|(?:tokens|units) outstanding|issued and outstanding|outstanding (?:tokens|units|stablecoin units|stablecoins)|circulating supply)\b/i;
const otherTokens = /non-?redeemable|restricted|locked|natively|frozen|not yet|deprecated/i;

export type ReserveOutcome<T> = { readonly found: T } | { readonly why: string };

/** The reserve and the tokens of a date, or why its figures are set aside. Every printed figure of either must agree. */
export function reserveOf(
  columns: readonly Column[],
  date: string,
  steps: Steps = createSteps(),
): ReserveOutcome<Reserve> {
  const own = columns.filter((column) => column.date === date);
  const entries = own.flatMap((column) => column.entries);
  const parts = agreedTotal(
    date,
    own.flatMap((column) => totalsOf(column.entries, steps) ?? []),
    entries,
  );
  // A reserve may go on over several pages.
  const joined = 'found' in parts || own.length < 2 ? parts : overPages(date, entries, steps);
  const total = 'found' in joined ? joined : summaryOf(date, entries);
  if ('why' in total) return 'why' in parts ? parts : total;
  const tokens = entries.filter(({ label }) => isTokens(label));
  if (new Set(tokens.map((one) => one.amount.millionths)).size > 1) {
    return { why: `the report prints the tokens of ${date} with two amounts` };
  }
  return roundedAlike(total.found, tokens[0] ?? null);
}

/** The one total with which everything printed of the reserve agrees. */
function agreedTotal(date: string, found: readonly Node[], entries: readonly Entry[]): ReserveOutcome<Node> {
  const totals = found.filter(isOfAssets);
  const parts = partsOf(totals);
  const [total] = totals.filter(({ entry }) => !parts.has(entry.amount.millionths));
  if (total === undefined) return { why: `no total of the reserve of ${date} is the sum of its parts` };
  const amount = total.entry.amount.millionths;
  const known = new Set(amountsIn(total));
  const others = totals.filter((one) => one !== total && !known.has(one.entry.amount.millionths));
  if (others.length > 0) return { why: `two totals of ${date} are not those of one reserve` };
  // Figures of the same table are parts of it; those of another must be the whole reserve.
  const tokens = new Set(entries.filter(({ label }) => isTokens(label)).map((one) => one.amount.millionths));
  const isAgreed = wholeIn(entries).every(
    ({ amount: { millionths }, row, label }) =>
      (row.part === total.entry.row.part ? known.has(millionths) : millionths === amount) ||
      (ofHolders.test(label) && tokens.has(millionths) && millionths <= amount),
  );
  if (!isAgreed) return { why: `the report prints the reserve of ${date} with two amounts` };
  // One amount that is printed again sums to anything: it must be called the reserve.
  const isNamed = wholeIn(entries).some(({ amount: { millionths } }) => millionths === amount);
  return isNamed || leavesOf(total).length > 1
    ? { found: total }
    : { why: `the only part of the total of ${date} is not called the reserve` };
}

const wholeIn = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ label }) => wholeReserve.test(label) && !isTokens(label));

/** Parts of one total over pages; a table of one page may have more. */
const mostPartsOverPages = 60;

function overPages(date: string, entries: readonly Entry[], steps: Steps): ReserveOutcome<Node> {
  const labelled = entries.filter(({ label }) => /\p{L}/u.test(label));
  const totals = totalsOf(labelled, steps, mostPartsOverPages) ?? [];
  const [total] = totals;
  if (total === undefined || totals.length > 1) return { why: `no total of ${date} is the sum of all its parts` };
  const known = new Set(amountsIn(total));
  const isAgreed = wholeIn(entries).every(({ amount: { millionths } }) => known.has(millionths));
  return isAgreed && wholeIn(entries).some(({ amount }) => amount.millionths === total.entry.amount.millionths)
    ? { found: total }
    : { why: `the report prints the reserve of ${date} with two amounts` };
}

/** Words for what the reserve has more than the tokens. */
const difference = /\b(?:excess|surplus|difference|over-?collaterali[sz]ation|buffer)\b/i;

/**
 * The reserve without its parts: the same total and the same tokens on two pages, as in the letter of the accountant and in the
 * report of the management, or with the printed difference of both.
 */
function summaryOf(date: string, entries: readonly Entry[]): ReserveOutcome<Node> {
  const whole = wholeIn(entries);
  const tokens = entries.filter(({ label }) => isTokens(label));
  const [total] = whole;
  const [count] = tokens;
  if (total === undefined || count === undefined)
    return { why: `the total of ${date} and its tokens are not both printed` };
  const amounts = new Set([...whole, ...tokens].map(({ amount }) => amount.millionths));
  const isOne = whole.every((one) => one.amount.millionths === total.amount.millionths);
  if (!isOne || amounts.size > 2) return { why: `the report prints the reserve of ${date} with two amounts` };
  const partsOfAll = (all: readonly Entry[]): number => new Set(all.map(({ row }) => row.part)).size;
  const isTwice = partsOfAll(whole) > 1 && partsOfAll(tokens) > 1;
  const more = total.amount.millionths - count.amount.millionths;
  const isParted = entries.some(({ label, amount }) => difference.test(label) && amount.millionths === more);
  return isTwice || isParted
    ? { found: { entry: total, parts: [], isSum: false } }
    : { why: `the total of ${date} is printed once, and no parts sum to it` };
}

/** A total that differs from the sum of its parts by rounding gives the same coverage as the sum, or none. */
function roundedAlike(total: Node, tokens: Entry | null): ReserveOutcome<Reserve> {
  if (total.parts.length === 0) return { found: { total, tokens } };
  const sum = leavesOf(total).reduce((all, { leaf }) => all + leaf.entry.amount.millionths, 0n);
  const count = tokens?.amount.millionths ?? 0n;
  const isAlike = tokens === null || coverageOf(sum, count) === coverageOf(total.entry.amount.millionths, count);
  return isAlike ? { found: { total, tokens } } : { why: `the total ${decimalOf(sum)} is rounded too far` };
}

const isTokens = (label: string): boolean => circulating.test(label) && !otherTokens.test(label);

/** Whether the label or the parts of a total show that it is a total of assets. */
const isOfAssets = (total: Node): boolean =>
  wholeReserve.test(total.entry.label) || leavesOf(total).some(({ leaf }) => phraseWords(leaf.entry.label).length > 0);

/** Amounts that are parts of a total with another amount: such a total stands in a table of its own, too. */
const partsOf = (totals: readonly Node[]): ReadonlySet<bigint> =>
  new Set(
    totals.flatMap((total) => amountsIn(total).filter((millionths) => millionths !== total.entry.amount.millionths)),
  );
