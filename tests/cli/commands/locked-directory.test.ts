import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { acquireServiceLock, type ServiceLock } from '../../../infra/log/service-lock.ts';
import { attestry } from '../harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-locked-'));
let lock: ServiceLock;

test.before(async () => {
  process.env['ATTESTRY_DATA_DIR'] = directory;
  mkdirSync(join(directory, 'log'));
  writeFileSync(join(directory, 'log', 'data.mdb'), 'the log of the service');
  lock = await acquireServiceLock(directory, 'attestry up');
  // As a process of another container appears here.
  const root = open<Record<string, unknown>, string>({
    path: join(directory, 'service'),
    encoding: 'json',
    overlappingSync: false,
    noSubdir: false,
  });
  await root.put('holder', { ...root.get('holder'), pid: 2 ** 22 + 1, processStart: '1', boot: 'another kernel' });
  await root.close();
});
test.after(async () => {
  await lock.release();
  rmSync(directory, { recursive: true, force: true });
});

const refused: readonly (readonly string[])[] = [
  ['up'],
  ['reset', '--yes'],
  ['tables', 'rebuild'],
  ['migrate'],
  ['restore', join(directory, 'backup')],
];
for (const command of refused) {
  test(`attestry ${command.slice(0, 2).join(' ')} leaves the directory of a service in another container alone, exit 2`, async () => {
    const { code, stderr } = await attestry(...command);
    assert.is(code, 2);
    assert.match(stderr, 'Attestry already runs on ');
    assert.not.match(stderr, /\n\s+at /);
    assert.equal(readdirSync(join(directory, 'log')), ['data.mdb']);
  });
}

test.run();
