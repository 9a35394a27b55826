import { fieldOf } from '../../../../schemas/fields/catalogue.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { type KeyedState, ok, park, type Result } from '../../../runtime/processor.ts';
import { emitChanges, type InForce } from '../../build-change.ts';
import { isSameBytes, type SourceTrust } from '../../drafts/second-reading.ts';
import { factKey, isOlder, sameLineage } from '../../fact.ts';
import { hasSeen } from '../../../../schemas/values/seen-ids.ts';
import type { FamilyFold } from '../family.ts';
import { noSource, sourceTrustOf, textOf } from '../source/source-trust.ts';
import { compareField } from './compare.ts';
import { decideDraft } from './draft/decide-draft.ts';
import { isChain } from '../../evidence-grade.ts';
import { isDismissed } from './draft/dismissed.ts';
import { acceptedField, type FieldFact, partlyRead, shownAgain } from './field/field-fact.ts';
import type { FieldOutcome, FieldReading } from './field/field-reading.ts';
import { fieldProblem } from '../../../documents/fields/field-value.ts';
import { parseStated, statesValueOf } from '../../../documents/fields/known-values.ts';
import { findingOf, changeOf } from './field-change.ts';
import { reviewedFields } from './draft/review.ts';

/** The fold of disclosed fields. */
export const disclosureFold: FamilyFold = { problem: fieldProblem, apply: applyField, reviewed: reviewedFields };

/**
 * Applies one reading of a disclosed field: the source states a value, no longer states one, or states the same value in
 * other words. A failed reading describes the state of the source and is never a value.
 */
function applyField(state: KeyedState, observation: Observation, inForce: () => InForce): Result {
  const field = fieldOf(observation.field);
  if (field === undefined || observation.fetchOutcome !== 'ok' || observation.parseStatus === 'failed') return ok();
  const key = factKey(observation);
  const fact = state.get<FieldFact>(key);
  if (fact !== undefined) {
    if (hasSeen(fact, observation.id) || isLate(fact, observation)) return ok();
    if (isUnchanged(fact, observation)) {
      state.put(key, shownAgain(fact, observation));
      return ok();
    }
    const isAccepted =
      observation.parseStatus !== 'ok' || !isDismissed(fact, observation, () => textOf(state, observation));
    if (!isAccepted) return ok();
  }
  const parsed = parseStated(observation.value);
  if (!parsed.ok) return park(parsed.reason);
  const value = parsed.value as FieldValue;
  const trust = trustOf(state, observation);
  if (trust.isSuspect) return ok();
  // An accepted value was checked when it was accepted.
  const isKnown = observation.value === null || observation.value === fact?.value;
  const isWhole = observation.parseStatus === 'ok' && (isKnown || statesValueOf(field.name, observation.value));
  const reading: FieldReading = { field, observation, value, trust, inForce };
  if (fact === undefined) {
    if (isWhole) state.put(key, acceptedField(undefined, observation));
    return ok();
  }
  const outcome = isWhole ? readWhole(fact, reading) : readInPart(fact, reading);
  if (outcome.fact !== fact) state.put(key, outcome.fact);
  return ok(emitChanges(outcome.changes));
}

/** Older than the newest reading. A reading of the newest bytes by another extractor is a re-read and not late. */
const isLate = (fact: FieldFact, observation: Observation): boolean =>
  isOlder(observation, fact) &&
  !(observation.observedAt === fact.seenAt && isSameBytes(fact, observation) && !sameLineage(observation, fact));

/** The path of nearly every reading: it parses nothing and reads no other state. */
const isUnchanged = (fact: FieldFact, observation: Observation): boolean =>
  fact.value === observation.value &&
  fact.quote === observation.quote &&
  fact.draft === null &&
  observation.parseStatus === 'ok' &&
  sameLineage(observation, fact);

const trustOf = (state: KeyedState, observation: Observation): SourceTrust =>
  isChain(observation.sourceKey) ? noSource : sourceTrustOf(state, observation);

const readWhole = (fact: FieldFact, reading: FieldReading): FieldOutcome =>
  fact.draft === null ? compareField(fact, reading) : decideDraft(fact, fact.draft, reading);

/** Emits one change for a run of partial readings; the accepted value stays. */
function readInPart(fact: FieldFact, reading: FieldReading): FieldOutcome {
  if (fact.isPartial === true) return { fact, changes: [] };
  const old = fact.draft === null ? fact : fact.draft.old;
  const finding = findingOf(old, reading, {
    kind: 'value_changed',
    changeKind: 'changed',
    stage: 'confirmed',
    sense: 'partial',
    comparable: true,
    faint: true,
  });
  return { fact: partlyRead(fact, reading.observation), changes: [changeOf(reading, finding, old, null)] };
}
