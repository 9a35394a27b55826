import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { compareDecimals, type Decimal, readDecimal } from './decimal.ts';
import { minor, type Outcome, outcomeOf, unassessed } from './outcome.ts';

const nothing: Decimal = { digits: 0n, scale: 0 };

/** Fees in basis points by code: lower is better, and an unlisted fee is 0. Some higher and some lower is mixed. */
export function compareFees(
  { codes }: { readonly codes: readonly string[] },
  old: FieldValue,
  current: FieldValue,
): Outcome {
  const [before, after] = [feesOf(old), feesOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  const kinds = [...new Set([...before.keys(), ...after.keys()])];
  const moves = kinds.map((code) => ({
    isRanked: codes.includes(code),
    order: compareDecimals(after.get(code) ?? nothing, before.get(code) ?? nothing),
  }));
  if (moves.every(({ order }) => order === 0)) return minor('fees_same');
  if (moves.some(({ isRanked }) => !isRanked)) return unassessed('off_scale');
  const [up, down] = [moves.some(({ order }) => order > 0), moves.some(({ order }) => order < 0)];
  if (up && down) return outcomeOf('fees_apart', 'mixed');
  return up ? outcomeOf('fees_higher', 'weakens') : outcomeOf('fees_lower', 'strengthens');
}

/** Null when the value is not a list of fees, or has a code twice. */
function feesOf(value: FieldValue): ReadonlyMap<string, Decimal> | null {
  const listed = value?.['fees'];
  if (!Array.isArray(listed)) return null;
  const fees = new Map<string, Decimal>();
  for (const fee of listed as readonly unknown[]) {
    const { code, bps } = (fee ?? {}) as Readonly<Record<string, unknown>>;
    const number = readDecimal(bps);
    if (typeof code !== 'string' || number === null || fees.has(code)) return null;
    fees.set(code, number);
  }
  return fees;
}
