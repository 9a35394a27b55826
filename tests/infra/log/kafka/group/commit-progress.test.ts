import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeferred } from '../../../../../infra/async/async.ts';
import type { Reading } from '../../../../../infra/log/kafka/consume/delivery.ts';
import { createProgressCommitter } from '../../../../../infra/log/kafka/group/commit-progress.ts';

const reading = (next: number): Reading => ({ topic: 'changes', kafkaTopic: 'changes', partition: 0, next, end: 9 });

/** Commits, in the order in which the group accepted them. */
function openGroup(first: Promise<void> = Promise.resolve()) {
  const taken: string[] = [];
  let calls = 0;
  const begun = createDeferred();
  const commitOffsets = async (offsets: readonly { readonly offset: string }[]): Promise<void> => {
    const [{ offset } = { offset: '' }] = offsets;
    begun.resolve();
    if (calls++ === 0) await first;
    if (offset === '13') throw new Error('no');
    taken.push(offset);
  };
  return { taken, begun: begun.promise, consumer: { commitOffsets } };
}

test('an unchanged offset is committed again only after half a minute, because an older commit may have replaced it', async () => {
  const { taken, consumer } = openGroup();
  let time = 0;
  const committer = createProgressCommitter(consumer, undefined, undefined, () => time);
  const one = reading(5);
  for (const at of [0, 1_000, 29_000, 31_000, 32_000, 62_000]) {
    time = at;
    await committer.commit([one]);
  }
  assert.equal(taken, ['5', '5', '5']);
});

test('commits are serialised: a slow one cannot replace a later one', async () => {
  const gate = createDeferred();
  const { taken, begun, consumer } = openGroup(gate.promise);
  const committer = createProgressCommitter(consumer, undefined, undefined);
  const one = reading(5);
  const first = committer.commit([one]);
  await begun;
  one.next = 6;
  const second = committer.commit([one]);
  gate.resolve();
  await Promise.all([first, second]);
  assert.equal(taken, ['5', '6']);
});

test('a failed commit is repeated', async () => {
  const { taken, consumer } = openGroup();
  let next: number | null = 13;
  const committer = createProgressCommitter(
    consumer,
    () => (next === null ? null : { offset: next, metadata: 'n' }),
    undefined,
  );
  const one = reading(0);
  await committer.commit([one]);
  next = null;
  await committer.commit([one]);
  next = 14;
  await committer.commit([one]);
  assert.equal(taken, ['14']);
});

test.run();
