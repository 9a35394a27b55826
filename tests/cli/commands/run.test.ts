import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tenantKeysOf } from '../../../cli/accounts/tenant-keys.ts';
import { runRoles } from '../../../cli/service/roles.ts';
import { partsOf, plansOf, plansOfAll } from '../../../cli/service/workers/plans.ts';
import { ConfigurationError, loadConfig } from '../../../infra/config/config.ts';
import { consumers } from '../../../pipeline/processors/catalogue.ts';
import { attestry } from '../harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-run-'));
test.after(() => rmSync(directory, { recursive: true, force: true }));
process.env['ATTESTRY_DATA_DIR'] = directory;

test('a role without its engines names every setting that is missing, exit 78', async () => {
  for (const role of runRoles) {
    const { code, stderr } = await attestry('run', role);
    assert.is(code, 78, role);
    for (const name of ['ATTESTRY_KAFKA_BROKERS', 'ATTESTRY_SCHEMA_REGISTRY_URL']) assert.match(stderr, name);
    const needsTables = role === 'sink' || role === 'deliver';
    assert.is(stderr.includes('ATTESTRY_CLICKHOUSE_URL'), needsTables, role);
    assert.is(stderr.includes('ATTESTRY_TENANT_KEYS_DIR'), needsTables, role);
  }
});

test('with a log on Kafka, no command creates a tenant key directory of its own', async () => {
  const cluster = { ATTESTRY_KAFKA_BROKERS: '127.0.0.1:1', ATTESTRY_SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1' };
  const { config } = loadConfig({ ...cluster, ATTESTRY_DATA_DIR: directory });
  assert.throws(
    () => tenantKeysOf(config),
    (error: unknown) =>
      error instanceof ConfigurationError && error.message.includes('ATTESTRY_TENANT_KEYS_DIR is missing'),
  );
  Object.assign(process.env, cluster);
  try {
    const { code, stderr } = await attestry('serve');
    assert.is(code, 78);
    for (const name of ['ATTESTRY_CLICKHOUSE_URL', 'ATTESTRY_SIGNING_KEYS', 'ATTESTRY_TENANT_KEYS_DIR']) {
      assert.match(stderr, `${name} is missing`);
    }
  } finally {
    for (const name of Object.keys(cluster)) Reflect.deleteProperty(process.env, name);
  }
});

test('--only accepts parts of the role and nothing else', async () => {
  const unknown = await attestry('run', 'processors', '--only', 'detect,sink');
  assert.is(unknown.code, 2);
  assert.match(unknown.stderr, /processors have no sink; there are accounts, intake, ingest/);
  assert.is((await attestry('run', 'sink', '--only', 'accounts-sink')).code, 78);
  assert.is((await attestry('run', 'publishers', '--only', 'nowhere')).code, 2);
});

test('every consumer is run by one role, once, and by up', () => {
  const names = consumers.map(({ name }) => name).sort();
  const namesIn = (plans: ReturnType<typeof plansOfAll>): readonly string[] =>
    plans
      .flatMap(({ processors, lane, chains }) => [
        ...[...processors.accounts, ...processors.data],
        ...(lane === null ? [] : [lane]),
        ...(chains ? ['chains'] : []),
      ])
      .sort();
  assert.equal(namesIn(plansOfAll([])), names);
  assert.equal(namesIn(runRoles.flatMap((role) => plansOf(role, partsOf(role, [])))), names);
});

test('a part that --only leaves out has no thread', () => {
  assert.equal(
    plansOf('processors', ['intake']).map(({ role, processors }) => [role, processors]),
    [['accounts', { accounts: ['intake'], data: [] }]],
  );
  assert.equal(
    plansOf('sink', ['sink']).map(({ lane }) => lane),
    ['sink'],
  );
  assert.equal(
    plansOf('publishers', ['un-sc']).map(({ scheduledFeeds, chains }) => [scheduledFeeds, chains]),
    [[['un-sc'], false]],
  );
  assert.equal(
    plansOf('publishers', ['chains']).map(({ scheduledFeeds, chains }) => [scheduledFeeds, chains]),
    [[[], true]],
  );
});

test.run();
