import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPollLoop } from '../../../../api/readmodel/memory/poll-loop.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { silent } from '../../../cli/harness.ts';
import { startVirtualTime } from '../../../support/virtual-time.ts';

test('a read that fails is repeated soon, also where polls are rare', async () => {
  let reads = 0;
  const time = startVirtualTime();
  const loop = createPollLoop({
    read: async () => {
      reads += 1;
      if (reads < 3) throw new RetryableError('away');
    },
    pollMs: () => 3_600_000,
    logger: silent,
    unreadable: 'not readable',
  });
  loop.begin();
  loop.wake();
  await time.advance(249);
  assert.is(reads, 1);
  await time.advance(251);
  assert.is(reads, 3);
  await loop.stop();
  time.end();
});

test.run();
