import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workQueue } from '../../../infra/async/work-queue.ts';
import type { LogRecord } from '../../../infra/log/log.ts';
import { createInserts, insertsOf, type TableInsert } from '../../../pipeline/sink/inserts.ts';
import { createEncodedRows } from '../../../pipeline/sink/encode.ts';
import { rowGroupsOf } from '../../../pipeline/sink/tables.ts';
import type { TopicName } from '../../../schemas/topics.ts';

const nameOf = (table: string): string => table.replace('attestry.store_', '');

const insertsInto = (topic: TopicName): readonly TableInsert[] => {
  const record = { topic, partition: 0, offset: 0 } as unknown as LogRecord;
  const rows = createEncodedRows();
  rows.add([topic]);
  return rowGroupsOf(topic).flatMap(({ prompt, later }) =>
    insertsOf([...later, ...prompt], { rows, records: [record] }),
  );
};

/** An insert that is under way for so many turns. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

/** Tables in the order in which their inserts began, two of them at a time. */
async function orderOf(...topics: readonly TopicName[]): Promise<readonly string[]> {
  const begun: string[] = [];
  const queue = workQueue([1, 2], Number.POSITIVE_INFINITY);
  const insertAll = createInserts((table) =>
    queue.run(async () => {
      begun.push(nameOf(table));
      await turns(20);
    }),
  );
  const halted = await insertAll(topics.flatMap(insertsInto), () => assert.unreachable());
  assert.is(halted, false);
  return begun;
}

test('changes do not queue behind observations or their own history, but come after records of assets and the feed', async () => {
  const order = await orderOf('observations', 'asset.records', 'screen.matches', 'changes', 'asset.subjects');
  assert.equal([...order.slice(0, 2)].sort(), ['asset_records', 'feed_changes']);
  assert.is(order[2], 'changes');
  assert.equal([...order.slice(3)].sort(), ['asset_subjects', 'changes_history', 'observations', 'screen_matches']);
});

test('outcomes come after all that their commands did', async () => {
  const order = await orderOf('accounts.events');
  assert.is(order.at(-1), 'command_outcomes');
  assert.ok(order.length > 3);
});

test('without changes the order is that of the batch', async () => {
  assert.equal(await orderOf('observations', 'asset.records'), ['observations', 'asset_records']);
});

test('what belongs to a last table is in before it, whatever else is under way', async () => {
  const done = new Set<string>();
  const insertAll = createInserts(async (table) => {
    if (nameOf(table) === 'changes') assert.equal([...done].sort(), ['asset_records', 'feed_changes']);
    await turns(nameOf(table) === 'feed_changes' ? 200 : 20);
    done.add(nameOf(table));
  });
  await insertAll(
    ['changes', 'asset.records'].flatMap((topic) => insertsInto(topic as TopicName)),
    () => undefined,
  );
  assert.ok(done.has('changes'));
  assert.ok(done.has('changes_history'));
});

test.run();
