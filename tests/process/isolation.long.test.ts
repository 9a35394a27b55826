// rule: R-60 R-61 K-11 B-18, also tests/process/isolation.test.ts, sim accounts/watch-limit
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elapsedMs } from '../support/real-time.ts';
import { capRounds, isolationRounds } from './isolation.ts';

test('R-60 K-11 fifty keys send 2,000 random requests each: no response shows another tenant, in bytes or in latency', async () => {
  const load = { keys: 50, operations: 2_000, repeatsRefused: true };
  const figures = await isolationRounds({ ...load, random: Math.random, clock: elapsedMs });
  console.log('R-60', figures);
  const { foreignRows, differing, stale, notices, events, unchanged, foreignMs, unknownMs } = figures;
  assert.equal({ foreignRows, differing, stale }, { foreignRows: 0, differing: 0, stale: 0 });
  assert.ok(notices > 0 && events > 0 && unchanged > 0);
  assert.ok(Math.abs(foreignMs / unknownMs - 1) < 0.1, 'the medians of both answers lie within 10 %');
});

test('R-61 B-18 at 49 of 50 items, 200 concurrent adds: one is accepted, in each of twenty rounds', async () => {
  assert.equal(
    await capRounds(20, { limit: 50, parallel: 200 }),
    Array.from({ length: 20 }, () => [1, 199]),
  );
});

test.run();
