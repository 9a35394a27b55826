import { type Fact, factOfKey, factPrefix } from '../../fact.ts';
import type { InForce } from '../../build-change.ts';
import { statedValue } from '../../../documents/fields/known-values.ts';
import type { ObservedState } from '../family.ts';
import type { Bounds } from './differences.ts';

/** Regime under which remaining days of 93 are a bound. */
const boundedRegime = 'US_GENIUS';

/** The bounds that hold for the asset: its regimes, and the smallest share of a counterparty that a source states. */
export function boundsOf({ state, observation: { assetId } }: ObservedState, { regimes }: InForce): Bounds {
  const shares: number[] = [];
  for (const [key, { value }] of state.entries<Fact>(factPrefix(assetId, 'asset', ''))) {
    if (factOfKey(key).field !== 'reserve_counterparty_limit' || value === null) continue;
    const stated = statedValue(value) as { readonly percent?: string } | null;
    shares.push(Math.round(Number(stated?.percent ?? 'NaN') * 100));
  }
  const known = shares.filter(Number.isFinite);
  return {
    hasLongest: regimes.includes(boundedRegime),
    largestShare: known.length === 0 ? null : Math.min(...known),
  };
}
