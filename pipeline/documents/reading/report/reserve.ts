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
  /\b(?:total reserves?|reserve assets|redemption assets|assets (?:held )?in (?:\S+ ){0,3}reserve|value of (?:the )?reserves?)\b/i;

/** Tokens that a holder may have; not those that are locked, or were minted alone. */
const circulating = /\b(?:in circulation|redeemable tokens outstanding|tokens outstanding|issued and outstanding)\b/i;
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
  const totals = own.flatMap((column) => totalsOf(column.entries, steps) ?? []).filter(isOfAssets);
  const parts = partsOf(totals);
  const [total] = totals.filter(({ entry }) => !parts.has(entry.amount.millionths));
  if (total === undefined) return { why: `no total of the reserve of ${date} is the sum of its parts` };
  const amount = total.entry.amount.millionths;
  const known = new Set(amountsIn(total));
  const others = totals.filter((one) => one !== total && !known.has(one.entry.amount.millionths));
  if (others.length > 0) return { why: `two totals of ${date} are not those of one reserve` };
  // Figures of the same table are parts of it; those of another must be the whole reserve.
  const stated = entries.filter(({ label }) => wholeReserve.test(label) && !isTokens(label));
  const isAgreed = stated.every(({ amount: { millionths }, row }) =>
    row.part === total.entry.row.part ? known.has(millionths) : millionths === amount,
  );
  if (!isAgreed) return { why: `the report prints the reserve of ${date} with two amounts` };
  const tokens = entries.filter(({ label }) => isTokens(label));
  if (new Set(tokens.map((one) => one.amount.millionths)).size > 1) {
    return { why: `the report prints the tokens of ${date} with two amounts` };
  }
  return roundedAlike(total, tokens[0] ?? null);
}

/** A total that differs from the sum of its parts by rounding gives the same coverage as the sum, or none. */
function roundedAlike(total: Node, tokens: Entry | null): ReserveOutcome<Reserve> {
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
