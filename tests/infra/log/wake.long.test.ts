// rule: a thread is woken for appends that the main thread saw before it knew that the thread listens, also sim wake/every-reader-is-woken
import { test } from 'uvu';
import { environmentSlot, offsetBytes } from '../../../infra/log/lmdb/keys.ts';
import { createWake } from '../../../infra/log/wake.ts';
import { reached } from '../../support/reached.ts';
import { pause } from '../../support/real-time.ts';
import { listenerCounts, startListener, withEnvironments } from './wake-listener.ts';

test('a worker is woken for an append that the main thread saw before it knew that the worker listens', () =>
  withEnvironments(async (directory, environments) => {
    const main = createWake(directory, environments);
    main.listen('data', () => undefined);
    const listens = listenerCounts();
    const worker = startListener(directory, listens);
    let woken = 0;
    worker.on('message', (message: string) => {
      if (message === 'woken') woken += 1;
    });
    await pause(1);
    // Without a turn of the event loop in between: the poll is due before the message of the worker is handled.
    while (Atomics.load(listens, 0) === 0);
    environments.data.transactionSync(() => {
      environments.data.ends.putSync({ slot: environmentSlot, offset: 0 }, offsetBytes(1));
    });
    await reached('the worker is woken', () => woken > 0);
    main.close();
    await worker.terminate();
  }));

test.run();
