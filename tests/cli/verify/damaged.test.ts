/**
 * A small world as the service leaves it, damaged in one place at a time: each check must detect its damage and no
 * other.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendOutputs } from '../../../cli/log/append-outputs.ts';
import { appendValues } from '../../../cli/log/append.ts';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import { registrySnapshot } from '../../../cli/registry/registry-view.ts';
import { laggards, processorStatus } from '../../../cli/engine/status.ts';
import type { TablesClient } from '../../../cli/engine/tables-client.ts';
import { compareAccounts } from '../../../cli/verify/compare/accounts.ts';
import { compareDetect } from '../../../cli/verify/compare/detect.ts';
import { compareObservations } from '../../../cli/verify/compare/observations.ts';
import { compareTables, type TableComparison } from '../../../cli/verify/compare/tables.ts';
import { explainChange } from '../../../cli/verify/explain/explain-change.ts';
import type { LogRecord } from '../../../infra/log/log.ts';
import { startDataProcessors } from '../../../pipeline/processors/start-data.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { captureFromFiles } from '../../../pipeline/publishers/snapshot.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import { planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import type { RunningProcessor, RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import { runSinkLane } from '../../../pipeline/sink/run-lane.ts';
import type { AccountEvent, Change } from '../../../schemas/generated/records.ts';
import type { TopicName, ValueOf } from '../../../schemas/topics.ts';
import { run } from '../../pipeline/runtime/harness.ts';
import { authorityLine, registryLines } from '../../support/demo-world.ts';
import { type MigratedTables, openMigratedTables } from '../../support/migrated-tables.ts';
import { reached } from '../../support/reached.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { openWorkplace, silent, type Workplace } from '../harness.ts';

const day = 86_400_000;
const start = Date.UTC(2022, 8, 1);
const now = Date.UTC(2026, 10, 1);
const listedWallet = 'eip155:1:0x8589427373D6D84E98730D7795D8f6f8731FDA16';

let place: Workplace;
let tables: MigratedTables;
let client: TablesClient;
let change: Change;

const test = suite('verify on damaged data');
test.before(async () => {
  tables = await openMigratedTables();
  client = { query: (sql, parameters) => tables.query(sql, parameters) };
  place = await openWorkplace();
  await fill(place.engine);
  await settle();
  const changes: Change[] = [];
  for (const record of await recordsOf('changes')) changes.push(decoded('changes', record));
  const listed = changes.find(({ category }) => category === 'sanctions');
  if (listed === undefined) throw new Error('the world has no sanctions change');
  change = listed;
});
test.after(async () => {
  await place.close();
  await tables.close();
});

/** Two assets of an issuer whose wallet a list names, their authorities read twice, and that list in two files. */
async function fill(engine: Engine): Promise<void> {
  const registry = planImport({
    files: [{ name: 'registry', text: registryLines({ assets: 2, wallets: [listedWallet] }).join('\n') }],
    asOf: start,
    now,
    registry: await registrySnapshot(engine),
    signersOf: () => [],
    usedChallenges: new Map(),
  });
  if (!registry.ok) throw new Error(JSON.stringify(registry.issues));
  await appendOutputs(engine, registry.records);
  const { assets } = await registrySnapshot(engine);
  const lines = [0, 1].flatMap((asset) =>
    [1, 2].map((reading) => authorityLine(asset, reading, start + reading * day)),
  );
  const observed = planObservations({
    files: [{ name: 'observations', text: lines.join('\n') }],
    assetOf: (assetId) => assets.get(assetId)?.value,
    now: Date.UTC(2026, 0, 1),
  });
  if (!observed.ok) throw new Error(JSON.stringify(observed.issues));
  await appendOutputs(engine, observed.records);
  const feed = feeds.get('ofac-addresses');
  if (feed === undefined) throw new Error('no feed');
  for (const [name, asOf] of [
    ['ETH-2022-09-03.json', '2022-09-03'],
    ['ETH-2022-11-09.json', '2022-11-09'],
  ] as const) {
    const path = fileURLToPath(new URL(`../../fixtures/ofac-addresses/${name}`, import.meta.url));
    const files = [{ name, bytes: readFileSync(path) }];
    const capture = await captureFromFiles(feed, files, Date.parse(asOf), false, engine);
    await appendValues(engine, 'feed.captures', [{ value: capture, timestamp: Date.parse(asOf) }]);
  }
  await appendValues(engine, 'feed.runs', [
    { value: { ...run('parked', 'x', 0), asOf: Date.UTC(3000, 0, 1) }, timestamp: start },
  ]);
}

