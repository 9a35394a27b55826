import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Environment, openEnvironment } from '../../../infra/log/environment.ts';
import { environmentSlot, offsetBytes } from '../../../infra/log/keys.ts';
import { createWake } from '../../../infra/log/wake.ts';
import { loaderArguments, moduleUrl } from '../../support/module-url.ts';
import { until } from '../../support/within.ts';

async function withEnvironments(
  body: (directory: string, environments: { data: Environment; accounts: Environment }) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-wake-'));
  const environments = {
    data: openEnvironment(join(directory, 'data'), false),
    accounts: openEnvironment(join(directory, 'accounts'), false),
  };
  try {
    await body(directory, environments);
  } finally {
    await environments.data.close();
    await environments.accounts.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

test('an announcement reaches listeners of the same environment, here and through the channel', () =>
  withEnvironments(async (directory, environments) => {
    const here = createWake(directory, environments);
    const there = createWake(directory, environments);
    const heard = { here: 0, there: 0, accounts: 0 };
    here.listen('data', () => heard.here++);
    there.listen('data', () => heard.there++);
    there.listen('accounts', () => heard.accounts++);
    // Nothing is ever appended, which is announced too, so after its first run the poll cannot wake a listener.
    await pause(150);
    const before = { ...heard };
    here.announce('data', 0);
    assert.is(heard.here, before.here + 1);
    for (let waited = 0; waited < 200 && heard.there === before.there; waited++) await pause(5);
    assert.is(heard.there, before.there + 1);
    assert.is(heard.accounts, before.accounts);
    here.close();
    there.close();
  }));

test('listeners of another directory and removed listeners are not called', () =>
  withEnvironments(async (directory, environments) => {
    const here = createWake(directory, environments);
    const elsewhere = createWake(tmpdir(), environments);
    let heard = 0;
    const leave = here.listen('data', () => heard++);
    elsewhere.listen('data', () => heard++);
    await pause(150);
    leave();
    const before = heard;
    here.announce('data', 1);
    await pause(50);
    assert.is(heard, before);
    here.close();
    elsewhere.close();
  }));

test('appends of another process are detected; announced appends wake only once', () =>
  withEnvironments(async (directory, environments) => {
    const wake = createWake(directory, environments);
    let heard = 0;
    wake.listen('data', () => heard++);
    await pause(150);
    heard = 0;
    let appends = 0;
    const append = (): Promise<void> => {
      appends += 1;
      return environments.data.transaction(() => {
        environments.data.ends.putSync({ slot: environmentSlot, offset: 0 }, offsetBytes(appends));
      });
    };
    await append();
    for (let waited = 0; waited < 400 && heard === 0; waited++) await pause(5);
    assert.is(heard, 1);
    await append();
    const before = heard;
    wake.announce('data', appends);
    // A poll may have detected the append before it was announced, but not afterwards.
    const announced = heard;
    await pause(150);
    wake.close();
    assert.equal([announced - before, heard - announced], [1, 0]);
  }));

test('an append of another process that is found with an announced one wakes once more', () =>
  withEnvironments(async (directory, environments) => {
    const wake = createWake(directory, environments);
    let heard = 0;
    wake.listen('data', () => heard++);
    await until('the poll has run', () => heard > 0, 5);
    const before = heard;
    // The announced append is the first; the second one is by a process that announces nothing here.
    await environments.data.transaction(() => {
      environments.data.ends.putSync({ slot: environmentSlot, offset: 0 }, offsetBytes(2));
    });
    wake.announce('data', 1);
    await until('the second append wakes', () => heard === before + 2, 5);
    wake.close();
  }));

/** A thread that posts `listening` and then `woken` for each wake. `listens[0]` is 1 once it listens. */
function startListener(directory: string, listens: Int32Array): Worker {
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    if (workerData.tsx !== null) (await import(workerData.tsx)).register();
    const { openEnvironment } = await import(workerData.environment);
    const { createWake } = await import(workerData.wake);
    const environments = Object.fromEntries(['data', 'accounts'].map((name) =>
      [name, openEnvironment(workerData.directory + '/' + name, false)]));
    createWake(workerData.directory, environments).listen('data', () => parentPort.postMessage('woken'));
    parentPort.postMessage('listening');
    Atomics.store(workerData.listens, 0, 1);
    Atomics.notify(workerData.listens, 0);
  `;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
    workerData: {
      ...{ directory, environment: moduleUrl('infra/log/environment.ts'), wake: moduleUrl('infra/log/wake.ts') },
      ...{ tsx: loaderArguments.length > 0 ? import.meta.resolve('tsx/esm/api') : null, listens },
    },
  });
}

const flag = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));

test('a worker is woken for an append that the main thread saw before it knew that the worker listens', () =>
  withEnvironments(async (directory, environments) => {
    const main = createWake(directory, environments);
    main.listen('data', () => undefined);
    const listens = flag();
    const worker = startListener(directory, listens);
    let woken = 0;
    worker.on('message', (message: string) => {
      if (message === 'woken') woken += 1;
    });
    await pause(1);
    // Without a turn of the event loop in between: the poll is due before the message of the worker is handled.
    Atomics.wait(listens, 0, 0);
    environments.data.transactionSync(() => {
      environments.data.ends.putSync({ slot: environmentSlot, offset: 0 }, offsetBytes(1));
    });
    await until('the worker is woken', () => woken > 0, 5);
    main.close();
    await worker.terminate();
  }));

test('the main thread polls for a worker that was started later; when it closes, the worker polls itself', () =>
  withEnvironments(async (directory, environments) => {
    const main = createWake(directory, environments);
    const worker = startListener(directory, flag());
    const messages: string[] = [];
    worker.on('message', (message: string) => void messages.push(message));
    let appends = 0;
    // Not announced, as that of another process.
    const append = async (): Promise<void> => {
      const before = messages.length;
      appends += 1;
      await environments.data.transaction(() => {
        environments.data.ends.putSync({ slot: environmentSlot, offset: 0 }, offsetBytes(appends));
      });
      await until('the worker is woken', () => messages.length > before, 5);
    };
    await until('the worker listens', () => messages.length > 0, 5);
    await append();
    await append();
    main.close();
    await pause(50);
    await append();
    await worker.terminate();
  }));

test('an append that becomes durable during close wakes no listener and is no error', () =>
  withEnvironments(async (directory, environments) => {
    const wake = createWake(directory, environments);
    wake.close();
    wake.announce('data', 1);
  }));

test.run();
