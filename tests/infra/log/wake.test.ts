import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openBell } from '../../../infra/log/bell.ts';
import type { Environment } from '../../../infra/log/lmdb/environment.ts';
import { environmentSlot, offsetBytes } from '../../../infra/log/lmdb/keys.ts';
import { createWake } from '../../../infra/log/wake.ts';
import { reached } from '../../support/reached.ts';
import { startVirtualTime, type VirtualTime } from '../../support/virtual-time.ts';
import { listenerCounts, startListener, withEnvironments } from './wake-listener.ts';

/** Intervals of the poll for appends of other processes, beside the bell and without one, milliseconds. */
const pollMs = 250;
const pollWithoutBellMs = 10;

async function withTime(body: (time: VirtualTime) => Promise<void>): Promise<void> {
  const time = startVirtualTime();
  // Timers do not keep the process alive now, nor do messages and bells.
  const { port1 } = new MessageChannel();
  port1.onmessage = () => undefined;
  try {
    await body(time);
  } finally {
    port1.close();
    time.end();
  }
}

/** An append that is not announced, as that of another process. */
const appendTo = (environment: Environment, appends: number): Promise<unknown> =>
  environment.transaction(() => {
    environment.ends.putSync({ slot: environmentSlot, offset: 0 }, offsetBytes(appends));
  });

test('an announcement reaches listeners of the same environment, here and through the channel', () =>
  withTime((time) =>
    withEnvironments(async (directory, environments) => {
      const here = createWake(directory, environments);
      const there = createWake(directory, environments);
      const woken = { here: 0, there: 0, accounts: 0 };
      here.listen('data', () => woken.here++);
      there.listen('data', () => woken.there++);
      there.listen('accounts', () => woken.accounts++);
      await time.advance(pollMs);
      const before = { ...woken };
      await appendTo(environments.data, 1);
      here.announce('data', 1);
      assert.is(woken.here, before.here + 1);
      await reached('the message', () => woken.there === before.there + 1);
      await time.advance(10 * pollMs);
      assert.equal(woken, { here: before.here + 1, there: before.there + 1, accounts: before.accounts });
      here.close();
      there.close();
    }),
  ));

test('listeners of another directory and removed listeners are not called', () =>
  withTime((time) =>
    withEnvironments(async (directory, environments) => {
      const here = createWake(directory, environments);
      const there = createWake(directory, environments);
      const folder = mkdtempSync(join(directory, 'elsewhere-'));
      const elsewhere = createWake(folder, environments);
      const woken = { here: 0, there: 0, elsewhere: 0 };
      const leave = here.listen('data', () => woken.here++);
      there.listen('data', () => woken.there++);
      elsewhere.listen('data', () => woken.elsewhere++);
      await time.advance(pollMs);
      leave();
      const before = { ...woken };
      await appendTo(environments.data, 1);
      here.announce('data', 1);
      await reached('the message', () => woken.there > before.there);
      assert.equal([woken.here, woken.elsewhere], [before.here, before.elsewhere]);
      for (const wake of [here, there, elsewhere]) wake.close();
    }),
  ));

test('appends of another process are detected; announced appends wake only once', () =>
  withTime((time) =>
    withEnvironments(async (directory, environments) => {
      const wake = createWake(directory, environments);
      let woken = 0;
      wake.listen('data', () => woken++);
      await time.advance(pollMs);
      woken = 0;
      await appendTo(environments.data, 1);
      await time.advance(pollMs);
      assert.is(woken, 1);
      await appendTo(environments.data, 2);
      wake.announce('data', 2);
      assert.is(woken, 2);
      await time.advance(10 * pollMs);
      assert.is(woken, 2);
      wake.close();
    }),
  ));

test('the bell of another process wakes without the poll', () =>
  withTime(() =>
    withEnvironments(async (directory, environments) => {
      const wake = createWake(directory, environments);
      let woken = 0;
      wake.listen('data', () => woken++);
      await appendTo(environments.data, 1);
      const other = openBell(directory, false);
      other.ring();
      await reached('the bell', () => woken === 1);
      other.close();
      wake.close();
    }),
  ));

test('where the bell has no file, the poll is as frequent as without a bell', () =>
  withTime((time) =>
    withEnvironments(async (directory, environments) => {
      const wake = createWake(directory, { ...environments, data: { ...environments.data, readOnly: true } });
      let woken = 0;
      wake.listen('data', () => woken++);
      await time.advance(pollWithoutBellMs);
      assert.is(woken, 1);
      await appendTo(environments.data, 1);
      await time.advance(pollWithoutBellMs);
      assert.is(woken, 2);
      assert.not.ok(existsSync(join(directory, 'bell')));
      wake.close();
    }),
  ));

test('an append of another process that is found with an announced one wakes once more', () =>
  withTime((time) =>
    withEnvironments(async (directory, environments) => {
      const wake = createWake(directory, environments);
      let woken = 0;
      wake.listen('data', () => woken++);
      await time.advance(pollMs);
      woken = 0;
      // The announced append is the first; the second one is by a process that announces nothing here.
      await appendTo(environments.data, 2);
      wake.announce('data', 1);
      assert.is(woken, 1);
      await time.advance(pollMs);
      assert.is(woken, 2);
      wake.close();
    }),
  ));

test('the main thread polls for a worker that was started later; when it closes, the worker polls itself', () =>
  withEnvironments(async (directory, environments) => {
    const main = createWake(directory, environments);
    const worker = startListener(directory);
    const bell = openBell(directory, false);
    const messages: string[] = [];
    worker.on('message', (message: string) => void messages.push(message));
    let appends = 0;
    const append = async (): Promise<void> => {
      const before = messages.length;
      appends += 1;
      await appendTo(environments.data, appends);
      bell.ring();
      await reached('the worker is woken', () => messages.length > before);
    };
    await reached('the worker listens', () => messages.length > 0);
    await append();
    await append();
    main.close();
    await append();
    bell.close();
    await worker.terminate();
  }));

test('a worker hears the bell while the main thread, which polls for it, is busy', () =>
  withEnvironments(async (directory, environments) => {
    const listens = listenerCounts();
    const main = createWake(directory, environments);
    const worker = startListener(directory, listens);
    const bell = openBell(directory, false);
    await appendTo(environments.data, 1);
    bell.ring();
    await reached('the worker is woken', () => Atomics.load(listens, 1) > 0);
    const before = Atomics.load(listens, 1);
    await appendTo(environments.data, 2);
    bell.ring();
    // Without a turn of the event loop in between.
    while (Atomics.load(listens, 1) === before);
    assert.is(Atomics.load(listens, 1), before + 1);
    await worker.terminate();
    bell.close();
    main.close();
  }));

test('an append that becomes durable during close wakes no listener and is no error', () =>
  withEnvironments(async (directory, environments) => {
    const wake = createWake(directory, environments);
    wake.close();
    wake.announce('data', 1);
  }));

test.run();
