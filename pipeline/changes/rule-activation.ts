/** Which rule set the control records of a log put in force, and which records put another one in force. */
import type { Observation } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { shortHashOf } from '../../schemas/values/hash.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { type RuleBook, ruleSetOf } from '../impact/rulesets.ts';
import { malformed } from './reading.ts';
import { readControl } from './control.ts';
import { ruleExtractor } from '../../schemas/values/extractors.ts';

/** A control record that names a rule set. The observation's id is the same in every partition. */
export interface Activation {
  readonly ruleset: string;
  readonly activationId: string | null;
  readonly observation: Observation;
}

/** The activation in an observation; null when it is none, or so malformed that a fold parks it. */
export function activationOf(observation: Observation): Activation | null {
  if (observation.subjectKind !== 'control' || malformed(observation) !== null) return null;
  const read = readControl(observation);
  if (!read.ok || read.control.kind !== 'rules') return null;
  const { ruleset = '', activationId = null } = read.control;
  return { ruleset, activationId, observation };
}

/** The activation in force in each partition; null while the book's initial set is in force there. */
export interface RulesInForce {
  readonly partitions: readonly (Activation | null)[];
  /** Every partition has the same one. */
  readonly complete: boolean;
}

/** The newest valid activation of each partition, given in log order. Folds park activations of sets the book lacks. */
export function rulesInForce(partitions: readonly (readonly Activation[])[], rules: RuleBook): RulesInForce {
  const newest = partitions.map(
    (activations) => activations.findLast(({ ruleset }) => ruleSetOf(ruleset, rules) !== undefined) ?? null,
  );
  return { partitions: newest, complete: new Set(newest.map(idOf)).size <= 1 };
}

const idOf = (activation: Activation | null): string | null => activation?.observation.id ?? null;

export type ActivationPlan =
  /** Already in force in every partition. `since` is null for a set in force from the start of the log. */
  | { readonly kind: 'in_force'; readonly since: Activation | null }
  /** Must be appended to each of `partitions`. `completes`: some partitions already have it. */
  | {
      readonly kind: 'append';
      readonly activation: Activation;
      readonly partitions: readonly number[];
      readonly completes: boolean;
    };

/**
 * Plans the activation of a rule set in every partition. If an earlier attempt ended half-way, the same record (same id and
 * time) is appended to the partitions that lack it. The activation is complete when every partition has the same record.
 */
export function planActivation(
  { partitions, complete }: RulesInForce,
  wanted: { readonly ruleset: string; readonly at: number },
  rules: RuleBook,
): ActivationPlan {
  const [first = null] = partitions;
  if (complete && (first?.ruleset ?? rules.initial) === wanted.ruleset) return { kind: 'in_force', since: first };
  const begun = complete ? null : mostHeld(partitions.filter((one) => one?.ruleset === wanted.ruleset));
  const activation = begun ?? newActivation(wanted, first);
  return {
    kind: 'append',
    activation,
    partitions: partitions.flatMap((one, partition) => (idOf(one) === activation.observation.id ? [] : [partition])),
    completes: begun !== null,
  };
}

/** The activation that most partitions have, the first of equals; null when there is none. */
function mostHeld(activations: readonly (Activation | null)[]): Activation | null {
  let most: { readonly activation: Activation | null; readonly count: number } = { activation: null, count: 0 };
  for (const activation of activations) {
    const count = activations.filter((one) => idOf(one) === idOf(activation)).length;
    if (count > most.count) most = { activation, count };
  }
  return most.activation;
}

/** An activation whose id is a hash of its content and of the activation before it, so that a retry makes the same id. */
function newActivation(
  { ruleset, at }: { readonly ruleset: string; readonly at: number },
  before: Activation | null,
): Activation {
  const activationId = shortHashOf(['rules', ruleset, at, idOf(before)]);
  const observation = makeObservation({
    assetId: '',
    subjectKind: 'control',
    subjectKey: '',
    field: 'rules',
    sourceKey: 'control',
    value: canonicalJson({ kind: 'rules', ruleset, activationId }),
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: ruleExtractor,
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: at,
  });
  return { ruleset, activationId, observation };
}
