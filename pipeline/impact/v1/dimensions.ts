import type { Dimension, Direction } from '../../../schemas/vocabulary.ts';
import type { DimensionVerdict } from '../rule.ts';

/** The same direction for several dimensions. */
export const all = (direction: Direction, ...dimensions: readonly Dimension[]): readonly DimensionVerdict[] =>
  dimensions.map((kind) => ({ kind, direction }));
