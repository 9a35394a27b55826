/** Several hosts with rebalances write the same as one host: a property for each processor. */
import * as assert from 'uvu/assert';
import type { LogRecord } from '../../../infra/log/log.ts';
import type { Join } from '../../../pipeline/screening/join.ts';
import type { RowTopic } from '../../../pipeline/screening/join-rules.ts';
import type { AccountEvent, Observation } from '../../../schemas/generated/records.ts';
import type { TopicName, ValueOf } from '../../../schemas/topics.ts';
import {
  type HostAction,
  checkRandomScripts,
  lastOfEach,
  once,
  type Scenario,
  runOnOneHost,
  type ScenarioRun,
  runOnHosts,
  type Step,
} from './rebalance-scripts.ts';
import {
  accountsScenario,
  assets,
  attributeJoin,
  attributeScenario,
  crowdedAttributeScenario,
  crowdedDeclareScenario,
  crowdedScreenScenario,
  declareScenario,
  detectScenario,
  ingestScenario,
  intakeScenario,
  screenJoin,
  screenScenario,
  tenants,
} from './scenarios.ts';
import { factOf, type JoinResults, matchesOf, slowEndings, statementOf, withoutSlowEndings } from './slow-joins.ts';

const valueOf = <T extends TopicName>({ world }: ScenarioRun, topic: T, { value }: LogRecord): ValueOf<T> =>
  world.codec.decode(topic, value ?? Buffer.alloc(0));

const recordsOf = ({ written }: ScenarioRun, topic: TopicName): readonly LogRecord[] => written[topic] ?? [];

/** Keys of parked records: a dead letter that another host writes again has another time. */
const parked = (run: ScenarioRun, topic: TopicName): readonly string[] =>
  [...new Set(recordsOf(run, topic).map(({ key, partition }) => `${partition} ${key?.toString()}`))].sort();

interface Property<T = unknown> {
  readonly scenario: Scenario;
  /** What must be the same. */
  readonly of: (run: ScenarioRun) => T;
  /** Where a host died or was suspended: what is compared instead, which may be without what is no mistake then. */
  readonly afterDeath?: (own: T, alone: T, moving: ScenarioRun, steps: readonly Step[]) => T;
  readonly checks?: (alone: ScenarioRun) => void;
  /** Omits actions for which another property holds. */
  readonly actions?: (action: HostAction) => boolean;
  /** Actions before each one, such as deaths; the number counts actions. */
  readonly before?: (action: HostAction, at: number) => readonly HostAction[];
  /** Members commit their offsets after every chunk. */
  readonly commitsEachChunk?: boolean;
}

export interface Runs {
  /** Scripts to try. */
  readonly count: number;
  /** Whether a piece of input or an action on the hosts takes place, or a host beyond two exists; all do without it. */
  readonly acts?: (what: string) => boolean;
  /** Called at once with each commit for a partition that its host has lost; without it, the property fails at the end. */
  readonly onCommitAfterLoss?: (what: string) => void;
}

async function check<T>(
  { scenario: whole, of, checks, actions, ...property }: Property<T>,
  { count: runs, acts = () => true, onCommitAfterLoss }: Runs,
): Promise<void> {
  const steps = whole.steps.filter((_, at) => acts(`input ${at + 1}`));
  const scenario = { ...whole, steps };
  const alone = await runOnOneHost(scenario);
  const expected = of(alone);
  if (steps.length === whole.steps.length) checks?.(alone);
  await alone.world.close();
  await checkRandomScripts(runs, async (script, count, commitsEachChunk) => {
    const chosen = actions === undefined ? script : script.filter(actions);
    const marked = chosen.flatMap((action, at) => [...(property.before?.(action, at) ?? []), action]);
    const names = Array.from({ length: count }, (_, at) => at + 1);
    const hosts = names.filter((name) => name <= 2 || acts(`host ${name}`)).length;
    const kept = marked.filter(({ kind }) => acts(kind));
    const afterLoss: string[] = [];
    const moving = await runOnHosts(scenario, {
      count: hosts,
      actions: kept,
      commitsEachChunk: property.commitsEachChunk ?? commitsEachChunk,
      onCommitAfterLoss: (what) => {
        afterLoss.push(what);
        onCommitAfterLoss?.(what);
      },
    });
    try {
      assert.equal(afterLoss, []);
      const own = of(moving);
      const after = kept.every(isOrderly) ? undefined : property.afterDeath;
      assert.equal(after === undefined ? own : after(own, expected, moving, steps), expected);
    } finally {
      await moving.world.close();
    }
  });
}

/** Before each piece of input, a host is marked to die between its next outputs and their commit. */
const death: Property['before'] = ({ kind }, at) => (kind === 'input' ? [{ kind: 'kill before state', host: at }] : []);

/** The same within its next outputs. Before a partition moves, the input that the group has committed is past its retention. */
const deathAndExpiry: Property['before'] = ({ kind }, at) => {
  if (kind === 'input') return [{ kind: 'kill within outputs', host: at }];
  return kind === 'assign' ? [{ kind: 'expire' }] : [];
};

