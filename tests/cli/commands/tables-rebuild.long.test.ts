/** `attestry tables rebuild`, killed while it deletes the tables. */
// rule: an interrupted rebuild leaves all tables or none, and can be repeated, also tests/cli/commands/tables-rebuild.test.ts
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tablesDirectory } from '../../../cli/engine/open-engine.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { packageRoot } from '../../../infra/disk/package-root.ts';
import { built } from '../../support/built.ts';
import { exited } from '../../support/exited.ts';
import { pause } from '../../support/real-time.ts';
import { attestry } from '../harness.ts';
import { appendSamples, fill, filled, rowsIn, withLog, withTables } from './filled-tables.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-rebuild-'));
const environment = { ATTESTRY_DATA_DIR: directory, ATTESTRY_TOPIC_PARTITIONS: '2' };
const { config } = loadConfig(environment);
const data = join(tablesDirectory(config), 'data');
const discarded = join(tablesDirectory(config), 'discarded');

test.before(async () => {
  Object.assign(process.env, environment);
  await withLog(config, async (engine) => {
    for (const topic of filled) await appendSamples(engine, topic, 12);
  });
});
test.after(() => rmSync(directory, { recursive: true, force: true }));

const project = (): Promise<readonly string[]> =>
  withTables(config, async (engine, tables) => {
    await fill(engine, tables);
    return rowsIn(tables);
  });

test('killed while it deletes: a start fills new tables, and the command can be repeated', async () => {
  const rows = await project();
  // Enough files that deleting them takes longer than noticing the start of it.
  mkdirSync(join(data, 'ballast'));
  for (let file = 0; file < 20_000; file += 1) writeFileSync(join(data, 'ballast', String(file)), '');
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { main } = await import(${JSON.stringify(built('cli/main'))});
       await main(['node', 'attestry', 'tables', 'rebuild']);`,
    ],
    { cwd: packageRoot(), env: { ...process.env, UV_THREADPOOL_SIZE: '16' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  while (!existsSync(discarded) && child.exitCode === null) await pause(1);
  child.kill('SIGKILL');
  await exited(child);
  assert.equal([existsSync(data), existsSync(discarded)], [false, true]);

  assert.equal(await project(), rows);
  assert.is((await attestry('tables', 'rebuild')).code, 0);
  assert.equal([existsSync(data), existsSync(discarded)], [false, false]);
  assert.equal(await project(), rows);
});

test.run();
