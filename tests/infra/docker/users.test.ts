/** The ClickHouse users of infra/docker, as the engine reads their file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analystViews } from '../../../cli/service/analyst-views.ts';
import { migrationStatements } from '../../../infra/clickhouse/migrate/cluster-statements.ts';
import { analystLimits } from '../../../infra/clickhouse/http-endpoint/settings.ts';
import { migrationFiles, migrationsDirectory } from '../../../infra/clickhouse/migrate/migration-files.ts';
import { rowsIn } from '../../support/session-rows.ts';
import { textOf } from './compose-file.ts';

const defaultUser =
  '<default><password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>' +
  '<access_management>1</access_management></default>';
/** The image has a second users file; here both are one. */
const users = textOf('infra/docker/clickhouse/users.xml')
  .replaceAll(/<password from_env="\w+"\/>/g, '<password>x</password>')
  .replace('<profiles>', '<quotas><default/></quotas><profiles><default/>')
  .replace('<users>', `<users>${defaultUser}`);

let directory: string;
let session: Session;
test.before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-users-'));
  writeFileSync(join(directory, 'users.xml'), users);
  const engine = join(directory, 'engine.xml');
  writeFileSync(engine, `<clickhouse><users_config>${join(directory, 'users.xml')}</users_config></clickhouse>`);
  session = new Session(join(directory, 'data'), { connectionArgs: [`--config-file=${engine}`] });
  for (const { name, sql } of migrationFiles(migrationsDirectory())) {
    for (const statement of migrationStatements(sql, { kind: 'single' }, name)) await session.queryAsync(statement);
  }
});
test.after(() => {
  session.close();
  rmSync(directory, { recursive: true, force: true });
});

const rows = (sql: string): ReturnType<typeof rowsIn> => rowsIn(session, sql);

/** Tables of the user's grants, all of which are for one right. */
const readableBy = async (user: string): Promise<readonly string[]> => {
  const grants = (await rows(`SHOW GRANTS FOR ${user}`)).flat().map(String);
  return grants.map((grant) => new RegExp(`^GRANT SELECT ON (\\S+) TO ${user}$`).exec(grant)?.[1] ?? grant).sort();
};

test('analysts can read the views of public topics and their tables, and nothing else', async () => {
  const views = await rows("SELECT name, as_select FROM system.tables WHERE database = 'attestry' AND engine = 'View'");
  assert.equal(views.map(([name]) => name).sort(), [...analystViews].sort());
  const read = views.flatMap(([, query]) => [...String(query).matchAll(/attestry\.(\w+)/g)].map(([table]) => table));
  const named = views.map(([name]) => `attestry.${String(name)}`);
  assert.equal(await readableBy('attestry_analyst'), [...new Set([...named, ...read])].sort());
});

test('analysts cannot read data of tenants', async () => {
  const tenants = await rows(
    "SELECT 'attestry.' || table FROM system.columns WHERE database = 'attestry' AND name = 'tenant_id'",
  );
  assert.ok(tenants.length >= 7);
  const readable = await readableBy('attestry_analyst');
  assert.equal(
    tenants.flat().filter((table) => readable.includes(String(table))),
    [],
  );
});

test('the service can read all tables', async () => {
  assert.equal(await readableBy('attestry_reader'), ['attestry.*']);
});

test('analysts have the limits of the SQL port and cannot raise or lift them', async () => {
  const limits = await rows(
    `SELECT setting_name, toString(value), toString(min), toString(max) FROM system.settings_profile_elements
     WHERE profile_name = 'attestry_analyst' AND setting_name != 'readonly'`,
  );
  const byName = new Map(limits.map(([name, ...values]) => [name, values]));
  for (const name of ['max_execution_time', 'max_memory_usage', 'max_result_rows'] as const) {
    const limit = String(analystLimits[name]);
    assert.equal(byName.get(name), [limit, '1', limit], name);
  }
});

test.run();
