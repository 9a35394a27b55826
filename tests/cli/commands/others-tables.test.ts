/** `ATTESTRY_CLICKHOUSE_URL` leads to tables of another installation, or of another program: ClickHouse's interface over the embedded engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openJobLane, storedTables } from '../../../cli/engine/server-lanes.ts';
import { watchTablesOwner } from '../../../cli/service/health/watch-tables-owner.ts';
import { awaitTables } from '../../../cli/service/tables/await-tables.ts';
import { bindTables, openServiceTables } from '../../../cli/service/tables/service-tables.ts';
import { type Config, loadConfig } from '../../../infra/config/config.ts';
import { tablesByUrl } from '../../../infra/clickhouse/migrate/tables-format.ts';
import { DataFormatError } from '../../../infra/data-format.ts';
import { UsageError } from '../../../infra/errors.ts';
import { failureOf } from '../../support/failure-of.ts';
import { reached } from '../../support/reached.ts';
import { openTablesServer, type TablesServer } from '../../support/shared-tables-server.ts';
import { attestry, openCleanLog, silent } from '../harness.ts';

const scratch = mkdtempSync(join(tmpdir(), 'attestry-others-'));
let server: TablesServer;
/** Two installations on one server, and their logs. */
let own: Config;
let other: Config;
let [ownLog, otherLog] = ['', ''];

test.before(async () => {
  server = await openTablesServer();
  own = configOf('own');
  other = configOf('other');
  ownLog = await newLog(own);
  otherLog = await newLog(other);
});
test.after(async () => {
  await server.close();
  rmSync(scratch, { recursive: true, force: true });
});

const environmentOf = (name: string): Readonly<Record<string, string>> => ({
  ATTESTRY_DATA_DIR: join(scratch, name),
  ATTESTRY_TOPIC_PARTITIONS: '1',
  ATTESTRY_CLICKHOUSE_URL: server.url.replace('://', '://someone:secret@'),
});
const configOf = (name: string): Config => loadConfig(environmentOf(name)).config;

async function newLog(config: Config): Promise<string> {
  const engine = await openCleanLog(config);
  await engine.close();
  return engine.log.logId;
}

/** Runs a command with the settings of an installation. */
const inInstallation = async (name: string, ...command: readonly string[]) => {
  Object.assign(process.env, environmentOf(name));
  return attestry(...command);
};

async function ask<R>(sql: string): Promise<readonly R[]> {
  const tables = openJobLane(own);
  try {
    return await tables.query<R>(sql);
  } finally {
    await tables.close();
  }
}

async function change(sql: string): Promise<void> {
  const tables = openJobLane(own);
  try {
    await tables.command(sql);
  } finally {
    await tables.close();
  }
}

/** Everything that a write would change. */
const snapshot = (): Promise<readonly unknown[]> =>
  ask(
    "SELECT name, uuid, toString(metadata_modification_time) AS changed, toString(total_rows) AS rows FROM system.tables WHERE database = 'attestry' ORDER BY name",
  );

const refusedHere: readonly (readonly string[])[] = [['migrate'], ['tables', 'rebuild'], ['status'], ['verify']];

test('tables of another program: every command is refused and nothing is written, exit 2', async () => {
  await change('CREATE DATABASE IF NOT EXISTS attestry');
  for (const name of ['orders', 'clients', 'invoices', 'parts']) {
    await change(`CREATE TABLE attestry.${name} (a UInt8) ENGINE = MergeTree ORDER BY a`);
  }
  const before = await snapshot();
  for (const command of refusedHere) {
    const { code, stdout, stderr } = await inInstallation('own', ...command);
    assert.is(code, 2, `${command.join(' ')}: ${stdout}${stderr}`);
    assert.match(
      stderr,
      /^The database attestry at 127\.0\.0\.1:\d+ has 4 tables of another program \(clients, invoices, orders, …\)/,
    );
    assert.not.match(stderr, /secret|someone/);
  }
  assert.instance(await failureOf(openServiceTables(own, ownLog)), UsageError);
  assert.equal(await snapshot(), before);
  await change('DROP DATABASE attestry SYNC');
});

test('tables of another data format: every command ends with 78 and nothing is written, and so do serve and run sink', async () => {
  await change('CREATE DATABASE IF NOT EXISTS attestry');
  await change(
    'CREATE TABLE attestry.schema_migrations (version UInt32, name String, checksum String, applied_at DateTime64(3)) ENGINE = MergeTree ORDER BY version',
  );
  await change("INSERT INTO attestry.schema_migrations VALUES (1, 'database', 'x', now())");
  const before = await snapshot();
  const sentence =
    /^The database attestry at 127\.0\.0\.1:\d+ was made by a build before 0\.1\.0; use a new prefix and database\.\n$/;
  for (const command of [['migrate'], ['status'], ['verify'], ['doctor']]) {
    const { code, stdout, stderr } = await inInstallation('own', ...command);
    assert.is(code, 78, `${command.join(' ')}: ${stdout}${stderr}`);
    assert.match(stderr, sentence);
  }
  assert.instance(await failureOf(openServiceTables(own, ownLog)), DataFormatError, 'up');
  const lane = openJobLane(own);
  const waiting = { tables: lane, stored: storedTables(own), logId: ownLog, logger: silent };
  for (const fills of [true, false]) {
    const error = await failureOf(awaitTables({ ...waiting, signal: new AbortController().signal, fills }));
    assert.instance(error, DataFormatError, 'serve and run sink');
  }
  await lane.close();
  assert.equal(await snapshot(), before);
  await change('DROP DATABASE attestry SYNC');
});

