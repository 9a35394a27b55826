import type { Change } from '../../../../schemas/generated/records.ts';
import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import { revisable } from '../../build-change.ts';
import { sameLineage, sideOf } from '../../fact.ts';
import { compareWording } from './compare-wording.ts';
import { acceptedField, backTo, type FieldFact, isSameBytes } from './field-fact.ts';
import { kindsOf } from './field-finding.ts';
import {
  type FieldOutcome,
  type FieldReading,
  isFlip,
  isRewritten,
  isSameText,
  isSameValue,
  isStructuredReading,
} from './field-reading.ts';
import { findingOf, type Part, tell, tellReturned } from './tell-field.ts';

/** What a believed reading says about an established value without an open draft (domain 4.3, 5.1). */
export function compareField(fact: FieldFact, reading: FieldReading): FieldOutcome {
  const { observation } = reading;
  if (isSameText(fact.value, observation.value)) return compareWording(fact, reading, false);
  if (isSameValue(reading, fact.value)) {
    const { identified, ...named } = fact;
    const isOther = identified !== undefined && !isSameValue(reading, identified.value);
    return isOther ? compareField({ ...named, ...identified }, reading) : compareWording(fact, reading, true);
  }
  const isOurLens = !sameLineage(observation, fact);
  if (isOurLens && isSameBytes(fact, observation)) {
    return tellOnce(fact, reading, {
      kind: 'value_corrected',
      changeKind: 'corrected',
      sense: 'reread',
      comparable: true,
      faint: true,
    });
  }
  const { valueChange } = fact;
  if (valueChange !== undefined && isFlip(reading, valueChange) && isSameValue(reading, valueChange.old.value)) {
    const restored = backTo(fact, valueChange);
    return andThen(tellReturned(fact, reading, valueChange), compareField(restored, reading));
  }
  if (isOurLens || isRewritten(fact, reading)) {
    return tellOnce(fact, reading, { ...kindsOf(fact.value, observation.value), sense: 'value', comparable: false });
  }
  return compareValues(fact, reading);
}

/** Another value, read in the same way from text that compares. */
function compareValues(fact: FieldFact, reading: FieldReading): FieldOutcome {
  const { observation, standing } = reading;
  const isStructured = isStructuredReading(observation);
  const isAtOnce = isStructured || standing.isSettled;
  const old = sideOf(fact);
  const finding = findingOf(fact, reading, {
    ...kindsOf(fact.value, observation.value),
    stage: isAtOnce ? 'confirmed' : 'draft',
    sense: 'value',
    comparable: true,
    removedBySource: !isStructured && standing.isSettled && observation.value === null,
  });
  const change = tell(reading, finding, old, null);
  const told = revisable(change, finding, old);
  if (!isAtOnce) {
    const documentClass = observation.documentClass as DocumentClass | null;
    return {
      fact: acceptedField(fact, observation, { ...fact, draft: { ...told, documentClass } }),
      changes: [change],
    };
  }
  return {
    fact: acceptedField(fact, observation, isStructured ? {} : { valueChange: told }),
    changes: [change],
  };
}

/** Told once, as what nothing follows from; the reading is the base of what follows. */
function tellOnce(fact: FieldFact, reading: FieldReading, part: Omit<Part, 'stage'>): FieldOutcome {
  const finding = findingOf(fact, reading, { ...part, stage: 'confirmed' });
  const change = tell(reading, finding, sideOf(fact), null);
  return { fact: acceptedField(fact, reading.observation), changes: [change] };
}

const andThen = (change: Change, { fact, changes }: FieldOutcome): FieldOutcome => ({
  fact,
  changes: [change, ...changes],
});
