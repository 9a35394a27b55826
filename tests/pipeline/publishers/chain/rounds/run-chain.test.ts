import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { observedChains } from '../../../../../pipeline/publishers/chain/rounds/chain-table.ts';
import type { RoundDeps } from '../../../../../pipeline/publishers/chain/rounds/round.ts';
import { createDueCounter } from '../../../../../pipeline/publishers/chain/rounds/run-chain.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** What is due in each step of a day. */
function dueOf(chain: string, count: number): readonly number[] {
  const observed = observedChains.get(chain);
  const due = createDueCounter({ sweepMs: day, round: { observed } as RoundDeps });
  return Array.from({ length: 24 * 60 }, (_, step) => due(count, step * minute));
}

for (const [chain, count, slices] of [
  ['ethereum', 100_000, 530],
  ['ethereum', 10, 24],
  ['solana', 100_000, 107],
] as const) {
  test(`a day reads all of ${count} assets of ${chain}, in slices that share requests`, () => {
    const taken = dueOf(chain, count).filter((due) => due > 0);
    const sum = taken.reduce((all, one) => all + one, 0);
    // In 22 hours, so that none is overdue while its slice waits.
    assert.ok(sum >= count && sum <= (count * 24) / 22, String(sum));
    assert.ok(taken.length <= slices, String(taken.length));
    assert.ok(Math.max(...taken) <= (count * 2) / taken.length);
  });
}

test.run();
