/** What a comparator saw in two values of a field, and what it makes of it. */
import type { Direction } from '../../../../schemas/vocabulary.ts';
import { combine } from '../../combine.ts';
import type { DimensionVerdict } from '../../rule.ts';
import type { Sight } from './sights.ts';

export interface Outcome {
  /** Every dimension of the field takes it, unless `dimensions` says which one takes what. */
  readonly direction: Direction;
  readonly dimensions?: readonly DimensionVerdict[];
  /** What was seen, in the order in which it is told. */
  readonly sights: readonly Sight[];
  /** The threshold that was crossed, decimal text. */
  readonly threshold?: string;
  /** The difference decides nothing for a holder: a clarification instead of a material change. */
  readonly minor?: true;
  /** Expected to happen again and again: told in the feed, not shown by itself. */
  readonly routine?: true;
  /** A regime that states a dimension states it instead of the comparator. */
  readonly regimesDecide?: true;
}

/** One thing seen, one direction. */
export const seen = (sight: Sight, direction: Direction): Outcome => ({ direction, sights: [sight] });

/** A difference without weight. */
export const minor = (sight: Sight): Outcome => ({ direction: 'neutral', sights: [sight], minor: true });

/** What cannot be ranked is left open. */
export const unassessed = (sight: 'off_scale' | 'unreadable' | 'other_currency' | 'no_members'): Outcome =>
  seen(sight, 'unassessed');

/** Several things seen, each with the direction of one dimension. */
export const perDimension = (
  dimensions: readonly DimensionVerdict[],
  sights: readonly Sight[],
): Outcome & { readonly dimensions: readonly DimensionVerdict[] } => ({
  direction: combine(dimensions.map(({ direction }) => direction)),
  dimensions,
  sights,
});
