/** Scripts of actions on hosts, and what is compared of the records that one host and several hosts write. */
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { LogRecord } from '../../../infra/log/log.ts';
import type { RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { pause } from '../../../infra/async/async.ts';
import { openWorld, type World } from './harness.ts';
import { type SimulatedHosts, openSimulatedHosts, type Start } from './simulated-hosts.ts';

const partitions = 3;
const hostNames = ['ann', 'ben', 'cid', 'dee', 'eve'] as const;

export interface AppendedValue {
  readonly topic: TopicName;
  readonly value: unknown;
  readonly timestamp: number;
}

/** A piece of input, appended at once. `appends`: what a property has to know of it. */
export type Step = ((world: World) => Promise<void>) & { readonly appends?: readonly AppendedValue[] };

type HostActionKind =
  | 'kill before outputs'
  | 'kill within outputs'
  | 'kill before state'
  | 'freeze'
  | 'thaw'
  | 'lag'
  | 'wipe';

export type HostAction =
  | { readonly kind: 'input' }
  /** All input but the last pieces. */
  | { readonly kind: 'most input'; readonly left: number }
  /** Of all hosts, or of those that run: suspended ones stay so. */
  | { readonly kind: 'settle' | 'settle survivors' | 'expire' }
  | { readonly kind: 'assign'; readonly owners: readonly number[] }
  | { readonly kind: HostActionKind; readonly host: number }
  | { readonly kind: 'pass'; readonly ms: number };

const host = fc.nat({ max: hostNames.length - 1 });

const owners = fc.array(host, { minLength: partitions, maxLength: partitions });

/** A host is suspended while it has results to write, loses its partitions, and writes the results when it runs again. */
const zombie: fc.Arbitrary<readonly HostAction[]> = fc
  .record({ host, owners })
  .map(({ host: frozen, owners: next }) => [
    { kind: 'freeze', host: frozen },
    { kind: 'input' },
    { kind: 'assign', owners: next.map((owner) => (owner === frozen ? owner + 1 : owner)) },
    { kind: 'input' },
    { kind: 'settle survivors' },
    { kind: 'thaw', host: frozen },
  ]);

/** A host that has not read the last global records is assigned partitions of hosts that have. */
const laggard: fc.Arbitrary<readonly HostAction[]> = fc
  .record({ host, owners })
  .map(({ host: behind, owners: next }) => [
    { kind: 'assign', owners: next.map((owner) => (owner === behind ? owner + 1 : owner)) },
    { kind: 'lag', host: behind },
    { kind: 'input' },
    { kind: 'input' },
    { kind: 'settle survivors' },
    { kind: 'assign', owners: next.map(() => behind) },
    // It reads the rows of its partitions meanwhile.
    { kind: 'pass', ms: 200 },
    { kind: 'input' },
  ]);

const action: fc.Arbitrary<HostAction> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<HostAction>({ kind: 'input' }) },
  {
    weight: 6,
    arbitrary: owners.map((next): HostAction => ({ kind: 'assign', owners: next })),
  },
  { weight: 2, arbitrary: fc.constantFrom<HostAction>({ kind: 'settle' }, { kind: 'expire' }) },
  { weight: 3, arbitrary: fc.nat({ max: 12 }).map((ms): HostAction => ({ kind: 'pass', ms })) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'kill before outputs' as const,
        'kill within outputs' as const,
        'kill before state' as const,
        'freeze' as const,
        'thaw' as const,
        'lag' as const,
        'wipe' as const,
      ),
      host,
    }),
  },
);

/** A zombie that writes when no further input, and no further assignment, makes up for what it wrote. */
const lastZombie: fc.Arbitrary<readonly HostAction[]> = zombie.map((pieces) => [
  { kind: 'most input', left: pieces.filter(({ kind }) => kind === 'input').length },
  { kind: 'settle' },
  ...pieces,
]);

/** Actions on hosts, with the input between them, in any order. */
const actions: fc.Arbitrary<readonly HostAction[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 15, arbitrary: action.map((one) => [one]) },
        { weight: 1, arbitrary: zombie },
        { weight: 1, arbitrary: laggard },
      ),
      {
        minLength: 4,
        maxLength: 16,
      },
    ),
    fc.oneof(fc.constant([]), lastZombie),
  )
  .map(([pieces, last]) => [...pieces.flat(), ...last]);

export interface Scenario {
  readonly input: TopicName;
  readonly global?: TopicName;
  readonly outputs: readonly TopicName[];
  readonly start: Start;
  readonly steps: readonly Step[];
  readonly deps?: Partial<RuntimeDeps>;
  /** Each input is processed before the next action: for folds whose outputs depend on the order of arrival. */
  readonly inTurns?: boolean;
}

