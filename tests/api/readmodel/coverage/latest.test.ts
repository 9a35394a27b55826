/** How often the coverage of the installation is read: its cost grows with the registry, and status is asked for often. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCoverageReader } from '../../../../api/readmodel/coverage/reader.ts';
import { testCoverageSources } from '../../harness.ts';

/** A reader over tables without rows, whose reading takes so long. */
function readerOf(takesMs: number) {
  const time = { now: 1_000_000, readings: 0 };
  const reader = createCoverageReader({
    clock: () => time.now,
    coverageSources: testCoverageSources,
    registry: {
      all: () => {
        time.readings += 1;
        time.now += takesMs;
        return [];
      },
      byId: () => null,
    },
    tables: { query: async () => [] },
    versions: null,
  });
  const readingsAfter = async (ms: number): Promise<number> => {
    time.now += ms;
    await reader.latest();
    return time.readings;
  };
  return { time, readingsAfter };
}

test('a cheap reading is repeated after half a minute', async () => {
  const { readingsAfter } = readerOf(10);
  assert.is(await readingsAfter(0), 1);
  assert.is(await readingsAfter(30_000), 1);
  assert.is(await readingsAfter(1), 2);
});

test('a reading of six seconds is repeated after two minutes: it takes a twentieth of the time at most', async () => {
  const { readingsAfter } = readerOf(6_000);
  assert.is(await readingsAfter(0), 1);
  assert.is(await readingsAfter(120_000), 1);
  assert.is(await readingsAfter(1), 2);
});

test('a clock that was set does not stop readings: the wait is ten minutes at most, and none behind a time ahead', async () => {
  const { time, readingsAfter } = readerOf(86_400_000);
  assert.is(await readingsAfter(0), 1);
  assert.is(await readingsAfter(600_001), 2);
  time.now -= 864_000_000;
  assert.is(await readingsAfter(0), 3);
});

test.run();
