/** Settings, directories and names that do not exist or contradict each other. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Sandbox } from '../support/service.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';
import { giveFile } from './given-files.ts';

let shared: SharedService;
let sandbox: Sandbox;

test.before(async () => {
  shared = await useSharedService();
  ({ sandbox } = shared);
});
test.after(() => shared.release());

test('all errors of the configuration are reported at once, exit 78', async () => {
  const bad = await sandbox.cliWith(
    {
      ATTESTRY_HTTP_PORT: 'x',
      ATTESTRY_LOG_LEVEL: 'loud',
      ATTESTRY_RATE_LIMIT: 'many',
      ATTESTRY_SIGNING_KEYS: 'k1:c2hvcnQ=',
      ATTESTRY_KAFKA_BROKERS: 'localhost:9092',
    },
    'status',
  );
  assert.equal([bad.code, bad.stdout], [78, '']);
  for (const name of ['HTTP_PORT', 'LOG_LEVEL', 'RATE_LIMIT', 'SIGNING_KEYS', 'KAFKA_BROKERS']) {
    assert.ok(bad.stderr.includes(`ATTESTRY_${name}`), name);
  }
  assert.not.match(bad.stderr, /c2hvcnQ/, 'a secret is not repeated');
  const file = giveFile(sandbox, 'a-file', '');
  for (const [settings, sentence] of [
    [{ ATTESTRY_DATA_DIR: file }, /ATTESTRY_DATA_DIR: .*a-file is not a directory/],
    [
      { ATTESTRY_DATA_DIR: join(sandbox.directory, 'other'), ATTESTRY_FEEDS: 'esma-emtwp,nope' },
      /ATTESTRY_FEEDS: no feed "nope"/,
    ],
  ] as const) {
    const { code, stderr } = await sandbox.cliWith(settings, 'up');
    assert.is(code, 78, stderr);
    assert.match(stderr, sentence);
  }
  const misspelt = await sandbox.cliWith({ ATTESTRY_HTTP_PRT: '1' }, 'config', 'print', '--json');
  assert.is(misspelt.code, 0);
  assert.match(misspelt.stderr, /ATTESTRY_HTTP_PRT is not a setting; the nearest is ATTESTRY_HTTP_PORT/);
  const printed = JSON.parse(misspelt.stdout) as readonly { readonly name: string; readonly origin: string }[];
  assert.is(printed.find(({ name }) => name === 'ATTESTRY_DATA_DIR')?.origin, 'environment');
  assert.is(printed.find(({ name }) => name === 'ATTESTRY_OPS_HOST')?.origin, 'default');
});

test('serve refuses a directory without a log, exit 78', async () => {
  const nowhere = { ATTESTRY_DATA_DIR: join(sandbox.directory, 'nowhere') };
  const { code, stderr } = await sandbox.cliWith(nowhere, 'serve');
  assert.is(code, 78);
  assert.match(stderr, /ATTESTRY_DATA_DIR: .*nowhere holds no log/);
});

test('unknown names exit 2 and state where to find the names', async () => {
  const cases = [
    [['topics', 'tail', 'nope'], /topics list/],
    [['explain', 'register:nope'], /no change "register:nope"/],
    [['watch', 'add', '--tenant', 'nope', '--asset', 'nope'], /registry find/],
    [['frobnicate'], /unknown command 'frobnicate'/],
  ] as const;
  for (const [command, sentence] of cases) {
    const { code, stdout, stderr } = await sandbox.cli(...command);
    assert.equal([code, stdout], [2, ''], `${command.join(' ')}: ${stderr}`);
    assert.match(stderr, sentence);
  }
});

test.run();
