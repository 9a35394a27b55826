// rule: `up` ends with a sentence under too few open files, also tests/cli/program/process/open-files.test.ts
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const directory = mkdtempSync(join(tmpdir(), 'attestry-open-files-'));
test.after(() => rmSync(directory, { recursive: true, force: true }));

if (process.platform === 'linux') {
  test('up under ulimit -n 64 ends with the sentence and exit 78', async () => {
    const program = fileURLToPath(new URL('../../../../dist/program/attestry.cjs', import.meta.url));
    const script = 'ulimit -n 64; exec "$0" "$1" up --json';
    const env = { ...process.env, ATTESTRY_DATA_DIR: join(directory, 'data') };
    const ended = await new Promise<readonly [unknown, string]>((resolve) => {
      execFile('/bin/sh', ['-c', script, process.execPath, program], { env }, (error, _, stderr) =>
        resolve([error?.code, stderr]),
      );
    });
    assert.is(ended[0], 78, ended[1]);
    assert.match(ended[1], /^attestry up needs 512 open files at least, and this process may have 64: raise .*\n$/);
  });
}

test.run();
