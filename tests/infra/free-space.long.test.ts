// rule: inserts are refused while the volume is full, and continue when there is room, also tests/infra/free-space.test.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../infra/clickhouse/engine-errors.ts';
import { volumeOf } from '../../infra/free-space.ts';
import { openTables } from '../../infra/clickhouse/open-tables.ts';
import { RetryableError } from '../../infra/errors.ts';

const mebibyte = 1024 ** 2;

test('with a floor above the free space inserts are refused for now and reads go on; without it they continue', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-floor-'));
  const body = Buffer.from('["a"]\n');
  const before = await openTables({ directory });
  await before.jobs.command('CREATE TABLE attestry.kept (id String) ENGINE = ReplacingMergeTree ORDER BY id');
  await before.sink.insert('attestry.kept', ['id'], body);
  await before.close();
  // The whole volume: other processes free space at any moment.
  const full = await openTables({ directory, freeSpaceMb: Math.floor(volumeOf(directory).totalBytes / mebibyte) });
  const error = await full.sink.insert('attestry.kept', ['id'], Buffer.from('["b"]\n')).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, RetryableError);
  assert.is(engineCode((error as Error).cause), 243);
  assert.equal(await full.api.query('SELECT id FROM attestry.kept'), [{ id: 'a' }]);
  assert.match(full.spaceFinding() ?? '', /MiB free/);
  await full.close();
  const after = await openTables({ directory });
  await after.sink.insert('attestry.kept', ['id'], Buffer.from('["b"]\n'));
  assert.equal(await after.api.query('SELECT id FROM attestry.kept ORDER BY id'), [{ id: 'a' }, { id: 'b' }]);
  assert.is(after.spaceFinding(), null);
  await after.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
