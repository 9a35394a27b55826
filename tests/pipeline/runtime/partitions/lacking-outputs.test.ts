/** After an upgrade: what a raised state version would have written, and the log lacks, is written once. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { emit, ok, type Processor } from '../../../../pipeline/runtime/processor.ts';
import { runFold } from '../../../../pipeline/runtime/run-fold.ts';
import type { TopicName } from '../../../../schemas/topics.ts';
import { runsOf } from '../../../support/runs.ts';
import { sampleAssetRecord } from '../../../support/sample-assets.ts';
import { capture, endOf, openWorld, run, untilRead, type World } from '../harness.ts';
import { openSimulatedHosts } from '../simulated-hosts.ts';

const test = suite('what an upgrade writes');

const feeds = ['f', 'g', 'h'];

/**
 * Version 1 answers every third capture and names a feed after its first capture. Version 2 answers all, with other rows, and
 * names the feeds `g` and `h` after their last capture.
 */
const answering = (stateVersion: 1 | 2): Processor<'feed.captures'> => ({
  name: 'answering',
  input: 'feed.captures',
  outputs: ['feed.runs', 'asset.records'],
  stateVersion,
  apply: (state, { value: { feed, captureId }, timestamp }) => {
    const count = (state.get<number>(feed) ?? 0) + 1;
    state.put(feed, count);
    const isAnswered = stateVersion === 2 || count % 3 === 0;
    const isNewName = stateVersion === 2 && feed !== 'f';
    const name = isNewName ? captureId : `${feed}-1`;
    const place = { assetId: feed, position: 0, registryPosition: 0, registeredAt: 0 };
    return ok([
      ...(isAnswered ? [emit('feed.runs', run(captureId, feed, stateVersion * 1_000 + count), timestamp)] : []),
      emit('asset.records', sampleAssetRecord(place, { name }), timestamp),
    ]);
  },
});

const some = (count: number, from = 1) =>
  feeds.flatMap((feed) => Array.from({ length: count }, (_, n) => capture(feed, from + n)));

/** Rows of the answers, by capture; fails if a capture was answered twice. */
async function answersOf(world: World): Promise<ReadonlyMap<string, number>> {
  const runs = await world.values('feed.runs');
  const answers = new Map(runs.map(({ captureId, rows }) => [captureId, rows]));
  assert.is(answers.size, runs.length, 'no answer is there twice');
  return answers;
}

async function namesOf(world: World): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await world.values('asset.records')).map(({ assetId, name }) => [assetId, name]));
}

/** Number of records that were ever appended: compaction leaves gaps. */
const appendedTo = async ({ engine: { log } }: World, topic: TopicName): Promise<number> =>
  (await log.ranges(topic)).reduce((sum, { end }) => sum + end, 0);

async function runToEnd(world: World, stateVersion: 1 | 2): Promise<void> {
  const running = await runFold(world.deps, answering(stateVersion));
  await untilRead(world, 'answering', 'feed.captures');
  await running.stop();
}

test('records whose identity the log lacks are written with their own times; what is there stays as it is', async () => {
  const world = await openWorld(2);
  try {
    await world.append('feed.captures', some(6), 1_600_000_000_000);
    await runToEnd(world, 1);
    const before = await world.records('feed.runs');
    const records = await appendedTo(world, 'asset.records');
    await runToEnd(world, 2);
    const answers = await answersOf(world);
    assert.is(answers.size, 18);
    assert.is(answers.get('f-3'), 1_003, 'written by version 1');
    assert.is(answers.get('f-4'), 2_004);
    const after = await world.records('feed.runs');
    for (const record of before) assert.ok(after.some(({ value }) => value?.equals(record.value ?? Buffer.alloc(0))));
    assert.ok(after.every(({ timestamp }) => timestamp === 1_600_000_000_000));
    assert.equal(await namesOf(world), { f: 'f-1', g: 'g-6', h: 'h-6' });
    assert.is(await appendedTo(world, 'asset.records'), records + 2, 'the record of f did not change');
    await runToEnd(world, 2);
    assert.is((await world.records('feed.runs')).length, 18, 'a second start writes nothing');
    assert.is(await appendedTo(world, 'asset.records'), records + 2);
    assert.equal(
      Object.keys(world.state('answering', 'feed.captures')).filter((key) => key.includes('~runtime')),
      [],
      'the copies are deleted',
    );
  } finally {
    await world.close();
  }
});

