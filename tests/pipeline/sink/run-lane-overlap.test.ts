/** One batch is written while the next is gathered: what belongs to which, and who waits for whom. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../infra/errors.ts';
import type { StateCommit } from '../../../infra/state/store.ts';
import type { RunningProcessor, RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import type { InsertRows } from '../../../pipeline/sink/inserts.ts';
import { runSinkLane } from '../../../pipeline/sink/run-lane.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { reached } from '../../support/reached.ts';
import { endOf, openWorld, run, untilRead, type World } from '../runtime/harness.ts';

/** Rows of a batch. */
const batch = 5_000;

const test = suite<{ world: World }>('batches of the sink lane');
test.before.each(async (context) => {
  context.world = await openWorld(1);
});
test.after.each(({ world }) => world.close());

const start = (world: World, insert: InsertRows, over: Partial<RuntimeDeps> = {}): Promise<RunningProcessor> =>
  runSinkLane(
    { ...world.deps, ...over },
    { name: 'sink', environment: 'data', tablesId: 'tables', epoch: null, lingerMs: 0, insert },
  );

const appendRuns = (world: World, count: number): Promise<void> =>
  world.append(
    'feed.runs',
    Array.from({ length: count }, (_, index) => run(`c${index}`, 'same', index)),
  );

/** An insert that is under way until it is let go. */
function heldInsert(): { readonly insert: InsertRows; readonly begun: () => number; readonly letGo: () => void } {
  let begun = 0;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const insert = (): Promise<void> => {
    begun += 1;
    return held;
  };
  return { insert, begun: () => begun, letGo };
}

/** Commits of the lane that advance its position. */
function commitsOf(world: World): StateCommit[] {
  const commits: StateCommit[] = [];
  world.faults.after = (_, commit) => {
    if (commit.positions.length > 0) commits.push(commit);
  };
  return commits;
}

const positionOf = (world: World): number | null => world.engine.openStore('sink', 'data').position('feed.runs', 0);

test('a stop waits for the batch that is being written, also when reading ended with an error', async ({ world }) => {
  await appendRuns(world, batch + 1);
  const held = heldInsert();
  const codec = {
    ...world.codec,
    prepare: async (values: readonly (Buffer | null)[]) => {
      if (held.begun() > 0) throw new RetryableError('the registry is away');
      await world.codec.prepare(values);
    },
  };
  const running = await start(world, held.insert, { codec });
  await reached('the next chunk cannot be read', () => world.health.some(({ state }) => state === 'retrying'));
  let stopped = false;
  const stopping = running.stop().then(() => {
    stopped = true;
  });
  await world.turns();
  assert.is(stopped, false, 'the insert is still under way');
  held.letGo();
  await stopping;
  assert.is(positionOf(world), batch);
  assert.is(await endOf(running), null);
});

test('a crash in the write of the last batch is reported, although reading ended well', async ({ world }) => {
  await appendRuns(world, batch + 1);
  const held = heldInsert();
  const running = await start(world, held.insert);
  await reached('the first batch is being written', () => held.begun() > 0);
  const stopping = running.stop();
  await world.turns();
  world.faults.before = (_, { positions }) => {
    if (positions.length > 0) throw new Error('the disk is gone');
  };
  held.letGo();
  await stopping;
  delete world.faults.before;
  assert.match((await endOf(running))?.message ?? 'no error', /the disk is gone/);
  assert.is(world.health.at(-1)?.state, 'failed');
});

test('a letter goes with the batch of its record, not with the one being written meanwhile', async ({ world }) => {
  const commits = commitsOf(world);
  await appendRuns(world, batch);
  await world.appendBytes('feed.runs', 'same', Buffer.from('no frame'));
  await appendRuns(world, batch);
  const held = heldInsert();
  let newest = -1;
  const inHand: RuntimeDeps['inHand'] = (_, record) => void (newest = record?.offset ?? newest);
  const running = await start(world, held.insert, { inHand });
  await reached('the next batch is gathered', () => held.begun() > 0 && newest === 2 * batch);
  held.letGo();
  await untilRead(world, 'sink', 'feed.runs');
  await reached('all is written', () => commits.length >= 2);
  await running.stop();
  const committed = commits.map(({ positions, outputs }) => [
    positions.find(({ topic }) => topic === 'feed.runs')?.next,
    outputs.length,
  ]);
  assert.equal(committed.slice(0, 2), [
    [batch, 0],
    [2 * batch + 1, 1],
  ]);
  assert.is((await world.values('dead.letters')).length, 1);
});

