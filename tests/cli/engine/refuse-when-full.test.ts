import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refuseWhenFull } from '../../../cli/engine/refuse-when-full.ts';
import { volumeOf } from '../../../infra/free-space.ts';
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

test('above it, records are appended', async () => {
  assert.equal(await refuseWhenFull(log, { dataDir, freeSpaceMb: 1 }).append([]), []);
});

test.run();