const deps = (): RuntimeDeps => ({
  log: place.engine.log,
  codec: place.engine.codec,
  openStore: place.engine.openStore,
  logger: silent,
  clock: () => now,
  random: Math.random,
  onHealth: () => undefined,
  artifact: (sha256) => place.engine.artifacts.get(sha256),
  reduceArtifact: (sha256, reduce, signal) => place.engine.artifacts.read(sha256, reduce, signal),
});

const sinkLane = (): Promise<RunningProcessor> =>
  runSinkLane(deps(), {
    name: 'sink',
    environment: 'data',
    tablesId: 'tables',
    epoch: null,
    lingerMs: 0,
    insert: tables.insert,
  });

/** Accounts and publishers are not part of this world: `intake` and `chains` read nothing. */
const absent: ReadonlySet<string> = new Set(['intake', 'chains']);
const isIdle = async (): Promise<boolean> =>
  laggards(await processorStatus(place.engine)).every(({ name }) => absent.has(name));

/** Runs all processors until no input is left. */
async function settle(): Promise<void> {
  const running = [...(await startDataProcessors(deps(), feeds)), await sinkLane()];
  await reached('everything is read', isIdle);
  for (const processor of running) await processor.stop();
}

async function recordsOf(topic: TopicName): Promise<readonly LogRecord[]> {
  const all: LogRecord[] = [];
  for (const { partition, low, end } of await place.engine.log.ranges(topic)) {
    if (end > low) all.push(...(await place.engine.log.read({ topic, partition, from: low, maxRecords: end - low })));
  }
  return all;
}

const decoded = <T extends TopicName>(topic: T, record: LogRecord): ValueOf<T> =>
  place.engine.codec.decode(topic, record.value ?? Buffer.alloc(0));

/** The engine with other records on its log; null removes one. */
const damaged = (replace: (record: LogRecord) => LogRecord | null): Engine => ({
  ...place.engine,
  log: {
    ...place.engine.log,
    read: async (request) =>
      (await place.engine.log.read(request)).map(replace).filter((record): record is LogRecord => record !== null),
  },
});

/** Replaces the value of the records of a topic that `matches`. */
const tampered = <T extends TopicName>(
  topic: T,
  matches: (value: ValueOf<T>) => boolean,
  change_: (value: ValueOf<T>) => ValueOf<T> | null,
): Engine =>
  damaged((record) => {
    if (record.topic !== topic) return record;
    const value = decoded(topic, record);
    if (!matches(value)) return record;
    const replaced = change_(value);
    return replaced === null ? null : { ...record, value: place.engine.codec.encode(topic, replaced) };
  });

/** Differences of the tables: table to [lost, duplicate, differing]; tables without differences are left out. */
const tableDamage = async (): Promise<Damage> => damageIn(await compareTables(place.engine, client));

type Damage = Readonly<Record<string, readonly number[]>>;
function damageIn(compared: readonly TableComparison[]): Damage {
  const found = compared.map(
    ({ table, lost, duplicate, differing }) =>
      [table.replace('attestry.store_', ''), [lost, duplicate, differing]] as const,
  );
  return Object.fromEntries(found.filter(([, counts]) => counts.some((count) => count > 0)));
}

const detectDamage = async (engine: Engine): Promise<readonly string[]> =>
  (await compareDetect(engine)).differences.map(({ kind, topic, key }) => `${kind} ${topic} ${key}`).sort();

test('without damage nothing is found, the comparison was not empty, and a record that the sink parks is lost in no table', async () => {
  const compared = await compareTables(place.engine, client);
  assert.equal(damageIn(compared), {});
  const rows = new Map(compared.map(({ table, rows: count }) => [table, count]));
  for (const table of [
    'changes',
    'changes_history',
    'observations',
    'asset_records',
    'sanctions_entries',
    'dead_letters',
  ]) {
    assert.ok((rows.get(`attestry.store_${table}`) ?? 0) > 0, table);
  }
  const detect = await compareDetect(place.engine);
  assert.equal(detect.differences, []);
  assert.ok(detect.compared > 4);
  const observations = await compareObservations(place.engine);
  assert.equal([observations.lost, observations.differing], [0, 0]);
  assert.is(observations.artifacts, 2);
  const explained = await explainChange(place.engine, change.id);
  assert.is(explained?.ok, true);
  assert.ok(explained?.observations.some(({ artifact }) => artifact?.ok === true));
  const runs = await recordsOf('feed.runs');
  assert.ok(runs.some((record) => decoded('feed.runs', record).captureId === 'parked'));
  assert.is(rows.get('attestry.store_feed_runs'), runs.length - 1);
});

