import { canonicalJson } from '../../../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../../../schemas/values/hash.ts';
import { memoizeByObject } from '../../../../../schemas/values/memoize-by-object.ts';
import { creatorAuthority } from '../../../../../schemas/terms/authorities.ts';
import type { AssetState, ChainFact } from '../../../../chain/statement.ts';

/** Figures that move by themselves: they are compared by share, not by value. */
const figures: ReadonlySet<string> = new Set(['supply', 'multiplier']);

/** The creator is read once, so readings with and without it must have the same digest. */
export const isCreator = ({ field, subjectKey }: ChainFact): boolean =>
  field === 'authority' && subjectKey === creatorAuthority;

/** Digest of a reading. A sweep has its own, because it reads fewer facts. */
export interface Digest {
  /** Hash of the reading without its figures. */
  readonly facts: string;
  /** Decimal digits; null when the reading has none. */
  readonly supply: string | null;
}

export function digestOf({ reading, facts }: AssetState): Digest {
  const compared = facts.filter((fact) => !figures.has(fact.field) && !isCreator(fact));
  const supply = facts.find(({ field }) => field === 'supply')?.value;
  return {
    // The canonical form of `[reading, facts]`.
    facts: sha256Hex(`[${canonicalJson(reading)},[${compared.map(canonicalFact).join(',')}]]`),
    supply: typeof supply === 'string' ? supply : null,
  };
}

/** Hundreds of assets of a reading share the facts of the accounts that control them. */
const canonicalControl = memoizeByObject((fact: ChainFact) => canonicalJson(fact));
const canonicalFact = (fact: ChainFact): string =>
  fact.field === 'control' ? canonicalControl(fact) : canonicalJson(fact);

/** Whether two supplies differ by 1 percent of the earlier one or more. */
export function suppliesDiffer(before: string | null, now: string | null): boolean {
  if (before === null || now === null || !isDigits(before) || !isDigits(now)) return before !== now;
  const [then, current] = [BigInt(before), BigInt(now)];
  const difference = then > current ? then - current : current - then;
  return difference > 0n && difference * 100n >= then;
}

const isDigits = (text: string): boolean => /^\d+$/.test(text);
