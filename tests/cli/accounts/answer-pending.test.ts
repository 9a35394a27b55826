/** How long a command waits for its outcome: a busy machine is no reason to report that no processor runs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerPending } from '../../../cli/accounts/answer-pending.ts';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import { NoAnswer } from '../../../cli/log/await-record.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { messageOf } from '../harness.ts';

const commands = [
  { topic: 'accounts.commands', partition: 0, offset: 4 },
  { topic: 'accounts.commands', partition: 1, offset: 7 },
] as const;

/** A processor that has read up to these offsets. */
function pendingOf(read: readonly number[], isRunning: () => Promise<boolean>): () => Promise<boolean> {
  const positionsOf = async () => ({ position: (_: string, partition: number) => read[partition] ?? null });
  return answerPending({ processors: { positionsOf, isRunning } } as unknown as Engine, commands);
}

const runs = async (): Promise<boolean> => true;

test('while a process runs the processor, five minutes are waited', async () => {
  const isPending = pendingOf([5, 7], runs);
  for (let waits = 1; waits < 30; waits += 1) assert.is(await isPending(), true);
  const failure = isPending();
  assert.match(await messageOf(failure), /^no answer on accounts.events within 5 minutes, although a process runs/);
  await failure.catch((error: unknown) => assert.instance(error, NoAnswer));
});

test('without a process, the first wait is the last', async () => {
  assert.is(await pendingOf([5, 7], async () => false)(), false);
  assert.is(await pendingOf([], async () => false)(), false);
});

test('a service that is too busy to answer runs', async () => {
  assert.is(await pendingOf([5, 7], () => Promise.reject(new RetryableError('no answer')))(), true);
});

test('once all commands are read, one more wait is for outcomes on their way', async () => {
  const isPending = pendingOf([5, 8], async () => false);
  assert.is(await isPending(), true);
  assert.match(await messageOf(isPending()), /could not process the command; attestry dead-letters list shows why$/);
});

test.run();
