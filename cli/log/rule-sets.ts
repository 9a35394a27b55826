/** Rule sets according to the control records of the log: which set is in force, and how to activate another. */
import { pause } from '../../infra/async/async.ts';
import { UsageError } from '../../infra/errors.ts';
import type { NewRecord } from '../../infra/log/log.ts';
import { type Activation, activationOf, planActivation, rulesInForce } from '../../pipeline/changes/rule-activation.ts';
import { type RuleBook, ruleSetHash, ruleSetOf, ruleSetVersions } from '../../pipeline/impact/rulesets.ts';
import { recordOf } from './append.ts';
import type { Engine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { readTopic } from './read-topic.ts';

type LogOf = Pick<Engine, 'log' | 'codec'>;

/** The activations on the log, per partition in log order. */
export async function readActivations(engine: LogOf): Promise<readonly (readonly Activation[])[]> {
  const partitions = Array.from({ length: engine.log.partitionsOf('observations') }, (): Activation[] => []);
  // Control records name no asset, so their key is empty. Only these are decoded.
  const wanted = ({ key }: { readonly key: Buffer | null }): boolean => key === null || key.length === 0;
  for await (const { record, value } of readTopic(engine, 'observations', { wanted })) {
    const activation = value === null ? null : activationOf(value);
    if (activation !== null) partitions[record.partition]?.push(activation);
  }
  return partitions;
}

export interface ActivationRequest {
  readonly ruleset: string;
  /** Time of the activation, milliseconds. */
  readonly at: number;
  readonly rules: RuleBook;
  /** Whether a process folds the log; polled while waiting for the activation. */
  readonly isRunning: () => Promise<boolean>;
}

export interface ActivationOutcome {
  readonly ruleset: string;
  readonly activationId: string | null;
  /** When it was activated, milliseconds; null for a set in force from the start of the log. */
  readonly at: number | null;
  /** Nothing was written: the set was already in force in every partition. */
  readonly already: boolean;
  /** An earlier attempt had begun it in some partitions. */
  readonly completed: boolean;
  /** `detect` has read it in every partition. False when no service runs; `detect` reads it after the next start. */
  readonly folded: boolean;
}

/**
 * Puts a rule set in force in every partition. Throws UsageError for a set that the book does not have. Calling it
 * again completes an earlier attempt that was interrupted.
 */
export async function activateRules(
  engine: LogOf & Pick<Engine, 'processors'>,
  { ruleset, at, rules, isRunning }: ActivationRequest,
): Promise<ActivationOutcome> {
  if (ruleSetOf(ruleset, rules) === undefined) throw new UsageError(unknownRuleSet(ruleset, rules));
  const plan = planActivation(rulesInForce(await readActivations(engine), rules), { ruleset, at }, rules);
  if (plan.kind === 'in_force') {
    const { since } = plan;
    const activatedAt = since?.observation.observedAt ?? null;
    const activationId = since?.activationId ?? null;
    return { ruleset, activationId, at: activatedAt, already: true, completed: false, folded: true };
  }
  const { activation, partitions, completes } = plan;
  const { observation, activationId } = activation;
  const record = recordOf(engine, 'observations', observation, observation.observedAt);
  const ends = await engine.log.append(partitions.map((partition): NewRecord => ({ ...record, partition })));
  const folded = await untilFolded(
    engine,
    new Map(ends.map(({ partition, offset }) => [partition, offset])),
    isRunning,
  );
  return { ruleset, activationId, at: observation.observedAt, already: false, completed: completes, folded };
}

export const unknownRuleSet = (ruleset: string, rules: RuleBook): string =>
  `no rule set "${ruleset}"; this program has ${ruleSetVersions(rules).join(', ')}`;

const pollMs = 20;
/** Reads of the positions between two checks whether a service is running. */
const pollsPerCheck = 50;

/** Waits for `detect` to read the offsets while a service runs; returns whether it has. */
async function untilFolded(
  engine: Pick<Engine, 'processors'>,
  offsets: ReadonlyMap<number, number>,
  isRunning: () => Promise<boolean>,
): Promise<boolean> {
  const isFolded = async (): Promise<boolean> => {
    const detect = await engine.processors.positionsOf('detect', 'data');
    return [...offsets].every(([partition, offset]) => (detect.position('observations', partition) ?? 0) > offset);
  };
  for (let polls = 0; !(await isFolded()); polls += 1) {
    if (polls % pollsPerCheck === 0 && !(await isRunning())) return isFolded();
    if (polls >= mostPolls) throw new CommandFailed(stuck);
    await pause(pollMs);
  }
  return true;
}

const mostPolls = 3_000;
const stuck =
  'the activation is on the log, and the running service has not read it within a minute; attestry status shows how far it is';

/** A rule set of this program, with its activation on the log. */
export interface ListedRuleSet {
  readonly ruleset: string;
  readonly hash: string;
  /** How many rules it has. */
  readonly rules: number;
  /** In force in every partition. */
  readonly inForce: boolean;
  /** When it was activated; null for a set that never was. */
  readonly since: string | null;
  readonly activationId: string | null;
}

/** Every rule set of the book, and the problems with the activations, as sentences. */
export function listRuleSets(
  activations: readonly (readonly Activation[])[],
  rules: RuleBook,
): { readonly sets: readonly ListedRuleSet[]; readonly concerns: readonly string[] } {
  const { partitions, complete } = rulesInForce(activations, rules);
  const versionsInForce = partitions.map((activation) => activation?.ruleset ?? rules.initial);
  const sets = rules.sets.map((set): ListedRuleSet => {
    const newest = partitions.findLast((activation) => activation?.ruleset === set.version) ?? null;
    return {
      ruleset: set.version,
      hash: ruleSetHash(set),
      rules: set.rules.length,
      inForce: versionsInForce.every((version) => version === set.version),
      since: newest === null ? null : new Date(newest.observation.observedAt).toISOString(),
      activationId: newest?.activationId ?? null,
    };
  });
  const unknown = new Set(activations.flat().map(({ ruleset }) => ruleset));
  for (const version of ruleSetVersions(rules)) unknown.delete(version);
  const concerns = [...unknown].map(
    (version) => `the log activates ${JSON.stringify(version)}, which this program does not have and passes over`,
  );
  if (!complete) concerns.push(incomplete(new Set(versionsInForce)));
  return { sets, concerns };
}

const incomplete = (versions: ReadonlySet<string>): string =>
  `an activation is not in every partition (${[...versions].join(', ')}): run attestry rules activate again to complete it`;
