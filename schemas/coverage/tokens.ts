import type { Coverage } from './coverage.ts';
import { type CoverageReason, coverageReasonNames } from './reasons.ts';

const tokenStates = ['full', 'partial', 'none'] as const satisfies readonly Coverage['state'][];

/** How much of a token is read, and the reasons of its parts. */
export interface TokenCoverage {
  readonly state: Coverage['state'];
  readonly reasons: readonly CoverageReason[];
}

/** Tokens that share state and reasons share one object: there are few of them, and many tokens. */
export function tokenCoverages(coverages: ReadonlyMap<string, Coverage>): ReadonlyMap<string, TokenCoverage> {
  const shared = new Map<string, TokenCoverage>();
  return new Map(
    [...coverages].map(([assetId, { state, parts }]) => {
      const own = new Set(parts.flatMap(({ reason }) => reason ?? []));
      const reasons = coverageReasonNames.filter((name) => own.has(name));
      const key = [state, ...reasons].join(' ');
      const token = shared.get(key) ?? { state, reasons };
      shared.set(key, token);
      return [assetId, token] as const;
    }),
  );
}

/** What tokens are filtered by: a state, or a reason that one of their parts has. */
export type CoverageFilter = Coverage['state'] | CoverageReason;

/** Null for any other text. */
export const coverageFilterOf = (text: string): CoverageFilter | null =>
  [...tokenStates, ...coverageReasonNames].find((one) => one === text) ?? null;

export const isCoveredSo = ({ state, reasons }: TokenCoverage, filter: CoverageFilter): boolean =>
  state === filter || reasons.some((reason) => reason === filter);
