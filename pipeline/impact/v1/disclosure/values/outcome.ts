/** What a comparator found in two values of a field, and the resulting direction. */
import type { Direction } from '../../../../../schemas/vocabulary.ts';
import { combine } from '../../../combine.ts';
import type { DimensionVerdict } from '../../../rule.ts';
import type { ReasonCode } from './reason-sentences.ts';

export interface Outcome {
  /** Direction of every dimension of the field, unless `dimensions` states them one by one. */
  readonly direction: Direction;
  readonly dimensions?: readonly DimensionVerdict[];
  /** What the comparator found, in the order of the sentences. */
  readonly reasons: readonly ReasonCode[];
  /** The crossed threshold, decimal text. */
  readonly threshold?: string;
  /** The difference does not matter to a holder: a clarification instead of a material change. */
  readonly minor?: true;
  /** Expected to recur: the change is suppressed. */
  readonly routine?: true;
  /** If a regime decides a dimension, its direction replaces that of the comparator. */
  readonly regimesDecide?: true;
}

/** An outcome of one finding with one direction. */
export const outcomeOf = (reason: ReasonCode, direction: Direction): Outcome => ({ direction, reasons: [reason] });

/** A difference that does not matter to a holder. */
export const minor = (reason: ReasonCode): Outcome => ({ direction: 'neutral', reasons: [reason], minor: true });

/** Values that cannot be ranked. */
export const unassessed = (reason: 'off_scale' | 'unreadable' | 'other_currency' | 'no_members'): Outcome =>
  outcomeOf(reason, 'unassessed');

/** An outcome of several findings, each with the direction of one dimension. */
export const perDimension = (
  dimensions: readonly DimensionVerdict[],
  reasons: readonly ReasonCode[],
): Outcome & { readonly dimensions: readonly DimensionVerdict[] } => ({
  direction: combine(dimensions.map(({ direction }) => direction)),
  dimensions,
  reasons,
});
