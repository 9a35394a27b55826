/** A reading of a disclosed field, and what it has to do with what was read before. */
import type { DisclosureField, FieldValue } from '../../../../schemas/fields/field.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import type { InForce } from '../../build-change.ts';
import type { SourceStanding } from '../source/source-standing.ts';
import { gradeOf } from './evidence.ts';
import type { FieldFact, Told } from './field-fact.ts';
import { sameLoosely } from './field-value.ts';
import { strictForm } from './normal-forms.ts';

/** A reading of a field whose value fits, from a document that is not suspect. */
export interface FieldReading {
  readonly field: DisclosureField;
  readonly observation: Observation;
  /** The observation's value as it is typed. */
  readonly value: FieldValue;
  readonly standing: SourceStanding;
  readonly inForce: () => InForce;
}

/** The fact after a reading, and what is told. */
export interface FieldOutcome {
  readonly fact: FieldFact;
  readonly changes: readonly Change[];
}

/** Equal in strict form. */
export const isSameText = (left: string | null, right: string | null): boolean =>
  left === right || (left !== null && right !== null && strictForm(left) === strictForm(right));

/** Whether the reading states this value, in whatever spelling. */
export function isSameValue({ field, observation, value }: FieldReading, stated: string | null): boolean {
  if (observation.value === stated) return true;
  if (value === null || stated === null) return false;
  return sameLoosely(field.name, JSON.parse(stated) as FieldValue, value);
}

/** Chain state and tagged facts are established by one reading; a text needs a second one. */
export const isStructuredReading = (observation: Observation): boolean =>
  gradeOf(observation.sourceKey, observation) === 'structured';

export const isFlip = ({ observation }: FieldReading, { detectedAt }: Told): boolean =>
  !isStructuredReading(observation) && observation.observedAt - detectedAt <= flipWithin;

/** The document was rewritten past comparison after the value was last seen. */
export const isRewritten = ({ seenAt }: FieldFact, { standing: { rewrittenAt }, observation }: FieldReading): boolean =>
  rewrittenAt !== null && seenAt < rewrittenAt && rewrittenAt <= observation.observedAt;

const hour = 3_600_000;

/** What goes back within this time was a flip of the text or of our lens, milliseconds. */
const flipWithin = 72 * hour;
