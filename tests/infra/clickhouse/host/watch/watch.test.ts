import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultHostLimits, defaultTablesMemoryBytes } from '../../../../../infra/clickhouse/host/watch/limits.ts';
import type { RunningQuery } from '../../../../../infra/clickhouse/host/wire/messages.ts';
import { createWatch, type WatchAction } from '../../../../../infra/clickhouse/host/watch/watch.ts';

const limits = defaultHostLimits(1_000);
const api: RunningQuery = { request: 7, lane: 'api' };

/** Ticks each 250 ms, and answers each pulse with these queries unless there is no answer. */
function ticking(answer: () => readonly RunningQuery[] | null) {
  const watch = createWatch(limits);
  let now = 0;
  return (ms: number, stepMs = limits.tickMs): readonly WatchAction[] => {
    const seen: WatchAction[] = [];
    for (const end = now + ms; now < end; ) {
      now += stepMs;
      for (const action of watch.tick(now, 500)) {
        const running = answer();
        if (action.do !== 'pulse') seen.push(action);
        else if (running !== null) watch.answered({ damage: 0, running, residentBytes: 500 });
      }
    }
    return seen;
  };
}

test('a host that answers each pulse is left alone', () => {
  assert.equal(ticking(() => [])(600_000), []);
});

test('a host that does not answer for 5 s is killed', () => {
  let running: readonly RunningQuery[] | null = [];
  const run = ticking(() => running);
  assert.equal(run(10_000), []);
  running = null;
  assert.equal(run(5_000), []);
  assert.equal(run(1_250)[0], { do: 'kill', reason: 'pulse' });
});

test('time in which this process or the machine was suspended does not count', () => {
  const run = ticking(() => null);
  run(2_000);
  assert.equal(run(3_600_000, 600_000), []);
});

test('on a machine so busy that every tick comes late, a host that does not answer is killed all the same', () => {
  const run = ticking(() => null);
  assert.equal(run(30_000, 1_000).at(-1), { do: 'kill', reason: 'pulse' });
});

test('the queries of analysts are left to their turns', () => {
  const run = ticking(() => [{ request: 7, lane: 'analyst' }]);
  assert.equal(run(600_000), []);
});

test('a query of the API is cancelled after 8 s, and its host is killed when it runs on for 10 s', () => {
  const run = ticking(() => [api]);
  assert.equal(run(9_000), []);
  assert.equal(run(500), [{ do: 'cancel', query: api }]);
  assert.equal(run(9_500), []);
  assert.equal(run(500)[0], { do: 'kill', reason: 'time' });
});

test('a query that ended, or one of another request, begins from zero', () => {
  let request = 0;
  const run = ticking(() => [{ request: (request += 1), lane: 'api' }]);
  assert.equal(run(60_000), []);
});

test('a host above its memory is killed at once, also between late ticks', () => {
  const watch = createWatch(limits);
  assert.equal(watch.tick(250, 1_001), [{ do: 'kill', reason: 'memory' }]);
  assert.equal(watch.tick(60_000, 1_001), [{ do: 'kill', reason: 'memory' }]);
});

test('where the system does not show the resident size, that of the pulse counts', () => {
  const watch = createWatch(limits);
  assert.equal(watch.tick(250, null), []);
  watch.answered({ running: [], damage: 0, residentBytes: 1_001 });
  assert.equal(watch.tick(500, null), [{ do: 'kill', reason: 'memory' }]);
});

test('the default limit of memory is 2,500 MiB, or 40 % of a large machine', () => {
  const gibibyte = 1024 ** 3;
  assert.is(defaultTablesMemoryBytes(4 * gibibyte), 2_500 * 1024 ** 2);
  assert.is(defaultTablesMemoryBytes(100 * gibibyte), 40 * gibibyte);
});

test.run();
