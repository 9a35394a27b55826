/** State that is behind is made from what others wrote, and what they did not take in is not taken in now. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../../infra/errors.ts';
import type { Log } from '../../../../infra/log/log.ts';
import {
  emit,
  type Input,
  type KeyedState,
  ok,
  park,
  type Processor,
  type Result,
} from '../../../../pipeline/runtime/processor.ts';
import { runBroadcast } from '../../../../pipeline/runtime/run-broadcast.ts';
import { runFold } from '../../../../pipeline/runtime/run-fold.ts';
import { createScreen } from '../../../../pipeline/screening/screen.ts';
import { capture, openWorld, run, untilRead, type World } from '../harness.ts';
import { openSimulatedHosts } from '../simulated-hosts.ts';
import { ingestScenario, screenScenario } from '../scenarios.ts';
import { feeds } from '../../screening/harness.ts';

const test = suite('state that is behind');

test('ingest reads no file again that others have read', async () => {
  const read: string[] = [];
  const artifact = ingestScenario.deps?.artifact;
  const world = await openWorld(1, {
    artifact: async (sha256) => {
      read.push(sha256);
      return (await artifact?.(sha256)) ?? Buffer.alloc(0);
    },
  });
  const hosts = openSimulatedHosts(world, { ...ingestScenario, names: ['ann', 'ben'], commitsEachChunk: () => true });
  const [first, second] = ingestScenario.steps;
  try {
    await hosts.settle();
    await hosts.assign(['ann']);
    await first?.(world);
    await hosts.settleSurvivors();
    await hosts.assign(['ben']);
    await second?.(world);
    await hosts.settleSurvivors();
    const runs = (await world.values('feed.runs')).length;
    read.length = 0;
    await hosts.assign(['ann']);
    await hosts.settleSurvivors();
    assert.equal(read, []);
    assert.is((await world.values('feed.runs')).length, runs);
  } finally {
    await hosts.stop();
    await world.close();
  }
});

/** Counts the captures of a feed, and refuses some of them. */
const counting = (isRefused: (captureId: string) => boolean): Processor<'feed.captures'> => ({
  name: 'counting',
  input: 'feed.captures',
  outputs: ['feed.runs'],
  stateVersion: 1,
  apply: (state: KeyedState, { value }: Input<'feed.captures'>): Result => {
    if (isRefused(value.captureId)) return park('refused');
    const count = (state.get<number>(value.feed) ?? 0) + 1;
    state.put(value.feed, count);
    return ok([emit('feed.runs', run(value.captureId, value.feed, count), 0)]);
  },
});

const countsOf = async (world: World): Promise<readonly (readonly [string, number])[]> =>
  (await world.values('feed.runs')).map(({ captureId, rows }) => [captureId, rows]);

test('what was parked then has no part in state that is folded again, although it would be accepted now', async () => {
  const world = await openWorld(1);
  let refused = 'f-2';
  const hosts = openSimulatedHosts(world, {
    names: ['ann', 'ben'],
    input: 'feed.captures',
    start: (deps) =>
      runFold(
        deps,
        counting((id) => id === refused),
      ),
    commitsEachChunk: () => true,
  });
  try {
    await hosts.settle();
    await hosts.assign(['ann']);
    await world.append(
      'feed.captures',
      [1, 2, 3].map((number) => capture('f', number)),
    );
    await hosts.settleSurvivors();
    refused = '';
    await hosts.assign(['ben']);
    await hosts.settleSurvivors();
    // Assigned to it again, it counts as what it is: another record.
    await world.append('feed.captures', [capture('f', 2)]);
    await hosts.settleSurvivors();
    assert.equal(await countsOf(world), [
      ['f-1', 1],
      ['f-3', 2],
      ['f-2', 3],
    ]);
    assert.is((await world.values('dead.letters')).length, 1);
  } finally {
    await hosts.stop();
    await world.close();
  }
});

test('the same after the version of the state was raised', async () => {
  const world = await openWorld(1);
  try {
    const first = await runFold(
      world.deps,
      counting((id) => id === 'f-2'),
    );
    await world.append(
      'feed.captures',
      [1, 2, 3].map((number) => capture('f', number)),
    );
    await untilRead(world, 'counting', 'feed.captures');
    await first.stop();
    const second = await runFold(world.deps, { ...counting(() => false), stateVersion: 2 });
    await world.append('feed.captures', [capture('f', 4)]);
    await untilRead(world, 'counting', 'feed.captures');
    await second.stop();
    assert.equal(await countsOf(world), [
      ['f-1', 1],
      ['f-3', 2],
      ['f-4', 3],
    ]);
  } finally {
    await world.close();
  }
});

/** A log of which every other read fails. */
function faltering(log: Log): Log {
  let calls = 0;
  const falter = (): void => {
    calls += 1;
    if (calls % 2 === 1) throw new RetryableError('a broker is away');
  };
  return {
    ...log,
    read: async (request) => {
      falter();
      return log.read(request);
    },
    ranges: async (topic) => {
      falter();
      return log.ranges(topic);
    },
  };
}

test('a log that is out of reach now and then does not end a host that catches up', async () => {
  for (const play of [ingestScenario, screenScenario]) {
    const world = await openWorld(1, play.deps);
    const start = play === screenScenario ? undefined : play.start;
    const hosts = openSimulatedHosts(world, {
      ...play,
      names: ['ann', 'ben'],
      start: (deps) => {
        const shaky = { ...deps, log: faltering(deps.log) };
        return start === undefined ? runBroadcast(shaky, createScreen({ feeds })) : start(shaky);
      },
      commitsEachChunk: () => true,
    });
    try {
      await hosts.settle();
      for (const [at, step] of play.steps.slice(0, 6).entries()) {
        await hosts.assign([at % 2 === 0 ? 'ann' : 'ben']);
        await step(world);
        await hosts.settleSurvivors();
      }
      assert.not.ok(world.health.some(({ state }) => state === 'failed'));
      assert.ok(world.health.some(({ state }) => state === 'retrying'));
    } finally {
      await hosts.stop();
      await world.close();
    }
  }
});

test.run();
