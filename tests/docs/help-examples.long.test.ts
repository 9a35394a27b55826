// rule: every example of --help does what it states, also tests/docs/help-examples.test.ts, tests/docs/marked-commands.test.ts
/** The examples of `--help` that write, each run in a demo of its own, and then those for a directory without a service. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSandbox, type RunningService } from '../support/service.ts';
import { idsOf, prepareFiles, runExamples, withoutService, writing } from './help-examples.ts';

const sandbox = createSandbox();
const folder = mkdtempSync(join(tmpdir(), 'attestry-help-'));
let service: RunningService;
let inPlace: (word: string) => string = (word) => word;
let logId = '';

test.before(async () => {
  service = await sandbox.up({ demo: true });
  const files = prepareFiles(folder);
  mkdirSync(join(folder, 'backups'));
  mkdirSync(join(folder, 'vault'));
  inPlace = files;
});
test.after(async () => {
  await sandbox.destroy();
  rmSync(folder, { recursive: true, force: true });
});

for (const path of writing) {
  test(`C-01 the examples of ${path} run as printed`, async () => {
    await sandbox.json('wait', '--idle');
    const ids = await idsOf(sandbox);
    await runExamples(path, (words) => sandbox.cliWith({}, ...words.map((word) => inPlace(ids(word)))));
  });
}

test('C-01 the examples for a data directory without a service run as printed', async () => {
  assert.equal(await service.end('SIGTERM'), { code: 0, signal: null });
  const { stdout } = await sandbox.cliWith({}, 'doctor');
  logId = /opens, id ([0-9a-f-]{36})/.exec(stdout)?.[1] ?? '';
  for (const path of withoutService) {
    await runExamples(path, (words) =>
      // Without a terminal, a reset does not ask.
      sandbox.cliWith({}, ...(words.join(' ') === 'reset' ? ['reset', '--yes'] : words.map(inPlace))),
    );
  }
  assert.match(logId, /^[0-9a-f-]{36}$/);
});

test.run();
