import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pause, withTimeout } from '../../infra/async/async.ts';
import { startVirtualTime } from './virtual-time.ts';

test('virtual time moves timers and dates, in order, and not before', async () => {
  const time = startVirtualTime(1_000);
  const order: string[] = [];
  const loop = async (): Promise<void> => {
    for (const round of [1, 2, 3]) {
      await pause(1_000);
      order.push(`${round} at ${time.now()}`);
    }
  };
  const done = loop();
  const limited = withTimeout(new Promise<string>(() => undefined), 2_500, () => `the limit, at ${time.now()}`);
  await time.advance(999);
  assert.equal(order, []);
  await time.advance(1);
  assert.equal(order, ['1 at 2000']);
  await time.advance(2_000);
  assert.equal(order, ['1 at 2000', '2 at 3000', '3 at 4000']);
  assert.is(await limited, 'the limit, at 3500');
  await done;
  assert.is(time.timers(), 0);
  time.end();
});

test.run();
