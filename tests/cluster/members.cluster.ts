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
import { newCluster, type RunningRole, type TestCluster } from './support/cluster.ts';
import { printingErrors } from '../support/printing-errors.ts';
import { assets, openFees, type Fees } from './support/fees.ts';
import { watchGenerations } from './support/generations.ts';
import { startLoad } from './support/load.ts';
import { openShares } from './support/shares.ts';
import { until } from './support/until.ts';

const test = suite('processors that share partitions, and that are upgraded');
const { brokers } = await sharedBroker();
/** An address on the sanctions list that this file imports. */
const listed = 'eip155:1:0x01e2919679362dFBC9ee1644Ba9C6da6D6245BB1';

let cluster: TestCluster;
let fees: Fees;
let prefix = '';
let processors: RunningRole;
const ends: (() => Promise<unknown>)[] = [];
let stopLoad = async (): Promise<void> => undefined;

test.before(() => printingErrors(prepare));
test.after.each(() => stopLoad());
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

/** Offsets of `detect`'s input that the group has committed, by partition; 0 before the first commit. */
async function committedBy(admin: kafkajs.Admin): Promise<readonly number[]> {
  const topic = `${prefix}observations`;
  const [found] = await admin.fetchOffsets({ groupId: `${prefix}detect`, topics: [topic] });
  const offsets = new Map(found?.partitions.map(({ partition, offset }) => [partition, Math.max(0, Number(offset))]));
  return [0, 1, 2, 3].map((partition) => offsets.get(partition) ?? 0);
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

/** Changes that come before the next step: each process reads and writes many times meanwhile. */
const enough = 600;

test('R-26 a second process joins and leaves under load: one rebalance each, it reads its share, and no observation is lost or duplicated', async () => {
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  ends.push(() => admin.disconnect());
  const shares = await openShares(brokers, `${prefix}detect`);
  ends.push(shares.close);
  const generations = await watchGenerations(brokers, `${prefix}detect`);
  ends.push(generations.close);
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
  const load = await startLoad(fees);
  // Nothing is idle under a load that goes on, so the next test would only wait.
  stopLoad = load.stop;
  await load.next(enough);
  const alone = load.lap();
  await until('the generation of the group is read', () => generations.newest() > 0);
  const before = { generation: generations.newest(), members: [...(await shares.now()).keys()] };
  assert.is(before.members.length, 1);
  const second = await cluster.start('processors-2', 'run', 'processors');
  await until(
    'both are assigned partitions',
    async () => [...(await shares.now()).values()].filter((share) => share > 0).length === 2,
  );
  const whenShared = await committedBy(admin);
  await load.next(enough);
  const joining = load.lap();
  await load.next(enough);
  const both = load.lap();
  const { code } = await second.end('SIGTERM');
  assert.is(code, 0, second.stderr());
  // A process that does not leave its groups keeps its partitions until its session of 30 s has expired. It gives up leaving
  // when the brokers do not answer for 10 s, and then it warns.
  const hasLeft = (await shares.now()).size === 1 || second.stderr().includes('the group was not left cleanly');
  assert.ok(hasLeft, 'the second leaves its groups when it ends');
  const read = sumOf((await positionsIn('processors-2')).map((at, n) => Math.max(0, at - (whenShared[n] ?? 0))));
  await until('the first has all partitions again', async () => sumOf([...(await shares.now()).values()]) === 4);
  await load.next(enough);
  const leaving = load.lap();
  const longest = await load.end();
  console.log(
    `  longest wait of an observation: alone ${alone}; while the second joins ${joining}; both ${both}; while it leaves ${leaving}; of all ${Math.round(longest)} ms`,
  );
  console.log(`  of ${2 * enough} observations while both ran the second read ${read}`);
  // Each wait is one rebalance: a member that is taken for dead would join again with another id, in a third.
  await until('the generation of the last rebalance is read', () => generations.newest() >= before.generation + 2);
  assert.is(generations.newest(), before.generation + 2);
  assert.equal([...(await shares.now()).keys()], before.members, 'the first was a member all the time');
  assert.ok(read >= (2 * enough) / 5, String(read));
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