type WrittenRecords = Readonly<Record<string, readonly LogRecord[]>>;

export interface ScenarioRun {
  readonly written: WrittenRecords;
  readonly world: World;
}

/** What hosts do with the input of a scenario. */
export interface HostsScript {
  /** Hosts that there are. */
  readonly count: number;
  readonly actions: readonly HostAction[];
  readonly commitsEachChunk: boolean;
  readonly onCommitAfterLoss?: (what: string) => void;
}

/** The records that one host writes. */
export const runOnOneHost = (scenario: Scenario): Promise<ScenarioRun> =>
  runOnHosts(scenario, { count: 1, actions: [], commitsEachChunk: false });

/** The records that hosts write during the actions of a script. */
export async function runOnHosts(
  scenario: Scenario,
  { count, actions: script, commitsEachChunk, ...observed }: HostsScript,
): Promise<ScenarioRun> {
  const world = await openWorld(partitions, scenario.deps);
  const { input, global, start } = scenario;
  const names = hostNames.slice(0, count);
  const hosts = openSimulatedHosts(world, {
    names,
    input,
    ...(global === undefined ? {} : { global }),
    start,
    commitsEachChunk: () => commitsEachChunk,
    ...observed,
  });
  const steps = [...scenario.steps];
  const next = async (): Promise<void> => {
    await steps.shift()?.(world);
    if (scenario.inTurns === true) await hosts.settleSurvivors();
  };
  try {
    await hosts.settle();
    for (const action of script) {
      if (action.kind === 'most input') while (steps.length > action.left) await next();
      else await perform(hosts, names, action, next);
    }
    while (steps.length > 0) await next();
    await hosts.settle();
    await hosts.calm();
  } finally {
    await hosts.stop();
  }
  return { written: await writtenIn(world, scenario.outputs), world };
}

async function writtenIn(world: World, outputs: readonly TopicName[]): Promise<WrittenRecords> {
  const written: Record<string, readonly LogRecord[]> = {};
  for (const topic of outputs) written[topic] = await world.records(topic);
  return written;
}

async function perform(
  hosts: SimulatedHosts,
  names: readonly string[],
  action: Exclude<HostAction, { readonly kind: 'most input' }>,
  next: () => Promise<void>,
): Promise<void> {
  const nameOf = (index: number): string => names[index % names.length] ?? '';
  switch (action.kind) {
    case 'input':
      return next();
    case 'settle':
      return hosts.settle();
    case 'settle survivors':
      return hosts.settleSurvivors();
    case 'expire':
      return hosts.expire();
    case 'assign':
      return hosts.assign(action.owners.map(nameOf));
    case 'pass':
      return pause(action.ms);
    case 'kill before outputs': {
      hosts.kill(nameOf(action.host), 'before outputs');
      return;
    }
    case 'kill before state': {
      hosts.kill(nameOf(action.host), 'before state');
      return;
    }
    case 'kill within outputs': {
      hosts.kill(nameOf(action.host), 'within outputs');
      return;
    }
    case 'lag': {
      hosts.lag(nameOf(action.host));
      return;
    }
    case 'freeze': {
      hosts.freeze(nameOf(action.host));
      return;
    }
    case 'thaw':
      return hosts.thaw(nameOf(action.host));
    case 'wipe':
      return hosts.wipe(nameOf(action.host));
  }
}

/** Records by identity, each with its bytes: the same identity has the same bytes wherever it is written again. */
export function once(records: readonly LogRecord[], identityOf: (record: LogRecord) => string): readonly string[] {
  const bytes = new Map<string, string>();
  for (const record of records) {
    const identity = `${record.partition} ${record.key?.toString()} ${identityOf(record)}`;
    const text = `${record.timestamp} ${record.value?.toString('base64')}`;
    const known = bytes.get(identity);
    assert.ok(known === undefined || known === text, `${record.topic}: ${identity} was written with other bytes`);
    bytes.set(identity, text);
  }
  return [...bytes].map(([identity, text]) => `${identity} ${text}`).sort();
}

/** The last record of each key, which is all that compaction leaves. */
export function lastOfEach(records: readonly LogRecord[]): readonly string[] {
  const found = new Map(records.map((record) => [`${record.partition} ${record.key?.toString()}`, record]));
  return [...found].map(([key, { timestamp, value }]) => `${key} ${timestamp} ${value?.toString('base64')}`).sort();
}

/** Runs the scripts; a failure names the script and the seed. */
export async function checkRandomScripts(
  runs: number,
  body: (script: readonly HostAction[], count: number, commitsEachChunk: boolean) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(actions, fc.integer({ min: 2, max: hostNames.length }), fc.boolean(), body), {
    numRuns: runs,
    endOnFailure: true,
    includeErrorInReport: true,
  });
}
