/** Schema registry and tables over https, with a private certificate authority. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLocalTables } from '../../tools/local/tables.ts';
import { clientOfA } from '../support/api-client.ts';
import { registryLines, testAddress, writeLines } from '../support/demo-world.ts';
import { newCluster, type TestCluster } from './support/cluster.ts';
import { printingErrors } from '../support/printing-errors.ts';
import { makeAuthority, type PrivateAuthority, tlsBefore, type TlsProxy } from './support/tls.ts';

const test = suite('private certificate authorities');
const ends: (() => Promise<unknown>)[] = [];
let cluster: TestCluster;
/** One authority per engine, so that a CA file that is used for the wrong engine makes a test fail. */
let authorities: Readonly<Record<'registry' | 'tables', PrivateAuthority>>;
let proxies: Readonly<Record<'registry' | 'tables', TlsProxy>>;

test.before(() => printingErrors(prepare));
test.after(async () => {
  for (const end of ends.reverse()) await end();
});

async function prepare(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-certificates-'));
  ends.push(async () => rmSync(directory, { recursive: true, force: true }));
  const [registry, tables] = await Promise.all(
    (['registry', 'tables'] as const).map((name) => makeAuthority(join(directory, name))),
  );
  assert.ok(registry && tables);
  authorities = { registry, tables };
  const tablesFolder = join(directory, 'engine');
  const plainRegistry = new URL(process.env['ATTESTRY_TEST_REGISTRY'] ?? '');
  const plainTables = new URL((await openLocalTables({ folder: tablesFolder })).url);
  proxies = {
    registry: await tlsBefore(Number(plainRegistry.port), registry),
    tables: await tlsBefore(Number(plainTables.port), tables),
  };
  ends.push(proxies.registry.close, proxies.tables.close);
  // Creates topics, registers schemas and creates tables, which requires both CA files.
  cluster = await newCluster({
    tablesFolder,
    registryUrl: `https://127.0.0.1:${proxies.registry.port}${plainRegistry.pathname}`,
    env: {
      ATTESTRY_CLICKHOUSE_URL: `https://127.0.0.1:${proxies.tables.port}`,
      ATTESTRY_SCHEMA_REGISTRY_CA_FILE: registry.file,
      ATTESTRY_CLICKHOUSE_CA_FILE: tables.file,
    },
  });
  ends.push(cluster.destroy);
}

test('with the CA file of each authority every role works', async () => {
  const [api] = await Promise.all([
    cluster.start('api', 'serve'),
    cluster.start('processors', 'run', 'processors'),
    cluster.start('sink', 'run', 'sink'),
    // Their chains answer for every asset: nothing is idle without them.
    cluster.start('publishers', 'run', 'publishers'),
  ]);
  const world = writeLines(cluster.directory, 'world.ndjson', registryLines({ assets: 1 }));
  await cluster.json('registry', 'import', world);
  const { key } = await cluster.json<{ readonly key: string }>(
    ...['keys', 'create', '--name', 'reader', '--scopes', 'monitoring:read'],
  );
  await cluster.json('wait', '--idle', '--timeout', '120');
  const { status, body } = await clientOfA(api, key).get(`/kyi/v1/tokens?address=${testAddress(0)}`);
  assert.is(status, 200);
  assert.match(JSON.stringify(body), /Token 0/);
  for (const [name, proxy] of Object.entries(proxies)) assert.ok(proxy.accepted() > 0, name);
});

for (const [engine, setting, command, checked, message] of [
  [
    'registry',
    'ATTESTRY_SCHEMA_REGISTRY_CA_FILE',
    ['topics', 'apply'],
    'schema registry',
    /Schema registry https:\S+ cannot be reached: /,
  ],
  ['tables', 'ATTESTRY_CLICKHOUSE_CA_FILE', ['migrate'], 'tables', /The tables at 127\.0\.0\.1:\d+ do not answer: /],
] as const) {
  const other = engine === 'tables' ? 'registry' : 'tables';

  test(`${engine}: the connection is refused without the CA file, and with that of another authority; the error states the reason`, async () => {
    const refused = proxies[engine].refused();
    for (const file of ['', authorities[other].file]) {
      const { code, stdout, stderr } = await cluster.cliWith({ [setting]: file }, ...command);
      assert.is(code, 1, `${stdout}${stderr}`);
      assert.match(stderr, message);
      assert.match(stderr, /certificate/);
      assert.ok(stderr.includes(`name its authority in ${setting}`), stderr);
      assert.not.match(stderr, /status 400/);
    }
    assert.ok(proxies[engine].refused() >= refused + 2, 'the program ends the handshake');
    const doctor = await cluster.cliWith({ [setting]: '' }, 'doctor');
    assert.is(doctor.code, 1);
    const [line] = doctor.stdout.split('\n').filter((one) => one.includes(`"name":"${checked}"`));
    assert.match(line ?? '', /"ok":false.*certificate/);
  });
}

test.run();
