import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refuseWhenFull } from '../../../cli/engine/refuse-when-full.ts';
import { type Volume, volumeOf } from '../../../infra/disk/free-space.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Log } from '../../../infra/log/log.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'attestry-full-'));
test.after(() => rmSync(dataDir, { recursive: true, force: true }));

const log = { append: async () => [] } as unknown as Log;

test('a log on a volume below its floor refuses new records with a sentence that names the setting', async () => {
  const freeSpaceMb = Math.ceil(volumeOf(dataDir).freeBytes / 1024 ** 2) + 1_000;
  const error = await refuseWhenFull(log, { dataDir, freeSpaceMb })
    .append([])
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  assert.instance(error, RetryableError);
  assert.match(String(error), /MiB free: below .* ATTESTRY_FREE_SPACE_MB/);
});

test('records are appended again once there is room, a second later at the latest', async () => {
  const mebibyte = 1024 ** 2;
  let now = 0;
  let freeBytes = 100 * mebibyte;
  let readings = 0;
  const volume = (): Volume => {
    readings += 1;
    return { totalBytes: 1_000 * mebibyte, freeBytes };
  };
  const guarded = refuseWhenFull(log, { dataDir, freeSpaceMb: 100 }, { clock: () => now, volume });
  const outcome = (): Promise<string> =>
    guarded.append([]).then(
      () => 'appended',
      (error: unknown) => String(error).replace(/^.*has (\d+ MiB) free.*$/, '$1'),
    );
  assert.is(await outcome(), '100 MiB');
  freeBytes = 126 * mebibyte;
  now = 999;
  assert.is(await outcome(), '100 MiB', 'the volume is read once a second');
  now = 1_000;
  assert.is(await outcome(), 'appended');
  freeBytes = 124 * mebibyte;
  assert.is(await outcome(), 'appended');
  now = 2_000;
  assert.is(await outcome(), '124 MiB');
  assert.is(readings, 3);
});

test('above it, records are appended', async () => {
  assert.equal(await refuseWhenFull(log, { dataDir, freeSpaceMb: 1 }).append([]), []);
});

test.run();
