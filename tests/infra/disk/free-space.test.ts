import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import { floorOf, spaceFinding, volumeOf } from '../../../infra/disk/free-space.ts';
import { floorConfig } from '../../../infra/clickhouse/embedded/floor-config.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { openSampleEngine } from '../clickhouse/sample-engine.ts';

const mebibyte = 1024 ** 2;

test('the floor is 5 % of the volume, at least 64 MiB and at most 1 GiB', () => {
  assert.is(floorOf({ totalBytes: 100 * mebibyte }, null), 64 * mebibyte);
  assert.is(floorOf({ totalBytes: 10_000 * mebibyte }, null), 500 * mebibyte);
  assert.is(floorOf({ totalBytes: 1_000_000 * mebibyte }, null), 1_024 * mebibyte);
});

test('a setting replaces it', () => {
  assert.is(floorOf({ totalBytes: 1_000_000 * mebibyte }, 10), 10 * mebibyte);
});

test('less free than a quarter above the floor is named', () => {
  assert.is(spaceFinding({ totalBytes: 0, freeBytes: 125 * mebibyte }, 100 * mebibyte), null);
  assert.is(
    spaceFinding({ totalBytes: 0, freeBytes: 124 * mebibyte }, 100 * mebibyte),
    'has 124 MiB free: below 125 MiB nothing is inserted, which is the floor of 100 MiB and a quarter of it; it continues when there is room',
  );
});

const isFull = (error: unknown): boolean => error instanceof RetryableError && engineCode(error.cause) === 243;

test('the engine gets the floor, and refuses inserts below a quarter above it', () => {
  assert.equal(floorConfig(100 * mebibyte), {
    storage_configuration: { disks: { default: { keep_free_space_bytes: 100 * mebibyte } } },
    merge_tree: { min_free_disk_bytes_to_perform_insert: 25 * mebibyte },
  });
});

test('near the floor inserts are refused, reads go on, and the refused insert is made once there is room', async () => {
  const { engine, directory, close } = await openSampleEngine();
  // Other processes use the volume meanwhile, so the limit is far above what is free.
  const floor = volumeOf(directory).freeBytes * 2;
  const limit = (bytes: number): string => `min_free_disk_bytes_to_perform_insert = ${bytes}`;
  await engine.jobs.command(
    `CREATE TABLE attestry.full (id String) ENGINE = ReplacingMergeTree ORDER BY id SETTINGS ${limit(floor)}`,
  );
  const add = (): Promise<unknown> =>
    engine.sink.insert('attestry.full', ['id'], Buffer.from('["a"]\n')).then(
      () => null,
      (error: unknown) => error,
    );
  assert.ok(isFull(await add()));
  assert.equal(await engine.api.query('SELECT id FROM attestry.full'), []);
  await engine.jobs.command(`ALTER TABLE attestry.full MODIFY SETTING ${limit(1)}`);
  assert.is(await add(), null);
  assert.equal(await engine.api.query('SELECT id FROM attestry.full'), [{ id: 'a' }]);
  await close();
});

test.run();
