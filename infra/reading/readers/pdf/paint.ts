import type { Box } from '../../../../schemas/values/reading.ts';
import type { Colour } from '../unseen.ts';

/** An area that a page paints. Its place in the order of painting decides what it covers. */
export interface Paint {
  readonly box: Box;
  readonly colour: Colour;
  readonly alpha: number;
  /**
   * An area fills its box, a shape a part of it, a line none. Whether a picture lets through what is below is not known: none is
   * decoded.
   */
  readonly kind: 'area' | 'shape' | 'line' | 'picture';
  /** Whether it mixes with what is below by another blend mode than the normal one. */
  readonly isTint: boolean;
}
