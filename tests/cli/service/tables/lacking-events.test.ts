import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lackEvents } from '../../../../cli/service/tables/lacking-events.ts';
import { encodeCheckpoint } from '../../../../pipeline/sink/checkpoints/checkpoint.ts';
import { resetForNewTables } from '../../../../pipeline/sink/checkpoints/checkpoints.ts';
import { checkpointKey } from '../../../../pipeline/sink/checkpoints/stored-checkpoint.ts';
import { openWorld, type World } from '../../../pipeline/runtime/harness.ts';

const topic = 'accounts.events';

/** Tables in this process. */
const own = (tablesId: string) => ({ tablesId, epoch: null });

/** Commits a position of the lane, with the offset below which rows were once inserted. */
function readTo({ engine }: World, next: number, reached: number): Promise<void> {
  const kept = { shown: next, tables: '', life: 'run 0', checkpoints: [], parkedUpTo: 0 };
  const writes = new Map([[checkpointKey(topic, 0), encodeCheckpoint({ ...kept, next, reached })]]);
  const store = engine.openStore('accounts-sink', 'accounts');
  return store.commit({ partition: 0, positions: [{ topic, partition: 0, next }], outputs: [], writes });
}

test('events of a process that ended before their rows were inserted are lacking, and until the lane has read them', async () => {
  const world = await openWorld(1);
  try {
    const { engine } = world;
    await resetForNewTables(engine.openStore('accounts-sink', 'accounts'), 'ours');
    const lacks = () => lackEvents(engine, own('ours'));
    assert.is(await lacks(), false, 'an empty log');
    await world.appendBytes(topic, 'key', Buffer.from('a'));
    assert.is(await lacks(), true, 'a lane that has read nothing');
    await readTo(world, 1, 1);
    assert.is(await lacks(), false);
    await world.appendBytes(topic, 'key', Buffer.from('b'));
    assert.is(await lacks(), true, 'an event after the position');
    await readTo(world, 2, 2);
    assert.is(await lacks(), false);
  } finally {
    await world.close();
  }
});

test('a position that an unclean end set back lacks nothing; other tables, and a log on Kafka, count otherwise', async () => {
  const world = await openWorld(1);
  try {
    const { engine } = world;
    await resetForNewTables(engine.openStore('accounts-sink', 'accounts'), 'ours');
    for (const value of ['a', 'b']) await world.appendBytes(topic, 'key', Buffer.from(value));
    await readTo(world, 0, 2);
    assert.is(await lackEvents(engine, own('ours')), false, 'rows that were inserted are inserted again');
    await readTo(world, 0, 1);
    assert.is(await lackEvents(engine, own('ours')), true);
    await readTo(world, 2, 2);
    assert.is(await lackEvents(engine, own('new')), true, 'positions of tables that were deleted');
    const onKafka = { ...engine, schemas: null };
    assert.is(await lackEvents(onKafka, { tablesId: 'ours', epoch: '[]' }), false, 'another process may fill a server');
    assert.is(await lackEvents(onKafka, own('ours')), true, 'no other process fills tables in this one');
  } finally {
    await world.close();
  }
});

test.run();
