// rule: a host ends with its parent, and a later opening ends one that does not, also tests/infra/clickhouse/host/orphan.test.ts
// rule: a host beyond its limit of memory is killed, also tests/infra/clickhouse/host/watch/watch.test.ts
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultHostLimits } from '../../../../infra/clickhouse/host/watch/limits.ts';
import { openTables } from '../../../../infra/clickhouse/open-tables.ts';
import { UsageError } from '../../../../infra/errors.ts';
import { packageRoot } from '../../../../infra/disk/package-root.ts';
import { processStart } from '../../../../infra/process/process-start.ts';
import { exited } from '../../../support/exited.ts';
import { heard } from '../../../support/heard.ts';
import { until } from '../../../support/real-time.ts';
import { ownerOf } from '../../../support/tables-owner.ts';

const scratch = mkdtempSync(join(tmpdir(), 'attestry-orphan-'));
const directory = join(scratch, 'tables');
test.after(() => rmSync(scratch, { recursive: true, force: true }));

const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await exited(child);
};

/** Another process that has the tables open. */
async function startOwner(): Promise<ChildProcess> {
  const script = join(scratch, 'owner.mts');
  writeFileSync(
    script,
    `const { openTables } = await import(${JSON.stringify(join(packageRoot(), 'infra/clickhouse/open-tables.ts'))});
     await openTables({ directory: ${JSON.stringify(directory)} });
     console.log('open');`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: packageRoot(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await heard(child, 'stdout', 'open');
  return child;
}

test('a host ends with its parent', async () => {
  const owner = await startOwner();
  const { pid } = ownerOf(directory);
  await kill(owner);
  await until('the end of the host', () => processStart(pid) === null);
});

test('the next opening ends a stopped host whose parent was killed', async () => {
  const owner = await startOwner();
  const { pid } = ownerOf(directory);
  process.kill(pid, 'SIGSTOP');
  await kill(owner);
  const tables = await openTables({ directory });
  assert.is(processStart(pid), null);
  assert.equal(await tables.api.query('SELECT 1 AS one'), [{ one: 1 }]);
  await tables.close();
});

test('a stopped host whose parent runs is left alone', async () => {
  const owner = await startOwner();
  const { pid } = ownerOf(directory);
  process.kill(pid, 'SIGSTOP');
  const error = await openTables({ directory }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, UsageError);
  assert.match(String(error), new RegExp(`process ${owner.pid ?? 0} `));
  assert.ok(processStart(pid) !== null);
  process.kill(pid, 'SIGCONT');
  await kill(owner);
  await until('the end of the host', () => processStart(pid) === null);
});

test('a host above its limit of memory is killed and started again', async () => {
  const tables = await openTables({ directory, limits: { ...defaultHostLimits(1024), tickMs: 20 } });
  await until('two deaths', () => (tables.figures().tables.deaths.get('memory') ?? 0) >= 2);
  await tables.close();
});

test.run();
