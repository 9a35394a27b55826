/** Sums of a column: which amounts are parts, and which printed amounts are totals of the parts before them. */
import { createSteps, type Steps } from '../blocks/steps.ts';
import { toleranceOf } from './amounts.ts';
import type { Entry } from './columns.ts';

/** An amount with the parts that sum to it; none of a part itself. */
export interface Node {
  readonly entry: Entry;
  readonly parts: readonly Node[];
  /** Whether the amounts before it sum to it. */
  readonly isSum: boolean;
}

/** Amounts of tokens are neither parts nor totals of a reserve. */
const isOfTokens = (label: string): boolean =>
  /\btokens?\b|\bin circulation\b|\boutstanding\b|\bcirculating\b/i.test(label);

const isTotal = (label: string): boolean =>
  /^(?:the |grand |aggregate |overall )?(?:sub-?)?totals?\b|^sum of\b|\btotals?:?$|^\(?[A-Z]\)? ?\+ ?\(?[A-Z]\)?/i.test(
    label.trim(),
  );

/**
 * The totals of a column that nothing sums further, with everything below them. Null when an amount that is labelled a total
 * is neither the sum of what stands before it nor a part of a sum: then no figure of the column is believed. Subtotals are
 * recognised by sums.
 */
export function totalsOf(
  entries: readonly Entry[],
  steps: Steps = createSteps(),
  most = mostParts,
): readonly Node[] | null {
  const open: Node[] = [];
  for (const entry of entries) {
    if (isOfTokens(entry.label)) continue;
    const sum = partsOf(open, entry, steps, most);
    const last = open.at(-1);
    // A total without its parts that another one repeats is no sum.
    const isRepeated = sum === 1 && last !== undefined && !last.isSum && isTotal(last.entry.label);
    const count = isRepeated ? null : sum;
    // Amounts before it that do not sum to it: one of them, or the total, is misread.
    if (count === null && isTotal(entry.label) && last !== undefined && !last.isSum && !isTotal(last.entry.label)) {
      return null;
    }
    const parts = count === null ? [] : open.splice(open.length - count);
    open.push({ entry, parts: isCollateral(entry.label) ? [] : parts, isSum: count !== null });
  }
  if (open.some(({ entry, isSum }) => !isSum && isTotal(entry.label))) return null;
  return open.filter(({ entry, parts }) => parts.length > 0 && isTotal(entry.label));
}

/** What a counterparty pledged is no holding: the claim against it is. */
const isCollateral = (label: string): boolean =>
  /\bheld (?:pursuant to|under|as collateral)\b|\bcollateral\b/i.test(label);

/** Parts of a total at most. */
const mostParts = 1_000;

/** How many of the last open amounts sum to the entry, the fewest that do; null when none do. */
function partsOf(open: readonly Node[], { label, amount }: Entry, steps: Steps, most: number): number | null {
  let sum = 0n;
  let decimals = 0;
  for (let count = 1; count <= Math.min(open.length, most); count += 1) {
    steps.comparisons(1);
    const part = open[open.length - count]?.entry.amount;
    sum += part?.millionths ?? 0n;
    decimals = Math.max(decimals, part?.decimals ?? 0);
    // One equal amount is a total only where it is called one.
    if (count === 1 && !isTotal(label)) continue;
    const away = sum - amount.millionths;
    if ((away < 0n ? -away : away) <= (count === 1 ? 0n : toleranceOf(count, decimals))) return count;
  }
  return null;
}

interface Leaf {
  readonly leaf: Node;
  readonly under: Entry;
}

/** The parts without parts of their own in order, with the label of the nearest total above each. */
export function leavesOf(total: Node): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const open = [...total.parts].reverse().map((node) => ({ node, under: total.entry }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, under } = next;
    if (node.parts.length === 0) leaves.push({ leaf: node, under });
    for (const part of [...node.parts].reverse()) open.push({ node: part, under: node.entry });
  }
  return leaves;
}

/** Every amount of a total: itself, its subtotals and its parts. */
export function amountsIn(total: Node): readonly bigint[] {
  const nodes = [total];
  for (const { parts } of nodes) for (const part of parts) nodes.push(part);
  return nodes.map(({ entry }) => entry.amount.millionths);
}
