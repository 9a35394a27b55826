import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../../cli/log/append.ts';
import type { Engine } from '../../../../cli/engine/open-engine.ts';
import { lastRuns } from '../../../../cli/feeds/feed-runs.ts';
import { createLatestRuns, type LatestRuns } from '../../../../cli/service/health/latest-runs.ts';
import type { FeedRun } from '../../../../schemas/generated/records.ts';
import { run } from '../../../pipeline/runtime/harness.ts';
import { openWorkplace, type Workplace } from '../../harness.ts';

const test = suite<Workplace>('latest runs');
test.before.each(async (context) => {
  Object.assign(context, await openWorkplace());
});
test.after.each(({ close }) => close());

const append = (engine: Engine, runs: readonly FeedRun[]) =>
  appendValues(
    engine,
    'feed.runs',
    runs.map((value) => ({ value, timestamp: 0 })),
  );

const rejected = (one: FeedRun): FeedRun => ({ ...one, status: 'rejected' });

/** Feed to the capture of its last run, and of its last run that was not rejected. */
const shown = ({ last, good }: LatestRuns): Readonly<Record<string, readonly (string | undefined)[]>> =>
  Object.fromEntries([...last].map(([feed, { captureId }]) => [feed, [captureId, good.get(feed)?.captureId]]));

/** The engine, counting the records it decodes. */
function counting(engine: Engine): { readonly engine: Engine; readonly decoded: () => number } {
  let decoded = 0;
  const codec: Engine['codec'] = {
    ...engine.codec,
    decode: (topic, bytes) => {
      decoded += 1;
      return engine.codec.decode(topic, bytes);
    },
  };
  return { engine: { ...engine, codec }, decoded: () => decoded };
}

test('no run yet; then the last one of every feed, and the last that was not rejected', async ({ engine }) => {
  const latest = createLatestRuns(engine);
  assert.equal(shown(await latest()), {});
  await append(engine, [run('1', 'a', 1), rejected(run('2', 'b', 1)), rejected(run('3', 'a', 1))]);
  assert.equal(shown(await latest()), { a: ['3', '1'], b: ['2', undefined] });
  await append(engine, [run('4', 'b', 1), run('5', 'a', 1)]);
  assert.equal(shown(await latest()), { a: ['5', '5'], b: ['4', '4'] });
});

test('runs of chains are in no list and no age of feeds', async ({ engine }) => {
  await append(engine, [run('1', 'chain-ethereum', 1), run('2', 'a', 1)]);
  assert.equal(shown(await createLatestRuns(engine)()), { a: ['2', '2'] });
  assert.equal(
    (await lastRuns(engine)).map(({ feed }) => feed),
    ['a'],
  );
});

test('every record is decoded once, however many calls there are, also concurrent ones', async ({ engine }) => {
  const counted = counting(engine);
  const latest = createLatestRuns(counted.engine);
  const feeds = Array.from({ length: 7 }, (_, index) => `f${index}`);
  await append(
    engine,
    feeds.flatMap((feed) => [run(`${feed}-1`, feed, 1), run(`${feed}-2`, feed, 1)]),
  );
  await Promise.all([latest(), latest(), latest()]);
  assert.is(counted.decoded(), 14);
  await append(engine, [run('new', 'f3', 1)]);
  assert.is((await latest()).last.get('f3')?.captureId, 'new');
  assert.is((await latest()).last.size, 7);
  assert.is(counted.decoded(), 15);
});

test('an undecodable record is skipped; an error is thrown, and the next call skips nothing', async ({ engine }) => {
  await engine.log.append([{ topic: 'feed.runs', key: 'a', value: Buffer.from('no frame'), timestamp: 0 }]);
  await append(engine, [run('1', 'a', 1)]);
  let away = true;
  const codec: Engine['codec'] = {
    ...engine.codec,
    prepare: async (values) => {
      if (away) throw new Error('the registry is away');
      await engine.codec.prepare(values);
    },
  };
  const latest = createLatestRuns({ ...engine, codec });
  const failure = await latest().catch((error: unknown) => String(error));
  assert.is(failure, 'Error: the registry is away');
  away = false;
  assert.equal(shown(await latest()), { a: ['1', '1'] });
});

test.run();
