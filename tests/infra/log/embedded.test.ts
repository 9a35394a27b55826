import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../infra/errors.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import { logContract } from '../../contracts/log.ts';
import { openLogFixture } from './log-fixture.ts';
import { startThread } from '../../support/thread.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'attestry-log-'));
const openIn = (directory: string, partitions = 3): EmbeddedEngine =>
  opened(openEmbeddedEngine({ directory, partitions, prefix: 'test.' }));

/** Closed after each test, also after a failed one. */
const engines = new Set<EmbeddedEngine>();
const opened = (engine: EmbeddedEngine): EmbeddedEngine => {
  engines.add(engine);
  return engine;
};

const failure = async (work: Promise<unknown>): Promise<Error> => {
  const outcome: unknown = await work.catch((error: unknown) => error);
  if (!(outcome instanceof Error)) throw new Error('it was to be refused');
  return outcome;
};

logContract('embedded', openLogFixture);

const test = suite<{ directory: string }>('embedded log');
test.before.each((context) => {
  context.directory = newFolder();
});
test.after.each(async ({ directory }) => {
  for (const engine of engines) await engine.close();
  engines.clear();
  rmSync(directory, { recursive: true, force: true });
});

const value = Buffer.from('v');

test('a directory without a log cannot be opened for reading', ({ directory }) => {
  assert.throws(
    () => openEmbeddedEngine({ directory, partitions: 3, readOnly: true }),
    (error: unknown) => error instanceof UsageError && error.message.includes(directory),
  );
});

for (const partitions of [0, -1, 1.5, Number.NaN, 1_025]) {
  test(`${partitions} partitions are refused`, ({ directory }) => {
    assert.throws(() => openIn(directory, partitions), /1 to 1024 partitions/);
  });
}

test('the partition count of a topic never changes', async ({ directory }) => {
  await openIn(directory, 2).close();
  const engine = openIn(directory, 8);
  assert.is(engine.log.partitionsOf('changes'), 2);
});

test('another prefix has separate topics in the same log', async ({ directory }) => {
  const one = openIn(directory);
  await one.log.append([{ topic: 'changes', key: 'a', value, timestamp: 0, partition: 0 }]);
  await one.close();
  const other = opened(openEmbeddedEngine({ directory, partitions: 5, prefix: 'other.' }));
  assert.is(other.log.logId, one.log.logId);
  assert.is(other.log.partitionsOf('changes'), 5);
  assert.is((await other.log.ranges('changes'))[0]?.end, 0);
});

test('threads of one process append to one partition without gaps', async ({ directory }) => {
  const engine = openIn(directory);
  const script = `
    for (let n = 0; n < 50; n++) {
      await log.append([{ topic: 'changes', key: 'k', value: Buffer.from('w'), timestamp: n, partition: 0 }]);
    }
  `;
  const own = async (): Promise<void> => {
    for (let n = 0; n < 50; n++) {
      await engine.log.append([{ topic: 'changes', key: 'k', value, timestamp: n, partition: 0 }]);
    }
  };
  await Promise.all([runWorker(script, directory), runWorker(script, directory), own()]);
  const records = await engine.log.read({ topic: 'changes', partition: 0, from: 0, maxRecords: 1_000 });
  assert.equal(
    records.map(({ offset }) => offset),
    Array.from({ length: 150 }, (_, n) => n),
  );
});

test('a position beyond the end is refused, not skipped', async ({ directory }) => {
  const engine = openIn(directory);
  const consumption = engine.log.consume({
    topics: ['changes'],
    group: null,
    maxRecords: 10,
    startAt: async () => 5,
    onChunk: async () => undefined,
  });
  const error = await failure(consumption.done);
  assert.instance(error, UsageError);
  assert.match(error.message, /changes, partition 0: offset 5/);
});

test('a compacted key may be longer than LMDB allows', async ({ directory }) => {
  const engine = openIn(directory);
  const long = 'k'.repeat(5_000);
  for (const n of [0, 1]) {
    await engine.log.append([
      { topic: 'asset.records', key: long, value: Buffer.from(String(n)), timestamp: n, partition: 0 },
      { topic: 'asset.records', key: `${long}x`, value, timestamp: n, partition: 0 },
    ]);
  }
  const records = await engine.log.read({ topic: 'asset.records', partition: 0, from: 0, maxRecords: 10 });
  assert.equal(
    records.map(({ offset }) => offset),
    [2, 3],
  );
});

test('closing twice, and with a consumption under way, is fine', async ({ directory }) => {
  const engine = openIn(directory);
  const consumption = engine.log.consume({
    topics: ['changes', 'accounts.events'],
    group: null,
    maxRecords: 10,
    startAt: async () => 0,
    onChunk: async () => undefined,
  });
  await Promise.all([engine.close(), engine.close()]);
  await consumption.done;
});

test.run();

/** Runs statements over `log` in a worker thread. */
async function runWorker(statements: string, directory: string): Promise<void> {
  const worker = startThread({
    modules: { engine: 'infra/embedded-engine.ts' },
    script: `
      const { log, close } = engine.openEmbeddedEngine({ directory: data, partitions: 3, prefix: 'test.' });
      ${statements}
      await close();
    `,
    data: directory,
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the worker ended with ${code}`))));
  });
}
