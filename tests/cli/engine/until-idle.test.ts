/** How long `attestry wait --idle` and the load of the demo wait, by a clock that only their pauses move. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import { type IdleOptions, untilIdle } from '../../../cli/engine/until-idle.ts';
import { CommandFailed } from '../../../cli/program/process/exit.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { consumers } from '../../../pipeline/processors/catalogue.ts';
import { messageOf } from '../harness.ts';

const test = suite('waiting until all is idle');
const standstillMs = 60_000;
const pauseMs = 1_000;

interface World {
  /** The next offset that a processor reads in each of its inputs. */
  readonly at: Map<string, number>;
  /** The end of every topic, which has one partition. */
  readonly end: { value: number };
  readonly running: Set<string>;
  /** Pauses since the start. */
  readonly pauses: () => number;
  readonly wait: (options?: Partial<IdleOptions>) => Promise<void>;
  /** Called in each pause. */
  onPause: (pauses: number) => void;
}

function worldOf({
  isCluster = false,
  isRunning,
}: {
  isCluster?: boolean;
  isRunning?: () => Promise<boolean>;
} = {}): World {
  const [at, end, running] = [new Map<string, number>(), { value: 1 }, new Set(consumers.map(({ name }) => name))];
  for (const { name } of consumers) at.set(name, end.value);
  let pauses = 0;
  const world: World = {
    at,
    end,
    running,
    pauses: () => pauses,
    onPause: () => undefined,
    wait: (options = {}) =>
      untilIdle(engine, {
        standstillMs,
        clock: () => pauses * pauseMs,
        sleep: async () => {
          pauses += 1;
          world.onPause(pauses);
        },
        ...options,
      }),
  };
  const engine = {
    log: {
      partitionsOf: () => 1,
      ranges: async () => [{ partition: 0, low: 0, end: end.value }],
    },
    processors: {
      positionsOf: async (name: string) => ({
        position: () => at.get(name) ?? 0,
        get: () => Buffer.from(String(at.get(name) ?? 0)),
      }),
      isRunning: isRunning ?? (async (name: string) => running.has(name)),
    },
    schemas: isCluster ? null : {},
  } as unknown as Engine;
  return world;
}

test('a processor that advances is waited for, many times as long as nothing may move', async () => {
  const world = worldOf();
  world.end.value = 100;
  for (const { name } of consumers) world.at.set(name, 100);
  world.at.set('ingest', 0);
  world.onPause = (pauses) => {
    if (pauses % 59 === 0) world.at.set('ingest', pauses / 59);
  };
  await world.wait();
  assert.ok(world.pauses() * pauseMs > 90 * standstillMs, String(world.pauses()));
});

test('nothing moves: the message has the limit, and those behind with their records', async () => {
  const world = worldOf();
  world.at.set('ingest', 0).set('detect', 0);
  world.onPause = (pauses) => {
    if (pauses === 50) world.at.set('ingest', 1);
  };
  const waiting = world.wait();
  assert.is(await messageOf(waiting), 'not idle: detect (1 record behind); nothing has moved for 60 s');
  assert.is(world.pauses(), 111);
  await waiting.catch((error: unknown) => assert.instance(error, CommandFailed));
});

test('a record of one processor may take five limits while others move, and no longer', async () => {
  for (const [readAt, message] of [
    [299, null],
    [Infinity, 'not idle: ingest (1 record behind), sink (… behind); not moved for 300 s: ingest'],
  ] as const) {
    const world = worldOf();
    world.at.set('ingest', 0);
    world.end.value = 1;
    world.onPause = (pauses) => {
      if (pauses === readAt) world.at.set('ingest', 1);
      world.at.set('sink', -pauses % 7);
      if (pauses > readAt) world.at.set('sink', 1);
    };
    const failure = await world.wait().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    assert.is(failure?.replace(/sink \(.* behind\);/, 'sink (… behind);') ?? null, message);
  }
});

test('a role of a cluster that no process runs is named, also while the others go on', async () => {
  const world = worldOf({ isCluster: true });
  for (const name of ['chains', 'sink', 'detect']) world.at.set(name, 0);
  world.running.delete('chains');
  world.running.delete('sink');
  world.onPause = (pauses) => world.at.set('detect', -pauses % 7);
  assert.match(
    await messageOf(world.wait()),
    /^not idle: chains \(1 record behind\), .*; no process runs chains, sink: start attestry run publishers and attestry run sink$/,
  );
  assert.is(world.pauses(), 61);
});

test('a role that starts within the limit is waited for', async () => {
  const world = worldOf({ isCluster: true });
  world.at.set('chains', 0);
  world.running.delete('chains');
  world.onPause = (pauses) => {
    if (pauses === 59) world.at.set('chains', 1);
  };
  await world.wait();
  assert.is(world.pauses(), 60);
});

test('without a service on the data directory, the message names the command that starts one', async () => {
  const world = worldOf();
  world.at.set('ingest', 0);
  world.running.clear();
  assert.is(
    await messageOf(world.wait()),
    'not idle: ingest (1 record behind); no process runs ingest: start attestry up',
  );
});

test('a service that is too busy to answer counts as running', async () => {
  const world = worldOf({ isRunning: () => Promise.reject(new RetryableError('no answer')) });
  world.at.set('ingest', 0);
  assert.match(await messageOf(world.wait()), /nothing has moved for 60 s$/);
});

test('progress in a large file, whose record is the work of many minutes, is waited for', async () => {
  const world = worldOf();
  world.at.set('ingest', 0);
  world.onPause = (pauses) => {
    if (pauses === 1_000) world.at.set('ingest', 1);
  };
  await world.wait({ readingAt: async () => `record ${world.pauses()}` });
  assert.is(world.pauses(), 1_001);
  const stuck = worldOf();
  stuck.at.set('ingest', 0);
  assert.match(await messageOf(stuck.wait({ readingAt: async () => 'record 7' })), /nothing has moved for 60 s$/);
  assert.is(stuck.pauses(), 122);
});

test('while nothing advances, positions are read at most five times a second', async () => {
  const world = worldOf();
  world.at.set('ingest', 0);
  let now = 0;
  const readAt: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    now += ms;
    if (now > 3_000 && now < 4_000) world.at.set('ingest', -now);
    else if (now >= 6_000) world.at.set('ingest', 1);
    readAt.push(now);
  };
  await world.wait({ clock: () => now, sleep });
  const readsIn = (from: number, to: number): number => readAt.filter((at) => at > from && at <= to).length;
  assert.is(readsIn(1_000, 2_000), 5);
  assert.ok(readsIn(3_200, 3_900) > 30, 'what advances is waited for closely');
  assert.is(readsIn(4_500, 5_500), 5);
});

test('a machine that slept is no standstill', async () => {
  const world = worldOf();
  world.at.set('ingest', 0);
  let asleepMs = 0;
  world.onPause = (pauses) => {
    if (pauses === 10) asleepMs = 8 * 3_600_000;
    if (pauses === 20) world.at.set('ingest', 1);
  };
  await world.wait({ clock: () => world.pauses() * pauseMs + asleepMs });
  assert.is(world.pauses(), 21);
});

test('a process that stops waits no longer, also while nothing moves', async () => {
  const [world, over] = [worldOf(), new AbortController()];
  world.at.set('ingest', 0);
  world.onPause = (pauses) => {
    if (pauses === 3) over.abort(new Error('the process stops'));
  };
  assert.is(await messageOf(world.wait({ signal: over.signal })), 'the process stops');
  assert.is(world.pauses(), 3);
});

test.run();
