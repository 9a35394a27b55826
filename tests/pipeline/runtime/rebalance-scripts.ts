/** Scripts of what may happen to hosts, and the comparison of what they wrote with what one of them alone writes. */
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { LogRecord } from '../../../infra/log/log.ts';
import type { RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { openWorld, type World } from './harness.ts';
import { type Hosts, openHosts, type Start } from './simulated-hosts.ts';

const partitions = 3;
const hostNames = ['ann', 'ben', 'cid', 'dee', 'eve'] as const;

/** A piece of input, appended at once. */
export type Step = (world: World) => Promise<void>;

export type Act =
  | { readonly kind: 'input' }
  | { readonly kind: 'settle' }
  | { readonly kind: 'give'; readonly owners: readonly number[] }
  | { readonly kind: 'kill before outputs' | 'kill before state' | 'freeze' | 'thaw' | 'wipe'; readonly host: number }
  | { readonly kind: 'pass'; readonly turns: number };

const host = fc.nat({ max: hostNames.length - 1 });

/** What happens beside the input, in any order. */
const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Act>({ kind: 'input' }) },
    {
      weight: 6,
      arbitrary: fc
        .array(host, { minLength: partitions, maxLength: partitions })
        .map((owners): Act => ({ kind: 'give', owners })),
    },
    { weight: 2, arbitrary: fc.constant<Act>({ kind: 'settle' }) },
    { weight: 3, arbitrary: fc.nat({ max: 12 }).map((turns): Act => ({ kind: 'pass', turns })) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'kill before outputs' as const,
          'kill before state' as const,
          'freeze' as const,
          'thaw' as const,
          'wipe' as const,
        ),
        host,
      }),
    },
  ),
  { minLength: 4, maxLength: 16 },
);

export interface Play {
  readonly input: TopicName;
  readonly global?: TopicName;
  readonly outputs: readonly TopicName[];
  readonly start: Start;
  readonly steps: readonly Step[];
  readonly deps?: Partial<RuntimeDeps>;
  /** All input is dealt with before anything else happens: for folds whose words depend on what arrives first. */
  readonly inTurns?: boolean;
}

type Written = Readonly<Record<string, readonly LogRecord[]>>;

export interface Played {
  readonly written: Written;
  readonly world: World;
}

/** What a host alone writes. */
export async function playAlone(play: Play): Promise<Played> {
  return playWith(play, 1, [], false);
}

/** What `count` hosts write while `script` happens. */
export async function playMoving(play: Play, count: number, script: readonly Act[], tells: boolean): Promise<Played> {
  return playWith(play, count, script, tells);
}

async function playWith(play: Play, count: number, script: readonly Act[], tells: boolean): Promise<Played> {
  const world = await openWorld(partitions, play.deps);
  const { input, global, start } = play;
  const names = hostNames.slice(0, count);
  const hosts = openHosts(world, {
    names,
    input,
    ...(global === undefined ? {} : { global }),
    start,
    tells: () => tells,
  });
  const steps = [...play.steps];
  const next = async (): Promise<void> => {
    await steps.shift()?.(world);
    if (play.inTurns === true) await hosts.outlast();
  };
  try {
    await hosts.settle();
    for (const act of script) await perform(hosts, names, act, next);
    while (steps.length > 0) await next();
    await hosts.settle();
    await calm(world, play.outputs);
  } finally {
    await hosts.stop();
  }
  return { written: await writtenIn(world, play.outputs), world };
}

async function writtenIn(world: World, outputs: readonly TopicName[]): Promise<Written> {
  const written: Record<string, readonly LogRecord[]> = {};
  for (const topic of outputs) written[topic] = await world.records(topic);
  return written;
}

/** Waits until nothing has been written for a while: the owner of a partition answers zombie writes. */
async function calm(world: World, outputs: readonly TopicName[]): Promise<void> {
  const endsOf = async (): Promise<string> =>
    JSON.stringify(await Promise.all(outputs.map((topic) => world.engine.log.ranges(topic))));
  for (let before = ''; ; ) {
    const now = await endsOf();
    if (now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function perform(hosts: Hosts, names: readonly string[], act: Act, next: () => Promise<void>): Promise<void> {
  const nameOf = (index: number): string => names[index % names.length] ?? '';
  switch (act.kind) {
    case 'input':
      return next();
    case 'settle':
      return hosts.settle();
    case 'give':
      return hosts.give(act.owners.map(nameOf));
    case 'pass':
      return new Promise((resolve) => setTimeout(resolve, act.turns));
    case 'kill before outputs': {
      hosts.kill(nameOf(act.host), 'before outputs');
      return;
    }
    case 'kill before state': {
      hosts.kill(nameOf(act.host), 'before state');
      return;
    }
    case 'freeze': {
      hosts.freeze(nameOf(act.host));
      return;
    }
    case 'thaw':
      return hosts.thaw(nameOf(act.host));
    case 'wipe':
      return hosts.wipe(nameOf(act.host));
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
export async function holdsWhateverMoves(
  runs: number,
  body: (script: readonly Act[], count: number, tells: boolean) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(acts, fc.integer({ min: 2, max: hostNames.length }), fc.boolean(), body), {
    numRuns: runs,
    endOnFailure: true,
    includeErrorInReport: true,
  });
}
