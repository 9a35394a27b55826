// rule: inserts are refused near the floor of free space, also tests/infra/disk/free-space.test.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import { volumeOf } from '../../../infra/disk/free-space.ts';
import { type HostedTables, openTables } from '../../../infra/clickhouse/open-tables.ts';
import { RetryableError } from '../../../infra/errors.ts';

const mebibyte = 1024 ** 2;

const isFull = (error: unknown): boolean => error instanceof RetryableError && engineCode(error.cause) === 243;

// Other processes use the volume meanwhile, so both shares are far from the limit of 1 / 1.25.
test('the engine inserts down to 1.25 times the floor, and readiness agrees; below it reads go on, and inserts once there is room', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-floor-'));
  const openWith = (share: number): ReturnType<typeof openTables> =>
    openTables({ directory, freeSpaceMb: Math.floor((volumeOf(directory).freeBytes / mebibyte) * share) });
  const add = (tables: HostedTables, id: string): Promise<unknown> =>
    tables.sink.insert('attestry.kept', ['id'], Buffer.from(`["${id}"]\n`)).then(
      () => null,
      (error: unknown) => error,
    );
  const roomy = await openWith(1 / 1.6);
  await roomy.jobs.command('CREATE TABLE attestry.kept (id String) ENGINE = ReplacingMergeTree ORDER BY id');
  assert.is(await add(roomy, 'a'), null);
  assert.is(roomy.spaceFinding(), null);
  await roomy.close();
  const full = await openWith(1 / 1.1);
  assert.ok(isFull(await add(full, 'b')));
  assert.match(full.spaceFinding() ?? '', /MiB free/);
  assert.equal(await full.api.query('SELECT id FROM attestry.kept'), [{ id: 'a' }]);
  // What the engine compares with the free space, lowered instead of the space raised.
  await full.jobs.command('ALTER TABLE attestry.kept MODIFY SETTING min_free_disk_bytes_to_perform_insert = 1');
  assert.is(await add(full, 'b'), null, 'the refused insert is made once there is room');
  assert.equal(await full.api.query('SELECT id FROM attestry.kept ORDER BY id'), [{ id: 'a' }, { id: 'b' }]);
  await full.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