test('tables that refuse the batch being written stop the lane: nothing of the next one counts either', async ({
  world,
}) => {
  await appendRuns(world, batch);
  await world.appendBytes('feed.runs', 'same', Buffer.from('no frame'));
  await appendRuns(world, 2 * batch);
  let refusing = true;
  const inserted: number[] = [];
  const insert: InsertRows = async (_, __, body) => {
    if (refusing) throw new Error('no such column');
    inserted.push(body.toString('utf8').split('\n').length - 1);
  };
  const first = await start(world, insert);
  assert.is(await endOf(first), null);
  await first.stop();
  assert.is(world.health.at(-1)?.state, 'halted');
  assert.is(positionOf(world), null);
  const letters = await world.values('dead.letters');
  assert.ok(letters.every(({ errorClass }) => errorClass === 'refused by the tables'));
  refusing = false;
  const second = await start(world, insert);
  await untilRead(world, 'sink', 'feed.runs');
  await second.stop();
  const rows = inserted.reduce((sum, count) => sum + count, 0);
  assert.is(rows, 3 * batch + letters.length + 1);
});

test('health reports retries until every table takes its rows', async ({ world }) => {
  await world.append('registry.assets', samplesOf('registry.assets', 1));
  const failures = new Map([
    ['attestry.store_registry_assets_history', 1],
    ['attestry.store_registry_assets', 3],
  ]);
  const open = new Set(failures.keys());
  const reported: (readonly [string, number])[] = [];
  const insert: InsertRows = async (table) => {
    const left = failures.get(table) ?? 0;
    failures.set(table, left - 1);
    if (left > 0) throw new RetryableError(`${table} is away`);
    open.delete(table);
  };
  const running = await start(world, insert, { onHealth: ({ state }) => reported.push([state, open.size]) });
  await untilRead(world, 'sink', 'registry.assets');
  await running.stop();
  const atFirst = reported.shift();
  assert.equal(atFirst, ['running', 2]);
  assert.equal(
    reported.filter(([state]) => state === 'running'),
    [['running', 0]],
  );
});

test('killed while the last hour was inserted again: what was parked is not parked once more', async ({ world }) => {
  await world.appendBytes('feed.runs', 'same', Buffer.from('no frame'));
  await appendRuns(world, batch);
  await world.appendBytes('feed.runs', 'same', Buffer.from('no frame'));
  const insert: InsertRows = async () => undefined;
  /** A run of the lane that the `nth` commit of positions does not survive. */
  const killedAt = async (nth: number): Promise<void> => {
    let commits = 0;
    world.faults.before = (_, { positions }) => {
      if (positions.length > 0) commits += 1;
      if (commits === nth) throw new Error('killed');
    };
    const running = await start(world, insert);
    assert.match((await endOf(running))?.message ?? '', /killed/);
    delete world.faults.before;
  };
  const first = await start(world, insert);
  await untilRead(world, 'sink', 'feed.runs');
  await untilRead(world, 'sink', 'dead.letters');
  first.done.catch(() => undefined);
  world.faults.before = () => {
    throw new Error('killed');
  };
  await world.append('feed.captures', samplesOf('feed.captures', 1));
  await endOf(first);
  delete world.faults.before;
  await killedAt(2);
  const last = await start(world, insert);
  await untilRead(world, 'sink', 'feed.runs');
  await untilRead(world, 'sink', 'dead.letters');
  await last.stop();
  assert.is((await world.values('dead.letters')).length, 2);
});

test.run();
