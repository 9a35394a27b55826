import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bootId } from '../../../infra/process/boot-id.ts';

test('the boot of the machine has the id that the kernel gives, and none where there is no such file', () => {
  const file = '/proc/sys/kernel/random/boot_id';
  const isLinux = process.platform === 'linux';
  assert.is(bootId(), isLinux ? readFileSync(file, 'utf8').trim() : null);
  assert.is(bootId('/nowhere/boot_id'), null);
});

test.run();
