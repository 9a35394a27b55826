import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import { watchLog } from '../../../../cli/service/health/watch-log.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import type { PartitionRange } from '../../../../infra/log/log.ts';
import { startVirtualTime, type VirtualTime } from '../../../support/virtual-time.ts';

const [pollEveryMs, limitMs] = [1_000, 3_000];
let time: VirtualTime;
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

/** Watches a log whose answers the test gives one by one. */
function watched(): {
  readonly answer: (ranges: readonly PartitionRange[] | Error) => Promise<void>;
  readonly asked: () => number;
  readonly failing: () => readonly string[];
  readonly stop: () => Promise<void>;
} {
  const board = createHealthBoard();
  let asked = 0;
  let settle: (outcome: readonly PartitionRange[] | Error) => void = () => undefined;
  const ranges = (): Promise<readonly PartitionRange[]> => {
    asked += 1;
    return new Promise((resolve, reject) => {
      settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
    });
  };
  const { stop } = watchLog({ log: { ranges }, board, pollEveryMs, limitMs });
  return {
    answer: async (outcome) => {
      settle(outcome);
      await time.advance(0);
    },
    asked: () => asked,
    failing: board.failing,
    stop,
  };
}

test('brokers that answer: nothing fails', async () => {
  const { answer, failing, asked, stop } = watched();
  await answer([]);
  assert.equal(failing(), []);
  await time.advance(pollEveryMs - 1);
  assert.is(asked(), 1);
  await time.advance(1);
  assert.is(asked(), 2, 'it asks again');
  await stop();
});

test('unreachable brokers fail until they are back', async () => {
  const { answer, failing, stop } = watched();
  await answer(new RetryableError('connection refused'));
  assert.equal(failing(), ['log does not answer: connection refused']);
  await time.advance(pollEveryMs);
  await answer(new Error('something else'));
  assert.equal(failing(), ['log does not answer: something else']);
  await time.advance(pollEveryMs);
  await answer([]);
  assert.equal(failing(), []);
  await stop();
});

test('brokers that do not answer fail, get one request only, and must answer it', async () => {
  const { answer, failing, asked, stop } = watched();
  await time.advance(limitMs - 1);
  assert.equal(failing(), []);
  await time.advance(5 * (limitMs + pollEveryMs));
  assert.equal(failing(), ['log does not answer within 3000 ms']);
  assert.is(asked(), 1);
  await answer([]);
  await time.advance(pollEveryMs);
  assert.equal(failing(), []);
  await stop();
});

test('stopping does not wait for an answer and reports nothing more', async () => {
  const { failing, stop } = watched();
  // The answer never comes: a stop that waited for it would not end.
  await stop();
  assert.equal(failing(), []);
});

test.run();
