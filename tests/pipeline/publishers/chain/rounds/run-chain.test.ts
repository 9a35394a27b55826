import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { observedChains } from '../../../../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import type { RoundDeps } from '../../../../../pipeline/publishers/chain/rounds/round.ts';
import { createDueCounter } from '../../../../../pipeline/publishers/chain/rounds/run-chain.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** What is due in each step of two days. */
function dueOf(chain: string, count: number) {
  const observed = observedChains.get(chain);
  if (observed === undefined) throw new Error(chain);
  const { stepMs, family } = observed;
  const due = createDueCounter({ sweepMs: day, round: { observed } as RoundDeps });
  const taken = Array.from({ length: (2 * day) / stepMs }, (_, step) => due.take(count, step * stepMs));
  return { taken, batch: family.sweepBatch, stepsOfDay: day / stepMs, stepsOfHour: hour / stepMs };
}

/** The fewest that are taken in so many steps one after the other. */
function fewestIn(taken: readonly number[], steps: number): number {
  let sum = taken.slice(0, steps).reduce((all, one) => all + one, 0);
  let fewest = sum;
  for (const [at, one] of taken.slice(steps).entries()) {
    sum += one - (taken[at] ?? 0);
    fewest = Math.min(fewest, sum);
  }
  return fewest;
}

const counts = fc.oneof(fc.integer({ min: 1, max: 6_000 }), fc.integer({ min: 1, max: 500_000 }));

test('every asset is read within its day, in slices of whole batches or of what an hour brings', () => {
  fc.assert(
    fc.property(fc.constantFrom('ethereum', 'avalanche', 'sepolia', 'solana'), counts, (chain, count) => {
      const { taken, batch, stepsOfDay, stepsOfHour } = dueOf(chain, count);
      assert.ok(fewestIn(taken, stepsOfDay) >= count, 'a day does not read all');
      const aStep = count / (stepsOfDay * (22 / 24));
      let waited = 0;
      for (const due of taken) {
        waited += 1;
        assert.ok(due <= batch + aStep, `${due} in one step`);
        assert.ok(due % batch === 0 || (due < batch && waited >= stepsOfHour), `${due} after ${waited} steps`);
        if (due > 0) waited = 0;
      }
    }),
    { numRuns: 40 },
  );
});

for (const [chain, count, slices] of [
  ['ethereum', 100_000, 546],
  ['ethereum', 10, 11],
  ['solana', 100_000, 109],
] as const) {
  test(`a day reads ${count} assets of ${chain} in at most ${slices} slices`, () => {
    const { taken, stepsOfDay } = dueOf(chain, count);
    const ofDay = taken.slice(0, stepsOfDay).filter((due) => due > 0);
    assert.ok(ofDay.length <= slices, String(ofDay.length));
  });
}

test('a clock that is set back delays no slice by more than a step', () => {
  const observed = observedChains.get('ethereum');
  if (observed === undefined) throw new Error('ethereum');
  const { stepMs } = observed;
  const due = createDueCounter({ sweepMs: day, round: { observed } as RoundDeps });
  const takeAt = (step: number, setBackMs: number): number => due.take(1_000, step * stepMs - setBackMs);
  const taken = Array.from({ length: day / stepMs + 1 }, (_, step) => takeAt(step, step < 100 ? 0 : day / 2));
  assert.ok(taken.reduce((all, one) => all + one, 0) >= 1_000);
});

test('assets that were due and were not read are due in the next step, and do not wait for another hour', () => {
  const observed = observedChains.get('ethereum');
  if (observed === undefined) throw new Error('no chain');
  const { stepMs } = observed;
  const few = createDueCounter({ sweepMs: day, round: { observed } as RoundDeps });
  const ofFew = Array.from({ length: hour / stepMs }, (_, step) => few.take(50, step * stepMs));
  assert.equal([ofFew.at(-1), ofFew.slice(0, -1).some((due) => due > 0)], [2, false]);
  few.giveBack(2);
  assert.is(few.take(50, hour), 2, 'the round failed');
  assert.is(few.take(50, hour + stepMs), 0, 'it did not');
  const many = createDueCounter({ sweepMs: day, round: { observed } as RoundDeps });
  assert.is(many.take(1_000_000, 0), 600);
  assert.is(many.take(1_000_000, hour), 45_600);
  many.giveBack(44_600);
  assert.is(many.take(1_000_000, hour), 44_600);
});

test.run();
