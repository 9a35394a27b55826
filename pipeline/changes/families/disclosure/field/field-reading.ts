/** A reading of a disclosed field, and how it relates to earlier readings. */
import type { DisclosureField, FieldValue } from '../../../../../schemas/fields/field.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import type { InForce } from '../../../build-change.ts';
import type { SourceTrust } from '../../../drafts/second-reading.ts';
import { isStructuredReading } from '../../../evidence-grade.ts';
import type { FieldFact, RevisableChange } from './field-fact.ts';
import { sameLoosely } from '../../../../documents/fields/field-value.ts';
import { statedValue } from '../../../../documents/fields/known-values.ts';
import { strictForm } from '../../../../documents/fields/normal-forms.ts';
import { hourMs } from '../../../../../schemas/values/durations.ts';

/** A reading of a field with a valid value, from a document that is not suspect. */
export interface FieldReading {
  readonly field: DisclosureField;
  readonly observation: Observation;
  /** The parsed value of the observation. */
  readonly value: FieldValue;
  readonly trust: SourceTrust;
  readonly inForce: () => InForce;
}

/** The fact after a reading, and the changes to emit. */
export interface FieldOutcome {
  readonly fact: FieldFact;
  readonly changes: readonly Change[];
}

/** Equal in Unicode NFC. */
export const isSameText = (left: string | null, right: string | null): boolean =>
  left === right || (left !== null && right !== null && strictForm(left) === strictForm(right));

/** Whether the reading states this value, in any spelling. */
export function isSameValue({ field, observation, value }: FieldReading, stated: string | null): boolean {
  if (observation.value === stated) return true;
  if (value === null || stated === null) return false;
  return sameLoosely(field.name, statedValue(stated), value);
}

export const isFlip = ({ observation }: FieldReading, { detectedAt }: RevisableChange): boolean =>
  !isStructuredReading(observation) && observation.observedAt - detectedAt <= flipWithin;

/** Whether the document was rewritten past comparison after the value was last seen. */
export const isRewritten = ({ seenAt }: FieldFact, { trust: { rewrittenAt }, observation }: FieldReading): boolean =>
  rewrittenAt !== null && seenAt < rewrittenAt && rewrittenAt <= observation.observedAt;

/** A value that returns within this time was a flip of the text or of the extractor, milliseconds. */
const flipWithin = 72 * hourMs;
