import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Checkpoints, createCheckpoints } from '../../../pipeline/sink/checkpoints.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { openWorld, type World } from '../runtime/harness.ts';

const minute = 60_000;
const topic = 'feed.runs' as const;

interface Context {
  world: World;
  store: StateStore;
  /** Milliseconds. */
  now: number;
}

const test = suite<Context>('checkpoints of the sink');
test.before.each(async (context) => {
  context.world = await openWorld(1);
  context.store = context.world.engine.openStore('sink', 'data');
  context.now = 0;
});
test.after.each(({ world }) => world.close());

/** A start: where the partition would be read from, and the checkpoints of this run. */
async function startLane(context: Context): Promise<{ readonly from: number; readonly checkpoints: Checkpoints }> {
  const checkpoints = createCheckpoints(context.store, () => context.now);
  await checkpoints.start();
  return { from: checkpoints.startAt(topic, 0, context.store.position(topic, 0) ?? 0, false), checkpoints };
}

/** Rows up to `next` are inserted, and everything there is has been read. */
async function insertUpTo({ store }: Context, checkpoints: Checkpoints, next: number): Promise<void> {
  const positions = [{ topic, partition: 0, next }];
  await store.commit({ partition: 0, positions, writes: checkpoints.writes(), outputs: [] });
  checkpoints.caughtUp();
}

test('a first start, and a start after a clean stop, go on where the last one ended', async (context) => {
  const first = await startLane(context);
  assert.is(first.from, 0);
  first.checkpoints.caughtUp();
  await insertUpTo(context, first.checkpoints, 5);
  await first.checkpoints.finish();
  const second = await startLane(context);
  assert.is(second.from, 5);
});

test('unclean within the first hour: everything is inserted again', async (context) => {
  const first = await startLane(context);
  first.checkpoints.caughtUp();
  await insertUpTo(context, first.checkpoints, 5);
  context.now = 50 * minute;
  await insertUpTo(context, first.checkpoints, 9);
  assert.is((await startLane(context)).from, 0);
});

test('unclean later: at least the last hour is inserted again, and at most two', async (context) => {
  const { checkpoints } = await startLane(context);
  checkpoints.caughtUp();
  // A row a minute: the position is the minute.
  for (let at = 1; at <= 400; at += 1) {
    context.now = at * minute;
    await insertUpTo(context, checkpoints, at);
    if (at % 37 !== 0 || at < 130) continue;
    const { from } = await startLane(context);
    assert.ok(from <= at - 60, `at minute ${at} it goes back to ${from}`);
    assert.ok(from >= at - 122, `at minute ${at} it goes back to ${from}`);
  }
});

test('nothing inserted for a long time: the last hour of inserting counts', async (context) => {
  const { checkpoints } = await startLane(context);
  checkpoints.caughtUp();
  for (let at = 1; at <= 200; at += 1) {
    context.now = at * minute;
    await insertUpTo(context, checkpoints, at);
  }
  context.now = 10_000 * minute;
  const { from } = await startLane(context);
  assert.ok(from <= 140 && from >= 78, `it goes back to ${from}`);
});

test('a clean stop before everything was inserted again is none: the next start goes back as far', async (context) => {
  const { checkpoints } = await startLane(context);
  checkpoints.caughtUp();
  for (let at = 1; at <= 200; at += 1) {
    context.now = at * minute;
    await insertUpTo(context, checkpoints, at);
  }
  const second = await startLane(context);
  context.now = 300 * minute;
  // Part of it, with checkpoints that are due: the ones from before the unclean stop must stay.
  const positions = [{ topic, partition: 0, next: second.from + 1 }];
  await context.store.commit({ partition: 0, positions, writes: second.checkpoints.writes(), outputs: [] });
  await second.checkpoints.finish();
  const third = await startLane(context);
  assert.is(third.from, second.from);
  await insertUpTo(context, third.checkpoints, 200);
  await third.checkpoints.finish();
  assert.is((await startLane(context)).from, 200);
});

test.run();
