import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRestarts } from '../../../../../infra/clickhouse/host/watch/restarts.ts';

const times = (count: number, openMs: number | null, restarts = createRestarts(30_000)): readonly number[] =>
  Array.from({ length: count }, () => restarts.ended(openMs));

test('ten hosts in a row are followed by the next one at once, later ones after longer and longer pauses', () => {
  assert.equal(times(10, 500), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  assert.equal(times(20, 500).slice(10), [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
});

test('a host that is open for six seconds makes up for one that ended, one that is open for a minute for all', () => {
  const restarts = createRestarts(30_000);
  times(12, 500, restarts);
  assert.is(restarts.ended(6_000), 1_000);
  assert.is(restarts.ended(18_000), 0);
  assert.ok(times(100, 6_000).every((pauseMs) => pauseMs === 0));
  times(5, 500, restarts);
  restarts.ended(600_000);
  assert.equal(times(9, 500, restarts), [0, 0, 0, 0, 0, 0, 0, 0, 0]);
  assert.is(restarts.ended(500), 500);
});

test('a host that cannot be opened is tried again at once, then after longer and longer pauses, until one is open', () => {
  const restarts = createRestarts(1_000);
  assert.equal(times(9, null, restarts), [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  assert.is(restarts.ended(500), 0);
  assert.is(restarts.ended(null), 0);
});

test('the longest pause after hosts that were open is a limit', () => {
  assert.equal(times(14, 0, createRestarts(1_000)).slice(10), [500, 1_000, 1_000, 1_000]);
});

test.run();
