import { MessageChannel } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createInsertClient } from '../../../../cli/service/workers/insert-client.ts';
import type { FromWorker, ToWorker } from '../../../../cli/service/workers/messages.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { reached } from '../../../support/reached.ts';

type Insert = Extract<FromWorker, { readonly type: 'insert' }>;

/** A client whose inserts arrive at the other end of a real message channel, where `answer` decides their result. */
function connected(answer: (insert: Insert) => ToWorker | null) {
  const { port1: worker, port2: main } = new MessageChannel();
  const client = createInsertClient(worker, 'sink');
  const received: Insert[] = [];
  worker.on('message', (message: ToWorker) => client.onMessage(message));
  main.on('message', (insert: Insert) => {
    received.push(insert);
    const reply = answer(insert);
    if (reply !== null) main.postMessage(reply);
  });
  return { client, received, main, close: () => worker.close() };
}

const outcome = (promise: Promise<void>): Promise<unknown> =>
  promise.then(
    () => 'inserted',
    (error: unknown) => error,
  );

test('the class of an error survives the thread boundary', async () => {
  const { client, close } = connected(({ id, table }) => ({
    type: 'inserted',
    id,
    error: table === 'fine' ? null : { retryable: table === 'busy', message: `${table} refused` },
  }));
  const [fine, busy, broken] = await Promise.all(
    ['fine', 'busy', 'broken'].map((table) => outcome(client.insert(table, ['a'], Buffer.from('[1]\n')))),
  );
  assert.is(fine, 'inserted');
  assert.instance(busy, RetryableError);
  assert.is((busy as Error).message, 'busy refused');
  assert.instance(broken, Error);
  assert.not.instance(broken, RetryableError);
  close();
});

test('the bytes arrive whole, and the body may be sent again afterwards', async () => {
  const { client, received, close } = connected(({ id }) => ({ type: 'inserted', id, error: null }));
  // A view into a larger buffer, as the encoder makes them.
  const body = Buffer.alloc(64, 'x').subarray(10, 20);
  await client.insert('t', ['a', 'b'], body);
  await client.insert('t', ['a', 'b'], body);
  assert.is(body.toString(), 'x'.repeat(10), 'what was handed over is still there');
  for (const { body: bytes, columns, lane } of received) {
    assert.equal([lane, columns], ['sink', ['a', 'b']]);
    assert.is(
      Buffer.from(bytes.buffer).toString(),
      'x'.repeat(10),
      'the transferred buffer holds the body and no more',
    );
  }
  close();
});

test('answers match their insert in any order; an answer without a waiting insert is ignored', async () => {
  const asked: Insert[] = [];
  const { client, main, close } = connected((insert) => {
    asked.push(insert);
    return null;
  });
  const first = outcome(client.insert('first', [], Buffer.alloc(1)));
  const second = outcome(client.insert('second', [], Buffer.alloc(1)));
  await reached('both inserts', () => asked.length >= 2);
  const answer = (index: number, error: string | null): void =>
    main.postMessage({
      type: 'inserted',
      id: asked[index]?.id ?? -1,
      error: error === null ? null : { retryable: false, message: error },
    } satisfies ToWorker);
  main.postMessage({ type: 'inserted', id: 999, error: null } satisfies ToWorker);
  answer(1, 'second failed');
  answer(0, null);
  assert.is(await first, 'inserted');
  assert.is(((await second) as Error).message, 'second failed');
  close();
});

test.run();