test('a deleted row is lost, a changed cell differs, and a row without a record on the log is a duplicate', async () => {
  const own = `WHERE id = '${change.id}'`;
  await tables.command(`DELETE FROM attestry.store_changes ${own}`);
  await tables.command(
    `ALTER TABLE attestry.store_changes_history UPDATE category = 'register' ${own} SETTINGS mutations_sync = 2`,
  );
  await tables.command(
    `INSERT INTO attestry.store_asset_records SELECT * REPLACE ('invented' AS asset_id) FROM (SELECT * FROM attestry.store_asset_records LIMIT 1)`,
  );
  assert.equal(await tableDamage(), { asset_records: [0, 1, 0], changes: [1, 0, 0], changes_history: [0, 0, 1] });
  await restoreTables('asset_records', 'changes', 'changes_history');
});

test('an older version of a row in place of the newest differs', async () => {
  const [record] = (await recordsOf('sanctions.entries')).map((one) => decoded('sanctions.entries', one));
  if (record === undefined) throw new Error('no entry');
  const newer = { ...record, status: 'removed' };
  await appendValues(place.engine, 'sanctions.entries', [{ value: newer, timestamp: start + 900 * day }]);
  assert.equal(await tableDamage(), {}, 'what the sink has not read yet is neither lost nor different');
  await settle();
  assert.equal(await tableDamage(), {});
  await tables.command('OPTIMIZE TABLE attestry.store_sanctions_entries FINAL');
  const key = `list = '${record.list}' AND entry_id = '${record.entryId}'`;
  await tables.command(`DELETE FROM attestry.store_sanctions_entries WHERE ${key} AND status = 'removed'`);
  assert.equal(await tableDamage(), { sanctions_entries: [1, 0, 0] });
  await tables.command(
    `INSERT INTO attestry.store_sanctions_entries SELECT * FROM attestry.store_sanctions_entries_history WHERE ${key} AND status = 'listed'`,
  );
  assert.equal(await tableDamage(), { sanctions_entries: [0, 0, 1] });
  await restoreTables('sanctions_entries');
});

test('a row that comes again because the sink replaced it is no duplicate; a second settled row is one', async () => {
  const twice: TablesClient = {
    query: async <R>(sql: string, parameters?: Readonly<Record<string, string>>) => {
      const rows = await client.query<R>(sql, parameters);
      return sql.includes('attestry.store_changes FINAL WHERE') ? [...rows, ...rows.slice(0, 1)] : rows;
    },
  };
  const duplicates = async (engine: Engine): Promise<number | undefined> =>
    (await compareTables(engine, twice)).find(({ table }) => table === 'attestry.store_changes')?.duplicate;
  const behind: Engine = {
    ...place.engine,
    processors: { ...place.engine.processors, positionsOf: async () => ({ position: () => 0, get: () => undefined }) },
  };
  assert.is(await duplicates(place.engine), 1);
  assert.is(await duplicates(behind), 0);
});

test('dead letters that retention has deleted from the log may stay in the table', async () => {
  await place.engine.log.maintain(now + 91 * day);
  assert.equal((await recordsOf('dead.letters')).length, 0);
  assert.equal(await tableDamage(), {});
});

test('a change record with other bytes differs, and cannot be explained', async () => {
  const engine = tampered(
    'changes',
    ({ id }) => id === change.id,
    (value) => ({ ...value, explanation: { ...value.explanation, headline: 'All is well' } }),
  );
  assert.equal(await detectDamage(engine), [`differing changes ${change.id}#${change.revision}`]);
  const explained = await explainChange(engine, change.id);
  assert.equal([explained?.ok, explained?.refoldOk, explained?.idOk], [false, false, true]);
});

test('a missing change record is lost; one without observations is invented', async () => {
  const gone = tampered(
    'changes',
    ({ id }) => id === change.id,
    () => null,
  );
  assert.equal(await detectDamage(gone), [`lost changes ${change.id}#${change.revision}`]);
  assert.is(await explainChange(gone, change.id), null);
  const invented = tampered(
    'changes',
    ({ id }) => id === change.id,
    (value) => ({ ...value, id: 'sanctions:invented' }),
  );
  assert.equal(await detectDamage(invented), [
    `invented changes sanctions:invented#${change.revision}`,
    `lost changes ${change.id}#${change.revision}`,
  ]);
  const explained = await explainChange(invented, 'sanctions:invented');
  assert.equal([explained?.ok, explained?.idOk], [false, false]);
});

test('a record or subjects of an asset with other bytes differ', async () => {
  const engine = tampered(
    'asset.records',
    ({ name }) => name === 'Token 1',
    (value) => ({ ...value, decimals: 18 }),
  );
  assert.is((await detectDamage(engine)).length, 1);
  assert.match((await detectDamage(engine))[0] ?? '', /^differing asset\.records /);
});

