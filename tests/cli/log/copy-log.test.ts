import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { placesOf, translateValue, type Translation } from '../../../cli/log/copy-log.ts';
import type { LogRecord } from '../../../infra/log/log.ts';
import { globalOffsetKey } from '../../../pipeline/runtime/partitions/global-offsets.ts';
import { openVersioned } from '../../../pipeline/runtime/partitions/versions.ts';
import { deadLetter } from '../../../pipeline/runtime/parking.ts';
import { schemaIdOf } from '../../../schemas/framed-value.ts';
import { openWorld, type World } from '../../pipeline/runtime/harness.ts';

const test = suite<{ world: World }>('what is copied to another log');
test.before.each(async (context) => {
  context.world = await openWorld(2);
});
test.after.each(({ world }) => world.close());

const processor = { name: 'screen', input: 'sanctions.entries', global: 'asset.subjects' } as const;

test('a processor whose state is being rebuilt continues where it was before', async ({ world }) => {
  const store = world.engine.openStore('screen', 'data');
  await store.reset(1);
  const heard = new Map([
    [globalOffsetKey(0), Buffer.from('40')],
    [globalOffsetKey(1), Buffer.from('41')],
  ]);
  const positions = [{ topic: processor.input, partition: 1, next: 7 }];
  await store.commit({ partition: 1, writes: heard, positions, outputs: [] });
  const outputOf = () =>
    placesOf(world.engine)
      .get('screen')
      ?.map(({ partition, next, note }) => [partition, next, note]);
  assert.equal(outputOf(), [
    [0, 0, '0,0'],
    [1, 7, '40,41'],
  ]);

  const { store: anew } = await openVersioned(world.deps, { ...processor, stateVersion: 2 });
  assert.equal(outputOf(), [
    [0, 0, '0,0'],
    [1, 7, '40,41'],
  ]);
  const further = [{ topic: processor.input, partition: 1, next: 9 }];
  const writes = new Map([[globalOffsetKey(0), Buffer.from('50')]]);
  await anew.commit({ partition: 1, writes, positions: further, outputs: [] });
  assert.equal(outputOf()?.[1], [1, 9, '50,41']);
});

const translationOf = (world: World, unreadable: LogRecord[], ids = new Map<number, number>()): Translation => {
  return { ids, from: world.codec, to: world.codec, unreadable: (record) => unreadable.push(record) };
};

async function recordOf(world: World, value: Buffer): Promise<LogRecord> {
  await world.appendBytes('dead.letters', 'k', value);
  const record = (await world.records('dead.letters')).at(-1);
  if (record === undefined) throw new Error('nothing was appended');
  return record;
}

test('a dead letter that cannot be decoded is copied byte for byte', async ({ world }) => {
  const cases = [
    '',
    'no frame',
    '\u0000\u0000\u0000\u0000\u0001not avro',
    '\u0000\u0000\u0000\u00ffo no schema of this id',
  ];
  for (const text of cases) {
    const unreadable: LogRecord[] = [];
    const record = await recordOf(world, Buffer.from(text, 'latin1'));
    const value = await translateValue(translationOf(world, unreadable), record);
    assert.is(value?.toString('latin1'), text);
    assert.equal(unreadable, [record]);
  }
});

test('a decodable dead letter gets the other schema id in the value it holds', async ({ world }) => {
  const poison = Buffer.from([0, 0, 0, 0, 9, 1, 2]);
  await world.appendBytes('feed.runs', 'k', poison);
  const [record] = await world.records('feed.runs');
  if (record === undefined) throw new Error('nothing was appended');
  const letter = deadLetter(world.codec, { record, processor: 'x', errorClass: 'y', message: 'z', time: 1 });
  const unreadable: LogRecord[] = [];
  const value = await translateValue(
    translationOf(world, unreadable, new Map([[9, 77]])),
    await recordOf(world, letter.value),
  );
  const translated = world.codec.decode('dead.letters', value ?? Buffer.alloc(0));
  assert.is(translated.schemaId, 77);
  assert.is(schemaIdOf(translated.value ?? Buffer.alloc(0)), 77);
  assert.equal(unreadable, []);
});

test.run();