export const detectRebalances = (runs: Runs): Promise<void> =>
  check(
    {
      scenario: detectScenario,
      of: (run) => ({
        changes: once(recordsOf(run, 'changes'), (record) => {
          const { id, revision } = valueOf(run, 'changes', record);
          return `${id} ${revision}`;
        }),
        records: lastOfEach(recordsOf(run, 'asset.records')),
        subjects: lastOfEach(recordsOf(run, 'asset.subjects')),
        parked: parked(run, 'dead.letters'),
      }),
      checks: (alone) => {
        assert.ok(recordsOf(alone, 'changes').length > assets);
        assert.is(lastOfEach(recordsOf(alone, 'asset.records')).length, assets);
      },
    },
    runs,
  );

/** Places where the events of a tenant leave out a number. */
function gapsIn(events: readonly AccountEvent[]): readonly string[] {
  return tenants.flatMap((tenantId) => {
    let last = 0;
    return events
      .filter((event) => event.tenantId === tenantId)
      .flatMap(({ seq }) => {
        const before = last;
        last = Math.max(last, seq);
        return seq > before + 1 ? [`${tenantId}: ${before} to ${seq}`] : [];
      });
  });
}

const accountsProperty: Property = {
  scenario: accountsScenario,
  of: (run) => {
    const records = recordsOf(run, 'accounts.events');
    const events = records.map((record) => valueOf(run, 'accounts.events', record));
    return {
      events: once(records, (record) => String(valueOf(run, 'accounts.events', record).seq)),
      gaps: gapsIn(events),
      parked: parked(run, 'accounts.dead.letters'),
    };
  },
  checks: (alone) => {
    const events = recordsOf(alone, 'accounts.events');
    assert.ok(events.length > 60);
    assert.equal(gapsIn(events.map((record) => valueOf(alone, 'accounts.events', record))), []);
    assert.is(parked(alone, 'accounts.dead.letters').length, 1);
  },
};

export const accountsRebalances = (runs: Runs): Promise<void> => check(accountsProperty, runs);
/** Owners rebuild the state of the accounts from events, of which those of the last command may be incomplete. */
export const accountsRestorations = (runs: Runs): Promise<void> =>
  check({ ...accountsProperty, before: deathAndExpiry }, runs);

export const ingestRebalances = (runs: Runs): Promise<void> =>
  check(
    {
      scenario: ingestScenario,
      of: (run) => ({
        entries: once(recordsOf(run, 'sanctions.entries'), (record) => valueOf(run, 'sanctions.entries', record).runId),
        rows: once(recordsOf(run, 'register.rows'), (record) => valueOf(run, 'register.rows', record).runId),
        runs: once(recordsOf(run, 'feed.runs'), (record) => {
          return `${valueOf(run, 'feed.runs', record).runId} ${record.timestamp}`;
        }),
        parked: parked(run, 'dead.letters'),
      }),
      checks: (alone) => {
        const statuses = recordsOf(alone, 'feed.runs').map((record) => valueOf(alone, 'feed.runs', record).status);
        for (const status of ['accepted', 'rejected', 'unchanged']) assert.ok(statuses.includes(status), status);
        assert.ok(recordsOf(alone, 'register.rows').length > 40);
        assert.ok(recordsOf(alone, 'sanctions.entries').length > 40);
      },
    },
    runs,
  );

/** The values of each fact for a reader that reads in log order and ignores repeated ids. */
function valuesIn(run: ScenarioRun): ReadonlyMap<string, readonly string[]> {
  const seen = new Set<string>();
  const values = new Map<string, readonly string[]>();
  for (const record of recordsOf(run, 'observations')) {
    const observation: Observation = valueOf(run, 'observations', record);
    if (seen.has(observation.id)) continue;
    seen.add(observation.id);
    const fact = factOf(observation);
    values.set(fact, [...(values.get(fact) ?? []), statementOf(fact, observation.value)]);
  }
  return values;
}

const factsIn = (run: ScenarioRun): readonly string[] =>
  [...valuesIn(run).values()].map((values) => values.at(-1) ?? '').sort();

const observationsIn = (run: ScenarioRun): readonly string[] =>
  once(recordsOf(run, 'observations'), (record) => valueOf(run, 'observations', record).id);

/** Open matches of each row without their event times, which depend on the order of arrival. */
const matchesIn = (run: ScenarioRun, topic: 'screen.matches' | 'attribute.matches'): readonly string[] =>
  [...new Map(recordsOf(run, topic).map((record) => [record.key?.toString(), record])).values()]
    .map((record) => valueOf(run, topic, record))
    .map(({ rowKey, matches }) =>
      matchesOf(
        rowKey,
        matches.map(({ assetId, subjectKey, sinceObservationId, emitted }) => {
          return [assetId, subjectKey, sinceObservationId, Object.entries(emitted).sort()] as const;
        }),
      ),
    )
    .sort();