test('records that come while no process runs are processed after the upgrade, also in the same chunk', async () => {
  const world = await openWorld(1);
  try {
    await world.append('feed.captures', some(2));
    await runToEnd(world, 1);
    await world.append('feed.captures', some(2, 3));
    await runToEnd(world, 2);
    assert.is((await answersOf(world)).size, 12);
    assert.equal(await namesOf(world), { f: 'f-1', g: 'g-4', h: 'h-4' });
  } finally {
    await world.close();
  }
});

test('an upgrade that is killed at any commit writes each record once', async () => {
  for (let killAt = 0; killAt < 8; killAt += 1) {
    const world = await openWorld(2);
    try {
      await world.append('feed.captures', some(300));
      await runToEnd(world, 1);
      await world.append('feed.captures', some(2, 301));
      let commits = 0;
      const kill = (name: string): void => {
        if (name !== 'answering') return;
        commits += 1;
        if (commits === Math.floor(killAt / 2) + 1) throw new Error('killed');
      };
      if (killAt % 2 === 0) world.faults.before = kill;
      else world.faults.after = kill;
      const killed = await runFold(world.deps, answering(2)).then(endOf, (error: unknown) => error as Error);
      assert.match(killed?.message ?? '', /killed/, `killed at commit ${killAt}`);
      world.faults.before = world.faults.after = () => undefined;
      await runToEnd(world, 2);
      assert.is((await answersOf(world)).size, 906, `killed at commit ${killAt}`);
      assert.equal(await namesOf(world), { f: 'f-1', g: 'g-302', h: 'h-302' }, `killed at commit ${killAt}`);
    } finally {
      await world.close();
    }
  }
});

test('an output topic without identities is refused before anything is written', async () => {
  const world = await openWorld(1);
  const parts = (stateVersion: number): Processor<'feed.captures'> => ({
    ...answering(1),
    outputs: ['registry.parties'],
    stateVersion,
    apply: () => ok(),
  });
  try {
    await world.append('feed.captures', some(1));
    const first = await runFold(world.deps, parts(1));
    await untilRead(world, 'answering', 'feed.captures');
    await first.stop();
    const ended = await endOf(await runFold(world.deps, parts(2)));
    assert.match(ended?.message ?? '', /registry\.parties has no identities/);
  } finally {
    await world.close();
  }
});

test('hosts of two versions that share partitions: what the older one left out is written once', async () => {
  const script = fc.array(
    fc.record({
      owners: fc.array(fc.constantFrom('old', 'new', 'other'), { minLength: 2, maxLength: 2 }),
      captures: fc.integer({ min: 0, max: 4 }),
      wipes: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const property = fc.asyncProperty(script, fc.boolean(), async (steps, commitsEachChunk) => {
    const world = await openWorld(2);
    const started: string[] = [];
    const hosts = openSimulatedHosts(world, {
      names: ['old', 'new', 'other'],
      input: 'feed.captures',
      // The hosts start in the order of their names.
      start: (deps) => runFold(deps, answering(started.push('host') === 1 ? 1 : 2)),
      commitsEachChunk: () => commitsEachChunk,
    });
    try {
      await hosts.settle();
      let from = 1;
      for (const { owners, captures, wipes } of steps) {
        await hosts.assign(owners);
        await world.append('feed.captures', some(captures, from));
        from += captures;
        await hosts.settleSurvivors();
        if (wipes) await hosts.wipe('other');
      }
      await hosts.assign(['new', 'new']);
      await hosts.settleSurvivors();
      assert.is((await answersOf(world)).size, 3 * (from - 1));
      const names = await namesOf(world);
      if (from > 1) assert.equal(names, { f: 'f-1', g: `g-${from - 1}`, h: `h-${from - 1}` });
    } finally {
      await hosts.stop();
      await world.close();
    }
  });
  await fc.assert(property, { numRuns: runsOf(25) });
});

test.run();
