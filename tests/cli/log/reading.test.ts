import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { lagsOf } from '../../../cli/engine/lags.ts';
import { newestValues, readTopic } from '../../../cli/log/read-topic.ts';
import { laggards, processorStatus } from '../../../cli/engine/status.ts';
import { lastRuns } from '../../../cli/feeds/feed-runs.ts';
import { untilIdle } from '../../../cli/engine/until-idle.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { capture, run } from '../../pipeline/runtime/harness.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { openWorkplace, type Workplace } from '../harness.ts';
import { reached } from '../../support/reached.ts';

const test = suite<Workplace>('reading the log');
test.before.each(async (context) => {
  Object.assign(context, await openWorkplace());
});
test.after.each(({ close }) => close());

const appendRuns = ({ engine }: Workplace, count: number, from = 0) =>
  appendValues(
    engine,
    'feed.runs',
    Array.from({ length: count }, (_, index) => ({
      value: run(`c${from + index}`, `f${(from + index) % 7}`, from + index),
      timestamp: from + index,
    })),
  );

/** Stores that a consumer has read a topic to its end. */
async function readToEnd({ engine }: Workplace, consumer: string, topic: TopicName): Promise<void> {
  const store = engine.openStore(consumer, topic.startsWith('accounts') ? 'accounts' : 'data');
  const positions = (await engine.log.ranges(topic)).map(({ partition, end }) => ({ topic, partition, next: end }));
  await store.commit({ partition: 0, positions, writes: new Map(), outputs: [] });
}

test('a topic is read page by page up to the ends it had at the start', async (place) => {
  await appendRuns(place, 2_500);
  const seen: string[] = [];
  let appended = false;
  for await (const { value } of readTopic(place.engine, 'feed.runs')) {
    if (!appended) await appendRuns(place, 10, 2_500);
    appended = true;
    if (value !== null) seen.push(value.captureId);
  }
  assert.is(new Set(seen).size, 2_500);
  assert.is(seen.length, 2_500);
});

test('a record that cannot be decoded is returned without a value', async (place) => {
  await appendRuns(place, 1);
  await place.engine.log.append([{ topic: 'feed.runs', key: 'f0', value: Buffer.from('no frame'), timestamp: 0 }]);
  const values = [];
  for await (const { value } of readTopic(place.engine, 'feed.runs')) values.push(value?.captureId ?? null);
  assert.equal(values.sort(), ['c0', null]);
});

test('compaction leaves gaps; the newest value of every key is read across them', async (place) => {
  const [first, second] = samplesOf('asset.subjects', 2);
  if (first === undefined || second === undefined) throw new Error('no samples');
  for (let position = 0; position < 30; position += 1) {
    const values = [{ ...first, position }, ...(position === 3 ? [{ ...second, position }] : [])];
    await appendValues(
      place.engine,
      'asset.subjects',
      values.map((value) => ({ value, timestamp: 0 })),
    );
  }
  const newest = await newestValues(place.engine, 'asset.subjects');
  assert.equal([...newest].map(([key, { value }]) => [key, value.position]).sort(), [
    ['assetId-0', 29],
    ['assetId-1', 3],
  ]);
});

test('the last run of every feed', async (place) => {
  await appendRuns(place, 20);
  const last = (await lastRuns(place.engine)).map(({ feed, rows }) => [feed, rows] as const);
  assert.equal(last.sort(), [
    ['f0', 14],
    ['f1', 15],
    ['f2', 16],
    ['f3', 17],
    ['f4', 18],
    ['f5', 19],
    ['f6', 13],
  ]);
});

test('lag is the number of unread records per topic and partition; a global topic counts by its slowest reader', async (place) => {
  const { engine } = place;
  await appendRuns(place, 5);
  const store = engine.openStore('reader', 'data');
  const total = async (): Promise<number> =>
    (await lagsOf(engine.log, store, ['feed.captures'], 'feed.runs')).reduce((sum, { lag }) => sum + lag, 0);
  assert.is(await total(), 5);
  await appendValues(engine, 'feed.captures', [{ value: capture('f', 1), timestamp: 0 }]);
  assert.is(await total(), 6);
  await readToEnd(place, 'reader', 'feed.captures');
  assert.is(await total(), 5);
  const ranges = await engine.log.ranges('feed.runs');
  for (const partition of [0, 1]) {
    const heard = ranges.map(
      (range) => [`~runtime/global/${range.partition}`, Buffer.from(String(range.end))] as const,
    );
    await store.commit({ partition, positions: [], writes: new Map(heard), outputs: [] });
    assert.is(await total(), partition === 0 ? 5 : 0);
  }
});

test('records that retention has deleted are not part of the lag', async (place) => {
  const { engine } = place;
  const [letter] = samplesOf('dead.letters', 1);
  if (letter === undefined) throw new Error('no sample');
  await appendValues(
    engine,
    'dead.letters',
    [1, 2, 3].map((time) => ({ value: letter, timestamp: time })),
  );
  const lag = async (): Promise<number> =>
    (await lagsOf(engine.log, engine.openStore('sink', 'data'), ['dead.letters'], null)).reduce(
      (sum, one) => sum + one.lag,
      0,
    );
  assert.is(await lag(), 3);
  await engine.log.maintain(Date.UTC(2026, 0, 1));
  assert.is(await lag(), 0);
});

test('idle once all processors have read everything, and not before', async (place) => {
  await appendValues(place.engine, 'feed.captures', [{ value: capture('f', 1), timestamp: 0 }]);
  let idle = false;
  let polls = 0;
  const { processors } = place.engine;
  const positionsOf: typeof processors.positionsOf = (name, environment) => {
    if (name === 'sink') polls += 1;
    return processors.positionsOf(name, environment);
  };
  const engine = { ...place.engine, processors: { ...processors, positionsOf } };
  const waiting = untilIdle(engine, { standstillMs: 5_000, clock: () => 0 }).then(() => {
    idle = true;
  });
  await readToEnd(place, 'ingest', 'feed.captures');
  const before = polls;
  await reached('three more polls', () => polls > before + 3);
  assert.is(idle, false);
  assert.equal(laggards(await processorStatus(place.engine)), [{ name: 'sink', lag: 1 }]);
  await readToEnd(place, 'sink', 'feed.captures');
  await waiting;
  assert.is(idle, true);
});

test.run();
