/** Which rule set the control records of a log put in force, and what has to be written to put another one there. */
import type { Observation } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { shortHashOf } from '../../schemas/values/hash.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { type RuleBook, ruleSetOf } from '../impact/rulesets.ts';
import { malformed } from './reading.ts';
import { readControl } from './rule-set-state.ts';

/** A control record that names a rule set. The observation's id is the same in every partition. */
export interface Activation {
  readonly ruleset: string;
  readonly activationId: string | null;
  readonly observation: Observation;
}

/** The activation that an observation is; null when it is none, or one that a fold parks for its form. */
export function activationOf(observation: Observation): Activation | null {
  if (observation.subjectKind !== 'control' || malformed(observation) !== null) return null;
  const read = readControl(observation);
  if (!read.ok || read.control.kind !== 'rules') return null;
  const { ruleset = '', activationId = null } = read.control;
  return { ruleset, activationId, observation };
}

/** The activation in force in each partition, null where the book's initial set still is. */
export interface RulesInForce {
  readonly partitions: readonly (Activation | null)[];
  /** Every partition has the same one. */
  readonly complete: boolean;
}

/** What the activations of each partition, in log order, put in force; those of sets that the book lacks are parked. */
export function rulesInForce(partitions: readonly (readonly Activation[])[], rules: RuleBook): RulesInForce {
  const newest = partitions.map(
    (activations) => activations.findLast(({ ruleset }) => ruleSetOf(ruleset, rules) !== undefined) ?? null,
  );
  return { partitions: newest, complete: new Set(newest.map(idOf)).size <= 1 };
}

const idOf = (activation: Activation | null): string | null => activation?.observation.id ?? null;

export type ActivationPlan =
  /** In force in every partition already. `since` is null for a set in force from the start of the log. */
  | { readonly kind: 'in_force'; readonly since: Activation | null }
  /** To be appended to each of `partitions`. `completes`: some partitions have it already. */
  | {
      readonly kind: 'append';
      readonly activation: Activation;
      readonly partitions: readonly number[];
      readonly completes: boolean;
    };

/**
 * What puts a rule set in force in every partition. One that some partitions have already, because an earlier attempt
 * ended half-way, is completed as it is, with its own id and time; done is it only when all have the very same record.
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

/** The one that most partitions have, the first of equals; null when there is none. */
function mostHeld(activations: readonly (Activation | null)[]): Activation | null {
  let most: { readonly activation: Activation | null; readonly count: number } = { activation: null, count: 0 };
  for (const activation of activations) {
    const count = activations.filter((one) => idOf(one) === idOf(activation)).length;
    if (count > most.count) most = { activation, count };
  }
  return most.activation;
}

/** An activation whose id follows from what it says and what it follows on: made twice, it is one. */
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
    extractor: 'attestry-rules',
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: at,
  });
  return { ruleset, activationId, observation };
}
