/** A log whose pages a disk or a power failure damaged: its reader would die without a word. */
// rule: a damaged log stops `up` and commands by name, also tests/process/damaged-log.test.ts, tests/infra/log/lmdb/file-length.test.ts, tests/infra/log/check/last-end.test.ts
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { registryLines, writeLines } from '../support/demo-world.ts';
import { createSandbox, type Sandbox } from '../support/service.ts';

const lastEnd = ({ directory }: Sandbox): unknown =>
  JSON.parse(readFileSync(join(directory, 'log', 'last-end.json'), 'utf8'));

test('after kill -9, a cut-off log stops `up` and commands, which name file and runbook; the whole log starts', async () => {
  const sandbox = createSandbox();
  const saved = mkdtempSync(join(tmpdir(), 'attestry-log-'));
  try {
    const service = await sandbox.up();
    const registry = writeLines(sandbox.directory, 'registry.ndjson', registryLines({ assets: 20 }));
    await sandbox.json('registry', 'import', registry, '--as-of', '2022-01-01');
    await sandbox.idle();
    await service.end('SIGKILL');
    const folder = join(sandbox.directory, 'log');
    cpSync(folder, saved, { recursive: true });
    const file = join(folder, 'data', 'data.mdb');
    truncateSync(file, Math.floor(statSync(file).size / 2));
    for (const command of [['up'], ['topics', 'list']]) {
      const { code, stdout, stderr } = await sandbox.spawned({}, ...command, '--json');
      assert.is(code, 78, `${command.join(' ')}: ${stdout}${stderr}`);
      assert.match(stderr, `The log is damaged: ${file} cannot be read`);
      assert.match(stderr, 'docs/runbooks/damaged-log.md');
    }
    rmSync(folder, { recursive: true });
    cpSync(saved, folder, { recursive: true });
    const next = await sandbox.up();
    assert.is((await next.end('SIGTERM')).code, 0);
    assert.equal(lastEnd(sandbox), { clean: true, uncleanAt: null });
    // Until its first append, a command leaves it so.
    await sandbox.json('registry', 'import', registry, '--as-of', '2022-01-02').catch(() => undefined);
    assert.equal(lastEnd(sandbox), { clean: true, uncleanAt: null });
  } finally {
    await sandbox.destroy();
    rmSync(saved, { recursive: true, force: true });
  }
});

test.run();
