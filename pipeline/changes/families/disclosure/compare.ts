import type { Change } from '../../../../schemas/generated/records.ts';
import { revisable } from '../../build-change.ts';
import { confirmsAtOnce, isSameBytes } from '../../drafts/second-reading.ts';
import { isStructuredReading } from '../../evidence-grade.ts';
import { sameLineage, sideOf } from '../../fact.ts';
import { compareWording } from './compare-wording.ts';
import { acceptedField, backTo, type FieldFact } from './field/field-fact.ts';
import { type FindingParts, kindsOf } from './field/field-finding.ts';
import {
  type FieldOutcome,
  type FieldReading,
  isFlip,
  isRewritten,
  isSameText,
  isSameValue,
} from './field/field-reading.ts';
import { changeOf, findingOf, returnedChange } from './field-change.ts';

/** Compares a reading with an established value that has no open draft. */
export function compareField(fact: FieldFact, reading: FieldReading): FieldOutcome {
  const { observation } = reading;
  if (isSameText(fact.value, observation.value)) return compareWording(fact, reading, false);
  if (isSameValue(reading, fact.value)) {
    const { identified, ...named } = fact;
    const isOther = identified !== undefined && !isSameValue(reading, identified.value);
    return isOther ? compareField({ ...named, ...identified }, reading) : compareWording(fact, reading, true);
  }
  const isOtherReader = !sameLineage(observation, fact);
  if (isOtherReader && isSameBytes(fact, observation)) {
    return emitOnce(fact, reading, {
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
    return andThen(returnedChange(fact, reading, valueChange), compareField(restored, reading));
  }
  if (isOtherReader || isRewritten(fact, reading)) {
    return emitOnce(fact, reading, { ...kindsOf(fact.value, observation.value), sense: 'value', comparable: false });
  }
  return compareValues(fact, reading);
}

/**
 * Another value with comparable lineage and text. A structured reading or a settled text confirms it at once; any other text
 * opens a draft.
 */
function compareValues(fact: FieldFact, reading: FieldReading): FieldOutcome {
  const { observation, trust } = reading;
  const isStructured = isStructuredReading(observation);
  const isAtOnce = confirmsAtOnce(observation, trust);
  const old = sideOf(fact);
  const { kind, changeKind } = kindsOf(fact.value, observation.value);
  const finding = findingOf(fact, reading, {
    kind,
    changeKind,
    stage: isAtOnce ? 'confirmed' : 'draft',
    sense: 'value',
    comparable: true,
    removedBySource: !isStructured && trust.isSettled && observation.value === null,
  });
  const change = changeOf(reading, finding, old, null);
  const revised = revisable(change, finding, old);
  if (!isAtOnce) {
    const { documentClass } = observation;
    return {
      fact: acceptedField(fact, observation, { ...fact, draft: { ...revised, documentClass } }),
      changes: [change],
    };
  }
  return {
    fact: acceptedField(fact, observation, isStructured ? {} : { valueChange: revised }),
    changes: [change],
  };
}

/** Emits one confirmed change that later readings do not revise, and accepts the reading as the new baseline. */
function emitOnce(fact: FieldFact, reading: FieldReading, parts: Omit<FindingParts, 'stage'>): FieldOutcome {
  const finding = findingOf(fact, reading, { ...parts, stage: 'confirmed' });
  const change = changeOf(reading, finding, sideOf(fact), null);
  return { fact: acceptedField(fact, reading.observation), changes: [change] };
}

const andThen = (change: Change, { fact, changes }: FieldOutcome): FieldOutcome => ({
  fact,
  changes: [change, ...changes],
});