test('an observation with other content differs from its id, and the changes it caused are not explained', async () => {
  const engine = tampered(
    'observations',
    ({ id }) => id === change.newObservationId,
    (value) => ({ ...value, quote: 'something else' }),
  );
  const { differing, lost } = await compareObservations(engine);
  assert.equal([differing, lost], [1, 0]);
  const explained = await explainChange(engine, change.id);
  assert.is(explained?.ok, false);
  assert.ok(explained?.observations.some(({ id, ok }) => id === change.newObservationId && !ok));
});

test('a missing observation leaves its change unexplained', async () => {
  const engine = tampered(
    'observations',
    ({ id }) => id === change.newObservationId,
    () => null,
  );
  const explained = await explainChange(engine, change.id);
  assert.is(explained?.ok, false);
  assert.ok((await detectDamage(engine)).some((one) => one.startsWith(`invented changes ${change.id}`)));
});

test('the same change twice on the log is a duplicate', async () => {
  const record = (await recordsOf('changes')).find((one) => decoded('changes', one).id === change.id);
  if (record?.value === null || record === undefined) throw new Error('no record');
  await place.engine.log.append([
    { topic: 'changes', key: record.key ?? '', value: record.value, timestamp: record.timestamp },
  ]);
  assert.equal(await detectDamage(place.engine), [`duplicate changes ${change.id}#${change.revision}`]);
  await settle();
  assert.equal(await tableDamage(), {}, 'the same bytes again are the same row');
});

test('a missing or damaged artifact is lost, and changes that depend on it are not explained', async () => {
  const [first] = (await recordsOf('feed.captures')).map((record) => decoded('feed.captures', record));
  const sha256 = first?.artifacts[0]?.sha256 ?? '';
  const evidence = (await explainChange(place.engine, change.id))?.observations.flatMap(({ artifact }) =>
    artifact === null ? [] : [artifact.sha256],
  );
  assert.ok(evidence?.some((one) => one.length === 64));
  const path = join(place.config.dataDir, 'artifacts', sha256.slice(0, 2), sha256);
  const bytes = await place.engine.artifacts.get(sha256);
  rmSync(path);
  assert.is((await compareObservations(place.engine)).lost, 1);
  const explained = await explainChange(place.engine, change.id);
  assert.is(explained?.ok, evidence?.includes(sha256) !== true);
  await place.engine.artifacts.put(bytes);
  assert.is((await compareObservations(place.engine)).lost, 0);
});

const accountEvents = (seqs: readonly number[]): readonly AccountEvent[] => {
  const [sample] = samplesOf('accounts.events', 1);
  if (sample === undefined) throw new Error('no sample');
  return seqs.map((seq, index) => ({ ...sample, tenantId: 'tenant', seq, eventId: `event-${seq}-${index}` }));
};

const accountCases: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  ['numbered without a gap', [1, 2, 3], [3, 0, 0]],
  ['a missing number is lost', [1, 2, 4, 7], [4, 3, 0]],
  ['the first is missing', [2], [1, 1, 0]],
  ['a number decided twice is a duplicate', [1, 2, 2, 3], [3, 0, 1]],
];

for (const [name, seqs, expected] of accountCases) {
  test(`account events: ${name}`, async () => {
    const other = await openWorkplace();
    try {
      const events = accountEvents(seqs);
      await appendValues(
        other.engine,
        'accounts.events',
        events.map((value) => ({ value, timestamp: start })),
      );
      // Written again after a crash: the same event, no duplicate.
      await appendValues(
        other.engine,
        'accounts.events',
        events.slice(0, 1).map((value) => ({ value, timestamp: start })),
      );
      const { events: count, lost, duplicate } = await compareAccounts(other.engine);
      assert.equal([count, lost, duplicate], expected);
    } finally {
      await other.close();
    }
  });
}

/** Empties tables and fills them again from the log, as the sink of new tables does. */
async function restoreTables(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const identifiers = Object.freeze({ name });
    await tables.command(`TRUNCATE TABLE attestry.store_${identifiers.name}`);
  }
  // The sink parks the record again, so that dead letter is new.
  const written = new Set([...names, 'dead_letters']);
  const lane = await runSinkLane(deps(), {
    name: 'sink',
    environment: 'data',
    tablesId: `restored ${names.join()}`,
    epoch: null,
    lingerMs: 0,
    insert: async (table, columns, body) => {
      if (written.has(table.replace('attestry.store_', ''))) await tables.insert(table, columns, body);
    },
  });
  await reached('the sink has read everything', isIdle);
  await lane.stop();
}

test.run();
