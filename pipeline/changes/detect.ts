import type { RegisterListedValue } from '../../schemas/facts.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { publishedRules, type RuleBook } from '../impact/rulesets.ts';
import {
  emit,
  type Input,
  type KeyedState,
  ok,
  type Output,
  park,
  type Processor,
  type Result,
} from '../runtime/processor.ts';
import { buildChange, draftOf, type InForce } from './build-change.ts';
import { compare } from './compare.ts';
import { compose, summaryOf, namesSubject } from './composition/compose.ts';
import { takePart } from './composition/parts.ts';
import { closeDeparted, closeRow, endRow, isClosedRow, openRow, reopenRow } from './departures.ts';
import { applyField } from './families/disclosure/fold.ts';
import {
  accepted,
  type Draft,
  type Fact,
  factKey,
  hasSeen,
  isInLogOrder,
  isOlder,
  notFollowed,
  sameLineage,
  seenAgain,
  sideOf,
} from './fact.ts';
import { formerNamesOf } from './former-names.ts';
import { standingOf } from './families/sanctions/standing.ts';
import { type Reading, subjectOf } from './families/families.ts';
import { malformed, readValue } from './reading.ts';
import { endsRow } from './families/register-row/compare.ts';
import { applyReview } from './reviews.ts';
import { activeRuleSet, applyControl } from './rule-set-state.ts';
import { applyCapture } from './families/source/apply-capture.ts';

/** The one fold per asset: its observations become changes, its record, and the subjects to search for on its behalf. */
export const createDetect = (rules: RuleBook): Processor<'observations'> => ({
  name: 'detect',
  input: 'observations',
  outputs: ['changes', 'asset.records', 'asset.subjects'],
  stateVersion: 2,
  apply: (state, input) => detect(state, input, rules),
});

/** The fold under the published rule sets. */
export const detectProcessor = createDetect(publishedRules);

/** Applies one observation. Pure: the same observations in the same order give the same bytes. */
export function detect(state: KeyedState, input: Input<'observations'>, rules: RuleBook = publishedRules): Result {
  const observation = input.value;
  const problem = malformed(observation);
  if (problem !== null) return park(problem);
  if (observation.subjectKind === 'control') return applyControl(state, observation, rules);
  const about = subjectOf(observation);
  const under = (): InForce => inForce(state, observation.assetId, rules);
  if (about === 'disclosure') return applyField(state, observation, under);
  if (about === 'source_capture') return ok(outputsOf(applyCapture(state, observation, under())));
  // A failed or partial reading describes the state of the source. It is never a value of the fact.
  if (observation.fetchOutcome !== 'ok' || observation.parseStatus !== 'ok') return ok();

  const key = factKey(observation);
  const fact = state.get<Fact>(key);
  if (fact !== undefined) {
    const isSame = fact.ended !== true && fact.value === observation.value && sameLineage(observation, fact);
    if (isSame && about === 'register_listed') reopenRow(state, observation, fact);
    if (hasSeen(fact, observation.id)) return ok();
    if (!isInLogOrder(observation.sourceKey) && isOlder(observation, fact)) return ok();
    if (isSame) {
      state.put(key, seenAgain(fact, observation));
      return ok();
    }
  }
  const read = readValue(observation);
  if (!read.ok) return park(read.reason);
  if (isNotFollowed(state, observation, read.reading)) {
    if (read.reading.about === 'register_column') state.put(key, notFollowed(fact, observation));
    return ok();
  }
  const { reading } = read;
  if (reading.about === 'review') {
    return ok(outputsOf(applyReview(state, { observation, review: reading.value, ...under() })));
  }
  const changes = changesOf(state, { key, fact, observation, reading, rules });
  if (reading.about === 'register_listed' && endsRow(reading.value)) {
    endRow(state, observation.assetId, observation.subjectKey);
  }
  return ok([...changes, ...compositionOf(state, { cause: observation, reading, rules, position: input.offset })]);
}

const outputsOf = (changes: readonly Change[]): readonly Output[] =>
  changes.map((change) => emit('changes', change, change.revisedAt));

/**
 * Whether the reading concerns a subject that the asset no longer names, or a closed row. The join emits such readings
 * while it has not yet read the newest subjects of the asset.
 */
function isNotFollowed(state: KeyedState, { assetId, subjectKey }: Observation, reading: Reading): boolean {
  switch (reading.about) {
    case 'list_match':
      return !namesSubject(summaryOf(state, assetId), reading.value.subject.key, reading.value.sinceObservationId);
    case 'register_listed': {
      const isNamed = namesSubject(
        summaryOf(state, assetId),
        reading.value.subjectKey,
        reading.value.sinceObservationId,
      );
      if (isNamed) openRow(state, assetId, subjectKey);
      else closeRow(state, assetId, subjectKey);
      return !isNamed;
    }
    case 'register_column':
      return isClosedRow(state, assetId, subjectKey);
    default:
      return false;
  }
}

interface Accepting {
  readonly key: string;
  readonly fact: Fact | undefined;
  readonly observation: Observation;
  readonly reading: Reading;
  readonly rules: RuleBook;
}

/** Accepts the reading as the value of its fact, and emits a change if its family finds one. */
function changesOf(state: KeyedState, { key, fact, observation, reading, rules }: Accepting): readonly Output[] {
  const current = fact?.ended === true ? undefined : fact;
  const decision = compare(observation, reading, current, {
    rowOf: () => listedRow(state, observation),
    formerNames: () => formerNamesOf(state, observation),
    standingOf: (match) => standingOf(state, observation, match),
  });
  if (decision.decision === 'accept') {
    state.put(key, accepted(fact, observation, fact?.draft ?? null));
    return [];
  }
  const { finding } = decision;
  const draft: Draft | null = decision.decision === 'revision' ? (fact?.draft ?? null) : null;
  const old = draft === null ? (fact === undefined ? null : sideOf(fact)) : draft.old;
  const change = buildChange(finding, {
    fact: observation,
    cause: observation,
    old,
    draft,
    ...inForce(state, observation.assetId, rules),
  });
  state.put(key, accepted(fact, observation, draftOf(change, finding, old)));
  return outputsOf([change]);
}

const inForce = (state: KeyedState, assetId: string, rules: RuleBook): InForce => ({
  regimes: summaryOf(state, assetId).regimes,
  ruleSet: activeRuleSet(state, rules),
});

/** Last reading of the register row that the observation belongs to; null when there is none. */
function listedRow(state: KeyedState, observation: Observation): RegisterListedValue | null {
  const { assetId, subjectKind, subjectKey, sourceKey } = observation;
  const listed = state.get<Fact>(factKey({ assetId, subjectKind, subjectKey, field: 'listed', sourceKey }));
  return JSON.parse(listed?.value ?? 'null') as RegisterListedValue | null;
}

interface Composing {
  readonly cause: Observation;
  readonly reading: Reading;
  readonly rules: RuleBook;
  /** Offset of the observation. */
  readonly position: number;
}

/** Composes the record and the subjects if the reading is part of them, and closes the facts about departed subjects. */
function compositionOf(state: KeyedState, { cause, reading, rules, position }: Composing): readonly Output[] {
  const parts = takePart(state, cause, reading);
  if (parts === null) return [];
  const { outputs, departed } = compose(state, parts, cause, position);
  const closed = closeDeparted(state, {
    cause,
    departed,
    ...inForce(state, cause.assetId, rules),
  });
  return [...outputsOf(closed), ...outputs];
}