test('tables of another log: every command is refused and nothing is written, exit 2', async () => {
  assert.is((await inInstallation('other', 'migrate')).code, 0);
  await change('ALTER TABLE attestry.store_changes DROP COLUMN IF EXISTS to_be_added_by_a_later_version');
  const tables = openJobLane(other);
  await bindTables(tables, otherLog);
  await tables.close();
  // A pending migration, so that a migrate that does not check would write.
  await change('ALTER TABLE attestry.schema_migrations DELETE WHERE version > 15 SETTINGS mutations_sync = 2');
  const before = await snapshot();
  for (const command of refusedHere) {
    const { code, stdout, stderr } = await inInstallation('own', ...command);
    assert.is(code, 2, `${command.join(' ')}: ${stdout}${stderr}`);
    assert.match(stderr, `were filled from log ${otherLog}, but this is log ${ownLog}, and nothing was changed`);
    assert.match(stderr, 'ATTESTRY_CLICKHOUSE_URL');
    assert.not.match(stderr, /secret|someone/);
  }
  const up = await failureOf(openServiceTables(own, ownLog));
  assert.instance(up, UsageError);
  assert.match(up.message, otherLog);
  for (const fills of [true, false]) {
    const lane = openJobLane(own);
    const waiting = {
      tables: lane,
      stored: tablesByUrl('here'),
      logId: ownLog,
      logger: silent,
      signal: new AbortController().signal,
      fills,
    };
    const error = await failureOf(awaitTables(waiting));
    await lane.close();
    assert.instance(error, UsageError, 'serve and run sink');
    assert.match(error.message, otherLog);
  }
  assert.equal(await snapshot(), before);
});

test('attestry doctor names both logs', async () => {
  const { code, stdout } = await inInstallation('own', 'doctor');
  assert.is(code, 1);
  assert.match(stdout, new RegExp(`FAIL tables: .*${otherLog}.*${ownLog}`));
});

test('migrate without a log in the settings warns that the owner of the tables was not checked', async () => {
  const { code, stderr } = await inInstallation('nowhere', 'migrate');
  assert.is(code, 0);
  assert.match(stderr, `belong to log ${otherLog}; the settings name no log`);
});

test('a process that fills tables ends when their address leads to those of another log, or to rebuilt ones', async () => {
  const lane = openJobLane(other);
  try {
    const [stored] = await ask<{ readonly value: string }>(
      "SELECT value FROM attestry.attestry_meta FINAL WHERE key = 'tablesId'",
    );
    const tablesId = stored?.value ?? '';
    for (const [expected, reason] of [
      [{ logId: otherLog, tablesId }, null],
      [{ logId: ownLog, tablesId }, `the tables belong to log ${otherLog} by now`],
      [{ logId: otherLog, tablesId: 'another' }, 'the tables are others than at the start'],
    ] as const) {
      const reasons: string[] = [];
      let asked = 0;
      const query: typeof lane.query = (sql, parameters) => {
        asked += 1;
        return lane.query(sql, parameters);
      };
      const options = { tables: { query }, ...expected, everyMs: 10 };
      const watch = watchTablesOwner({ ...options, onDeath: (why) => void reasons.push(why) });
      await reached('it has compared the tables', () => asked >= (reason === null ? 6 : 2));
      if (reason !== null) await reached('it ends the process', () => reasons.length > 0);
      await watch.stop();
      assert.is(reasons.length, reason === null ? 0 : 1);
      if (reason !== null) assert.match(reasons[0] ?? '', reason);
    }
  } finally {
    await lane.close();
  }
});

test('tables rebuild deletes tables of another log only when their log is named', async () => {
  const wrong = await inInstallation('own', 'tables', 'rebuild', '--of-log', 'a-third');
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, otherLog);
  const { code, stdout, stderr } = await inInstallation('own', 'tables', 'rebuild', '--of-log', otherLog, '--json');
  assert.is(code, 0, stderr);
  assert.is((JSON.parse(stdout) as { readonly emptied: boolean }).emptied, true);
  assert.equal(await ask("SELECT value FROM attestry.attestry_meta FINAL WHERE key = 'logId'"), []);
  const { code: embedded, stderr: why } = await (async () => {
    Object.assign(process.env, environmentOf('own'), { ATTESTRY_CLICKHOUSE_URL: '' });
    return attestry('tables', 'rebuild', '--of-log', otherLog);
  })();
  assert.is(embedded, 2);
  assert.match(why, /--of-log is for tables on a server/);
});

test.run();
