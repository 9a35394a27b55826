import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { capRounds, isolationRounds } from './isolation.ts';

test('R-60 K-11 five keys send 50 random requests each: no response shows another tenant, whose items answer 404 as unknown ones do', async () => {
  const figures = await isolationRounds({ keys: 5, operations: 50, random: Math.random });
  const { foreignRows, differing, stale, notices, events, unchanged } = figures;
  assert.equal({ foreignRows, differing, stale }, { foreignRows: 0, differing: 0, stale: 0 });
  assert.ok(notices > 0 && events > 0 && unchanged > 0, JSON.stringify(figures));
});

test('R-61 B-18 at 49 of 50 items, 200 concurrent adds: one is accepted', async () => {
  assert.equal(await capRounds(1), [[1, 199]]);
});

test.run();
