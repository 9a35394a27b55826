/** What the check of a change computes again, claim by claim. */
import type { ChangeChecks } from './check-change.ts';
import type { ReadAgain } from '../readings/outcome.ts';

/** Names of claims, in the order of a result. */
const claimNames = ['digest', 'bytes', 'reading', 'observations', 'rules', 'change'] as const;
type ClaimName = (typeof claimNames)[number];

/** A claim that could not be computed again, and why, as a sentence part. */
interface UnprovedClaim {
  readonly claim: ClaimName;
  readonly why: string;
}

export interface Claims {
  /**
   * `digest`: of the file, its rule sets and its list of artifacts. `bytes`: their hashes. `reading`: the values follow from
   * the bytes. `observations`: ids and hashes. `rules`: of the trails. `change`: ids, hashes and a refold.
   */
  readonly proved: readonly ClaimName[];
  /** Neither proved nor contradicted by what is here. */
  readonly notProved: readonly UnprovedClaim[];
  /** Taken as they are stated: nothing is behind them that could be computed. */
  readonly stated: readonly string[];
  /** Whether anything contradicts a claim. */
  readonly isBroken: boolean;
}

/** A part of a claim: whether it holds, or why that is not known; what was only stated is no part of a claim. */
export type Part = { readonly claim: ClaimName; readonly holds: boolean } | UnprovedClaim;

export function claimsOf(parts: readonly Part[], statements: readonly string[]): Claims {
  const notProved = parts.flatMap((part) => ('why' in part ? [part] : []));
  const open = new Set(notProved.map(({ claim }) => claim));
  const isWhole = (name: ClaimName): boolean => {
    const own = parts.filter(({ claim }) => claim === name);
    return own.length > 0 && !open.has(name) && own.every((part) => 'holds' in part && part.holds);
  };
  return {
    proved: claimNames.filter(isWhole),
    notProved: [...new Map(notProved.map((one) => [`${one.claim} ${one.why}`, one])).values()],
    stated: [...new Set(statements)],
    isBroken: parts.some((part) => 'holds' in part && !part.holds),
  };
}

/** The parts of a reading that was made again. */
export function partsOfReading({ state, why }: ReadAgain): readonly Part[] {
  if (state === 'stated') return [];
  return [state === 'not_proved' ? { claim: 'reading', why } : { claim: 'reading', holds: state !== 'broken' }];
}

export const partsOfChange = ({ observations, rules, ...checks }: ChangeChecks): readonly Part[] => [
  { claim: 'observations', holds: observations },
  { claim: 'rules', holds: rules },
  ...Object.values(checks).map((holds: boolean): Part => ({ claim: 'change', holds })),
];
