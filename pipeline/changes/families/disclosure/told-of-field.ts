import type { FieldValue } from '../../../../schemas/fields/field.ts';
import type { ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { DisclosureSense, Stage } from '../../../impact/facts.ts';

/** What is told of a disclosed field. */
export interface ToldOfField {
  readonly kind: ExplanationKind;
  readonly sense: DisclosureSense;
  readonly stage: Stage;
  readonly old: FieldValue;
  readonly new: FieldValue;
  readonly priorQuote: string | null;
  readonly quote: string | null;
  readonly sourceKey: string;
  /** Of the reading that is told, milliseconds. */
  readonly observedAt: number;
  /** It was notified, so that its withdrawal is said in the headline. */
  readonly wasNotable: boolean;
  /** The capture is settled: what it lacks is gone from the source. */
  readonly removedBySource?: boolean;
  /** False: made from other text or by another way of reading. */
  readonly comparable?: boolean;
}
