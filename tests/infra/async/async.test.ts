import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { backOffMs, createDeferred, pause, withTimeout } from '../../../infra/async/async.ts';
import { withVirtualTime } from '../../support/virtual-time.ts';

const long = 60_000;

async function connectedSockets(): Promise<readonly [Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const reader = connect(address.port, '127.0.0.1');
  const [writer] = await accepted;
  server.close();
  return [reader, writer];
}

test('a timeout whose callback throws rejects, and a later rejection of the work is ignored', async () => {
  const work = createDeferred<string>();
  const late = (): never => {
    throw new Error('too late');
  };
  await withVirtualTime(async (time) => {
    const error = withTimeout(work.promise, long, late).catch((reason: unknown) => reason);
    await time.advance(long);
    assert.is(((await error) as Error).message, 'too late');
    work.reject(new Error('ignored'));
    await time.advance(1);
  });
});

test('B-18 an answer that arrived while the process stalled is not too late', async () => {
  const [reader, writer] = await connectedSockets();
  try {
    await withVirtualTime(async (time) => {
      const heard = once(reader, 'data').then(([chunk]) => String(chunk));
      const result = withTimeout(heard, long, () => 'expired');
      await time.stall(long, () => void writer.write('answer'));
      assert.is(await result, 'answer');
    });
  } finally {
    reader.destroy();
    writer.destroy();
  }
});

test('an aborted signal expires a timeout at once, before and during the wait', async () => {
  const never = createDeferred<string>().promise;
  const controller = new AbortController();
  const waiting = withTimeout(never, long, () => 'expired', controller.signal);
  controller.abort();
  assert.is(await waiting, 'expired');
  assert.is(await withTimeout(never, long, () => 'expired', controller.signal), 'expired');
});

test('work in time gives its result or its error', async () => {
  assert.is(await withTimeout(Promise.resolve('done'), long, () => 'expired'), 'done');
  const failed = withTimeout(Promise.reject(new Error('broken')), long, () => 'expired');
  assert.is(((await failed.catch((reason: unknown) => reason)) as Error).message, 'broken');
});

test('a pause ends after its time, or when its signal aborts', async () => {
  await withVirtualTime(async (time) => {
    let isOver = false;
    const pausing = pause(5).then(() => (isOver = true));
    await time.advance(4);
    assert.is(isOver, false);
    await time.advance(1);
    await pausing;
  });
  const controller = new AbortController();
  const pausing = pause(long, controller.signal);
  controller.abort();
  await pausing;
  await pause(long, controller.signal);
});

test('back-off doubles up to its limit; half of it is jitter', () => {
  const delays = (random: () => number): readonly number[] =>
    [1, 2, 3, 4, 100].map((failures) => backOffMs({ firstRetryMs: 100, longestRetryMs: 500 }, failures, random));
  assert.equal(
    delays(() => 0),
    [50, 100, 200, 250, 250],
  );
  assert.equal(
    delays(() => 1),
    [100, 200, 400, 500, 500],
  );
});

test('a deferred promise settles by its functions', async () => {
  const deferred = createDeferred<number>();
  deferred.resolve(7);
  assert.is(await deferred.promise, 7);
});

test.run();
