import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { capRounds, isolationRounds } from './isolation.ts';

test('R-60 K-11 four keys send 40 random requests each: no response shows another tenant, whose items answer 404 as unknown ones do', async () => {
  const figures = await isolationRounds({ keys: 4, operations: 40, random: Math.random });
  const { foreignRows, differing, stale, notices, events, unchanged } = figures;
  assert.equal({ foreignRows, differing, stale }, { foreignRows: 0, differing: 0, stale: 0 });
  assert.ok(notices > 0 && events > 0 && unchanged > 0, JSON.stringify(figures));
});

test('R-61 B-18 at 9 of 10 items, 40 concurrent adds: one is accepted', async () => {
  assert.equal(await capRounds(1, { limit: 10, parallel: 40 }), [[1, 39]]);
});

test.run();