/** No host dies or freezes: partitions are revoked in order, and assigned to hosts with an old or empty state. */
const isOrderly = ({ kind }: HostAction): boolean => !kind.startsWith('kill') && kind !== 'freeze';

interface JoinProperty<R extends RowTopic> {
  readonly join: Join<R>;
  readonly scenario: Scenario;
  readonly topic: 'screen.matches' | 'attribute.matches';
}

const joinRebalances = <R extends RowTopic>({ join, scenario, topic }: JoinProperty<R>, runs: Runs): Promise<void> =>
  check<JoinResults>(
    {
      scenario,
      of: (run) => ({
        facts: factsIn(run),
        matches: matchesIn(run, topic),
        parked: parked(run, 'dead.letters'),
      }),
      afterDeath: (own, alone, moving, steps) => {
        const stated = new Set([...valuesIn(moving).values()].flat());
        return withoutSlowEndings(own, alone, { endings: slowEndings(join, steps), stated });
      },
      checks: (alone) => assert.ok(factsIn(alone).length > 10),
    },
    runs,
  );

export const screenRebalances = (runs: Runs): Promise<void> =>
  joinRebalances({ join: screenJoin, scenario: screenScenario, topic: 'screen.matches' }, runs);
export const attributeRebalances = (runs: Runs): Promise<void> =>
  joinRebalances({ join: attributeJoin, scenario: attributeScenario, topic: 'attribute.matches' }, runs);

/** With orderly rebalances every observation is the same, not only the last value of each fact. */
const sameOutputs = (scenario: Scenario, runs: Runs): Promise<void> =>
  check({ scenario, of: (run) => observationsIn(run), actions: isOrderly }, runs);

export const screenOutputs = (runs: Runs): Promise<void> => sameOutputs(screenScenario, runs);
export const attributeOutputs = (runs: Runs): Promise<void> => sameOutputs(attributeScenario, runs);
export const declareOutputs = (runs: Runs): Promise<void> => sameOutputs(declareScenario, runs);

/** Ids of the outputs about each fact, in the order of the log, each once. */
function storiesIn(run: ScenarioRun): readonly string[] {
  const stories = new Map<string, Set<string>>();
  for (const record of recordsOf(run, 'observations')) {
    const { id, assetId, subjectKind, subjectKey, field } = valueOf(run, 'observations', record);
    const fact = [assetId, subjectKind, subjectKey, field].join(' ');
    stories.set(fact, (stories.get(fact) ?? new Set()).add(id));
  }
  return [...stories].map(([fact, ids]) => `${fact}: ${[...ids].join(', ')}`).sort();
}

/** No host is suspended and writes as a zombie, and no host dies long after its last commit. */
const isSudden = ({ kind }: HostAction): boolean => kind !== 'freeze' && kind !== 'thaw';

/**
 * SimulatedHosts commit after every chunk, and die between their outputs and that commit, with rows of the same key in the chunk and behind
 * it: every output is emitted, in the same order, and no other.
 */
const sameStories = (scenario: Scenario, runs: Runs): Promise<void> =>
  check(
    {
      scenario,
      of: (run) => ({ stories: storiesIn(run), parked: parked(run, 'dead.letters') }),
      actions: isSudden,
      commitsEachChunk: true,
      before: death,
      checks: (alone) => assert.ok(recordsOf(alone, 'observations').length > 60),
    },
    runs,
  );

export const screenStories = (runs: Runs): Promise<void> => sameStories(crowdedScreenScenario, runs);
export const attributeStories = (runs: Runs): Promise<void> => sameStories(crowdedAttributeScenario, runs);
export const declareStories = (runs: Runs): Promise<void> => sameStories(crowdedDeclareScenario, runs);

export const declareRebalances = (runs: Runs): Promise<void> =>
  check(
    {
      scenario: declareScenario,
      of: (run) => ({ facts: factsIn(run), parked: parked(run, 'dead.letters') }),
      checks: (alone) => assert.ok(recordsOf(alone, 'observations').length > 60),
    },
    runs,
  );

/**
 * Commands without their time, each once: a new owner reads the newest record of an asset alone, which may be of later than the
 * one that a zombie answers, and the first of two commands with an id takes effect.
 */
const commandsIn = (run: ScenarioRun): readonly string[] => {
  const commands = recordsOf(run, 'accounts.commands').map((record) => {
    const { at: _, ...command } = valueOf(run, 'accounts.commands', record);
    return `${record.partition} ${record.key?.toString()} ${JSON.stringify(command)}`;
  });
  return [...new Set(commands)].sort();
};

export const intakeRebalances = (runs: Runs): Promise<void> =>
  check(
    {
      scenario: intakeScenario,
      of: (run) => ({
        commands: commandsIn(run),
        parked: parked(run, 'accounts.dead.letters'),
      }),
      checks: (alone) => assert.ok(recordsOf(alone, 'accounts.commands').length >= 30),
    },
    runs,
  );
