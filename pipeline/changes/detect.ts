import type { TSchema } from '@sinclair/typebox';
import type { Change } from '../../schemas/generated/records.ts';
import { publishedRules } from './rule-sets.ts';
import type { RuleBook } from '../impact/rulesets.ts';
import { type Input, type KeyedState, ok, park, type Processor, type Result } from '../runtime/processor.ts';
import { buildChange, draftOf, emitChanges, type InForce } from './build-change.ts';
import { updateParts } from './composition/parts.ts';
import { applyControl, inForceFor } from './control.ts';
import { withFacts } from './established/with-facts.ts';
import {
  accepted,
  circumstancesOf,
  type Draft,
  type Fact,
  factKey,
  isInLogOrder,
  isOlder,
  notFollowed,
  sameLineage,
  seenAgain,
  sideOf,
} from './fact.ts';
import { familyOf, foldOf, subjectOf } from './families/families.ts';
import type { Family, ObservedState } from './families/family.ts';
import { accept, type Decision } from './finding.ts';
import { hasSeen } from '../../schemas/values/seen-ids.ts';
import { malformed, readValue } from './reading.ts';
import { recompose } from './recompose.ts';

/** The one fold per asset: its observations become changes, its record, and the subjects to search for on its behalf. */
export const createDetect = (rules: RuleBook): Processor<'observations'> => ({
  name: 'detect',
  input: 'observations',
  outputs: ['changes', 'asset.records', 'asset.subjects', 'asset.facts', 'token.facts'],
  stateVersion: 16,
  apply: (state, input) => detect(state, input, rules),
});

/** The fold under the published rule sets. */
export const detectProcessor = createDetect(publishedRules);

/**
 * Applies one observation, and emits the facts that it established or ended. Pure: the same observations in the same order
 * give the same bytes.
 */
export function detect(stored: KeyedState, input: Input<'observations'>, rules: RuleBook = publishedRules): Result {
  const { value: observation, offset } = input;
  const problem = malformed(observation);
  if (problem !== null) return park(problem);
  if (observation.subjectKind === 'control') return applyControl(stored, input, rules);
  return withFacts(stored, observation, offset, (state) => apply(state, input, rules));
}

function apply(state: KeyedState, input: Input<'observations'>, rules: RuleBook): Result {
  const observation = input.value;
  const about = subjectOf(observation);
  const inForce = (): InForce => inForceFor(state, observation.assetId, rules);
  const fold = foldOf(about);
  const composing = { state, observation, inForce, position: input.offset };
  if (fold !== undefined) {
    const result = fold.apply(state, observation, inForce);
    return result.kind === 'ok' ? ok(recompose(result.outputs, composing, { links: result.links })) : result;
  }
  // A failed or partial reading describes the state of the source. It is never a value of the fact.
  if (observation.fetchOutcome !== 'ok' || observation.parseStatus !== 'ok') return ok();

  const family = familyOf(about);
  const observed = { state, observation };
  const key = factKey(observation);
  const fact = state.get<Fact>(key);
  if (fact !== undefined) {
    const isSame = fact.ended !== true && fact.value === observation.value && sameLineage(observation, fact);
    if (isSame) family?.readAgain?.(fact, observed);
    if (hasSeen(fact, observation.id)) return ok();
    if (!isInLogOrder(observation.sourceKey) && isOlder(observation, fact)) return ok();
    const isDraft = fact.draft !== null && observation.observedAt > fact.draft.detectedAt;
    const isAsked = family?.repeats === 'always' || (family?.repeats === 'drafts' && isDraft);
    if (isSame && !isAsked) {
      state.put(key, seenAgain(fact, observation));
      return ok();
    }
  }
  const read = readValue(observation, about);
  if (!read.ok) return park(read.reason);
  const { reading } = read;
  // The join emits readings about departed subjects while it has not yet read the newest subjects of the asset.
  const followed = family?.follow?.(reading.value, observed) ?? 'followed';
  if (followed !== 'followed') {
    if (followed === 'remembered') state.put(key, notFollowed(fact, observation));
    return ok();
  }
  const accepting = { key, fact, inForce, ...observed };
  const stated =
    family?.apply === undefined
      ? { changes: changesByComparison(family, reading.value, accepting) }
      : family.apply(reading.value, observed, inForce());
  const add = family?.compose;
  const parts =
    add === undefined
      ? null
      : updateParts(state, observation.assetId, (before) => add(before, reading.value, observation, state));
  const derived = family?.derive?.(reading.value, observed, { before: fact, inForce });
  const outputs = emitChanges([...stated.changes, ...(derived?.changes ?? [])]);
  return ok(recompose(outputs, composing, { parts, ...stated, ...derived }));
}

interface ReadingContext extends ObservedState {
  readonly key: string;
  readonly fact: Fact | undefined;
  readonly inForce: () => InForce;
}

function changesByComparison(
  family: Family<TSchema> | undefined,
  value: unknown,
  accepting: ReadingContext,
): readonly Change[] {
  const { state, observation, fact } = accepting;
  const observed = { state, observation };
  const current = fact?.ended === true ? undefined : fact;
  const decision = family?.compare(circumstancesOf(observation, current, family.shape), value, observed) ?? accept;
  const changes = changesOf(decision, accepting);
  family?.accepted?.(value, observed);
  return changes;
}

/** Accepts the reading as the value of its fact, and returns the change that its family finds. */
function changesOf(decision: Decision, { state, key, fact, observation, inForce }: ReadingContext): readonly Change[] {
  if (decision.decision === 'accept') {
    state.put(key, accepted(fact, observation, fact?.draft ?? null));
    return [];
  }
  const { finding } = decision;
  const rules = inForce();
  const draft: Draft | null = decision.decision === 'revision' ? (fact?.draft ?? null) : null;
  const own = decision.decision === 'change' ? decision.since : undefined;
  const old = draft === null ? (own ?? (fact === undefined ? null : sideOf(fact))) : draft.old;
  const change = buildChange(finding, { fact: observation, cause: observation, old, draft, ...rules });
  state.put(key, accepted(fact, observation, draftOf(change, finding, old)));
  return [change];
}
