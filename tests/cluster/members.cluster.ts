/** `attestry run processors`: a second process joins and leaves under load, and state of an earlier version is rebuilt. */
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEnvironment } from '../../infra/log/lmdb/environment.ts';
import { openKafkaStores } from '../../infra/state/kafka.ts';
import { testId } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { sharedBroker } from './support/broker.ts';
import { newCluster, type RunningRole, type TestCluster, printingErrors } from './support/cluster.ts';
import { assets, openFees, type Fees } from './support/fees.ts';
import { startLoad } from './support/load.ts';
import { until } from './support/until.ts';
import { pause } from '../support/real-time.ts';

const test = suite('processors that share partitions, and that are upgraded');
const { brokers } = await sharedBroker();
/** An address on the sanctions list that this file imports. */
const listed = 'eip155:1:0x01e2919679362dFBC9ee1644Ba9C6da6D6245BB1';

let cluster: TestCluster;
let fees: Fees;
let prefix = '';
let processors: RunningRole;
const ends: (() => Promise<unknown>)[] = [];

test.before(() => printingErrors(prepare));
test.after(async () => {
  for (const end of ends.reverse()) await end();
});

async function prepare(): Promise<void> {
  // The default session timeout, so that pauses are those of a real installation.
  cluster = await newCluster({ env: { ATTESTRY_KAFKA_SESSION_SECONDS: '30' } });
  ends.push(cluster.destroy);
  prefix = cluster.env['ATTESTRY_TOPIC_PREFIX'] ?? '';
  [processors] = await Promise.all([
    cluster.start('processors', 'run', 'processors'),
    cluster.start('sink', 'run', 'sink'),
    // Their chains answer for every asset: nothing is idle without them.
    cluster.start('publishers', 'run', 'publishers'),
  ]);
  fees = await openFees(cluster, [listed]);
  ends.push(fees.engine.close);
  const { tenantId } = await cluster.json<{ readonly tenantId: string }>(
    ...['keys', 'create', '--name', 'reader', '--scopes', 'monitoring:read'],
  );
  await cluster.json('watch', 'add', '--tenant', tenantId, '--asset', testId('asset-0'));
  const list = fixturePath('ofac-addresses', 'ETH-2022-11-09.json');
  await cluster.json('feeds', 'run', 'ofac-addresses', '--file', list, '--as-of', '2022-11-09');
  await idle();
}

const idle = (): Promise<unknown> => cluster.json('wait', '--idle', '--timeout', '120');

/** Number of partitions of `detect`'s input that each process is assigned. */
async function sharesOf(admin: kafkajs.Admin): Promise<readonly number[]> {
  const { groups } = await admin.describeGroups([`${prefix}detect`]);
  return (groups[0]?.members ?? []).map(({ memberAssignment }) => {
    const decoded = kafkajs.AssignerProtocol.MemberAssignment.decode(memberAssignment);
    return Object.values(decoded?.assignment ?? {}).flat().length;
  });
}

/** Positions of `detect` in the state of a process that has exited. */
async function positionsIn(folder: string): Promise<readonly number[]> {
  const stores = openKafkaStores(fees.engine.log, { directory: join(cluster.directory, folder), prefix });
  const store = stores.openStore('detect', 'data');
  const positions = (await fees.ends('observations')).map(
    (_, partition) => store.position('observations', partition) ?? 0,
  );
  await stores.close();
  return positions;
}

test('R-26 a second process joins and leaves under load: it is assigned its share, no observation waits over 10 s, none is lost or duplicated', async () => {
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  ends.push(() => admin.disconnect());
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
  const load = await startLoad(fees);
  await pause(2_500);
  const alone = load.lap();
  const second = await cluster.start('processors-2', 'run', 'processors');
  await until(
    'both are assigned partitions',
    async () => (await sharesOf(admin)).filter((share) => share > 0).length === 2,
  );
  const whenShared = await fees.ends('observations');
  await pause(2_500);
  const joining = load.lap();
  await pause(2_500);
  const both = load.lap();
  const came = sumOf(await fees.ends('observations')) - sumOf(whenShared);
  const { code, ms } = await second.end('SIGTERM');
  assert.is(code, 0, second.stderr());
  assert.ok(ms < 10_000, `stopped in ${Math.round(ms)} ms`);
  const read = sumOf((await positionsIn('processors-2')).map((at, n) => Math.max(0, at - (whenShared[n] ?? 0))));
  await until('the first has all partitions again', async () => (await sharesOf(admin)).length === 1);
  await pause(2_500);
  const leaving = load.lap();
  const longest = await load.end();
  console.log(
    `  longest wait of an observation: alone ${alone}; while the second joins ${joining}; both ${both}; while it leaves ${leaving}`,
  );
  console.log(`  of ${came} observations while both ran the second read ${read}, and stopped in ${Math.round(ms)} ms`);
  assert.ok(longest <= 10_000, `${longest} ms`);
  assert.ok(read >= came / 5, `${read} of ${came}`);
  await idle();
  await fees.areComplete();
});

/** Lowers the versions in the stored state, as if an earlier release had written it. */
async function lowerVersions(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const name of ['data', 'accounts'] as const) {
    const environment = openEnvironment(join(cluster.directory, folder, 'state', name), false);
    const versions = [...environment.positions.getRange({})].filter(({ key }) => typeof key === 'string');
    environment.transactionSync(() => {
      for (const { key, value } of versions) environment.positions.putSync([String(key)], value - 1);
    });
    names.push(...versions.map(({ key }) => String(key).slice(prefix.length)));
    await environment.close();
  }
  return names.sort();
}

const newReadings = 2 * assets;
const rowsOfChanges = 'SELECT * EXCEPT inserted_at FROM store_changes FINAL ORDER BY ALL FORMAT JSONEachRow';

test('a raised state version: the state is rebuilt from the topics, earlier outputs are not repeated, and new input is processed', async () => {
  await idle();
  await processors.end('SIGTERM');
  const before = { ends: await fees.allEnds(), rows: await fees.rows(rowsOfChanges) };
  const names = await lowerVersions('processors');
  const expected = [
    'accounts',
    'attribute',
    'declare',
    'detect',
    'disclose',
    'ingest',
    'intake',
    'oblige',
    'reconcile',
    'screen',
  ];
  assert.equal(names, expected);
  await fees.append(fees.nextReadings(newReadings));
  processors = await cluster.startWith({ ATTESTRY_LOG_LEVEL: 'info' }, 'processors', 'run', 'processors');
  await idle();
  const after = await fees.allEnds();
  for (const name of names)
    assert.match(processors.stderr(), new RegExp(`"processor":"${name}".*state of another version is rebuilt`));
  // Each reading opens a change and withdraws the previous draft.
  const more: Readonly<Record<string, number>> = { observations: newReadings, changes: 2 * newReadings };
  for (const [topic, end] of Object.entries(before.ends)) assert.is(after[topic], end + (more[topic] ?? 0), topic);
  const rows = new Set(await fees.rows(rowsOfChanges));
  assert.is(rows.size, before.rows.length + newReadings);
  const altered = before.rows.filter((row) => !rows.has(row));
  assert.is(altered.length, assets, 'all rows but those of the withdrawn drafts are unchanged');
  await fees.areComplete();
});

test.run();
