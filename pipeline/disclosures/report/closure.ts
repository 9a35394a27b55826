/** Sums of a column: which amounts are parts, and which printed amounts are totals of the parts before them. */
import { toleranceOf } from './amounts.ts';
import type { Entry } from './columns.ts';

/** An amount with the parts that sum to it; none of a part itself. */
export interface Node {
  readonly entry: Entry;
  readonly parts: readonly Node[];
}

/** Amounts of tokens are neither parts nor totals of a reserve. */
const isOfTokens = (label: string): boolean => /\btokens?\b|\bin circulation\b|\boutstanding\b/i.test(label);

const isTotal = (label: string): boolean => /^(?:sub-?)?totals?\b/i.test(label.trim());

/**
 * The totals of a column that nothing sums further, with everything below them. Null when an amount that is labelled a total
 * is not the sum of what stands before it: then no figure of the column is believed. Subtotals are recognised by sums.
 */
export function totalsOf(entries: readonly Entry[]): readonly Node[] | null {
  const open: Node[] = [];
  for (const entry of entries) {
    if (isOfTokens(entry.label)) continue;
    const count = partsOf(open, entry);
    if (count === null) {
      if (isTotal(entry.label)) return null;
      open.push({ entry, parts: [] });
    } else {
      const parts = open.splice(open.length - count);
      open.push({ entry, parts });
    }
  }
  return open.filter(({ entry, parts }) => parts.length > 0 && isTotal(entry.label));
}

/** How many of the last open amounts sum to the entry, the fewest that do; null when none do. */
function partsOf(open: readonly Node[], { label, amount }: Entry): number | null {
  let sum = 0n;
  for (let count = 1; count <= open.length; count += 1) {
    const parts = open.slice(open.length - count);
    sum += parts[0]?.entry.amount.millionths ?? 0n;
    // One equal amount is a total only where it is called one.
    if (count === 1 && !isTotal(label)) continue;
    const away = sum - amount.millionths;
    const tolerance = toleranceOf(parts.map(({ entry }) => entry.amount));
    if ((away < 0n ? -away : away) <= (count === 1 ? 0n : tolerance)) return count;
  }
  return null;
}

/** The parts without parts of their own, with the label of the nearest total above each. */
export const leavesOf = ({ entry, parts }: Node): readonly { readonly leaf: Node; readonly under: Entry }[] =>
  parts.flatMap((part) => (part.parts.length === 0 ? [{ leaf: part, under: entry }] : leavesOf(part)));

/** Every amount of a total: itself, its subtotals and its parts. */
export const amountsIn = ({ entry, parts }: Node): readonly bigint[] => [
  entry.amount.millionths,
  ...parts.flatMap(amountsIn),
];
