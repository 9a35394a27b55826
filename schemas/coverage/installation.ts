import type { Coverage, PartCoverage } from './coverage.ts';
import { type CoveragePart, type CoverageReason, coverageReasonNames } from './reasons.ts';

/** A reason of an installation. */
interface ReasonCount {
  readonly reason: CoverageReason;
  readonly part: CoveragePart;
  /** Tokens whose part has it. */
  readonly assets: number;
  /** As the first of them has it. */
  readonly text: string;
  /** What the operator does. */
  readonly next: string;
}

export interface InstallationCoverage {
  readonly assets: number;
  readonly full: number;
  readonly partial: number;
  readonly none: number;
  /** Those of most tokens first. One chain, feed or host has one line. */
  readonly reasons: readonly ReasonCount[];
}

/** How much of all tokens is read. */
export function installationCoverage(coverages: Iterable<Coverage>): InstallationCoverage {
  const states = { full: 0, partial: 0, none: 0 };
  const reasons = new Map<string, { readonly line: Omit<ReasonCount, 'assets'>; assets: number }>();
  for (const { state, parts } of coverages) {
    states[state] += 1;
    for (const part of parts) {
      const line = lineOf(part);
      if (line === null) continue;
      const key = JSON.stringify(line);
      const counted = reasons.get(key);
      if (counted === undefined) reasons.set(key, { line, assets: 1 });
      else counted.assets += 1;
    }
  }
  return {
    assets: states.full + states.partial + states.none,
    ...states,
    reasons: [...reasons.values()]
      .map(({ line, assets }) => ({ ...line, assets }))
      .sort((a, b) => b.assets - a.assets || rank(a) - rank(b) || (a.text < b.text ? -1 : 1)),
  };
}

const lineOf = ({ part, reason, text, next }: PartCoverage): Omit<ReasonCount, 'assets'> | null =>
  reason === null ? null : { reason, part, text, next: next?.operator ?? '' };

const rank = ({ reason }: ReasonCount): number => coverageReasonNames.indexOf(reason);
