/** `attestry tables rebuild` on an installation at rest, and after an interruption. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { type Engine, openEngine, tablesDirectory } from '../../../cli/engine/open-engine.ts';
import { lagsOf } from '../../../cli/engine/lags.ts';
import { openServiceTables, type ServiceTables } from '../../../cli/service/tables/service-tables.ts';
import { compareTables } from '../../../cli/verify/compare-tables.ts';
import { storedRows } from '../../../cli/verify/stored-rows.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { acquireServiceLock } from '../../../infra/log/service-lock.ts';
import { packageRoot } from '../../../infra/package-root.ts';
import { runSinkLane } from '../../../pipeline/sink/run-lane.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import { type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import { until } from '../../pipeline/runtime/harness.ts';
import { built } from '../../support/built.ts';
import { firstOutput, kill } from '../../support/children.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { attestry, messageOf, silent } from '../harness.ts';

const perTopic = 12;
const directory = mkdtempSync(join(tmpdir(), 'attestry-rebuild-'));
const environment = { ATTESTRY_DATA_DIR: directory, ATTESTRY_TOPIC_PARTITIONS: '2' };
const { config } = loadConfig(environment);
const data = join(tablesDirectory(config), 'data');
const discarded = join(tablesDirectory(config), 'discarded');
/** Every row of every table, as text. */
let rows: readonly string[];
const filled = topicNames.filter((topic) => sinkTables[topic].length > 0);

test.before(async () => {
  Object.assign(process.env, environment);
  await withEngine(async (engine) => {
    for (const topic of filled) await appendSamples(engine, topic);
  });
  rows = await project();
  assert.ok(rows.length > filled.length * perTopic);
});
test.after(() => rmSync(directory, { recursive: true, force: true }));

async function withEngine<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine(config, silent);
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

async function appendSamples<T extends TopicName>(engine: Engine, topic: T): Promise<void> {
  const values = samplesOf(topic, perTopic).map((value) => ({ value, timestamp: Date.now() }));
  await appendValues(engine, topic, values);
}

/** Opens the tables as `up` does and lets the sinks read the log to its end. Returns the verified rows. */
const project = (): Promise<readonly string[]> =>
  withTables(async (engine, tables) => {
    for (const [name, lane] of [
      ['sink', 'data'],
      ['accounts-sink', 'accounts'],
    ] as const) {
      const carried = filled.filter((topic) => topics[topic].environment === lane);
      const running = await runSinkLane(depsOf(engine), {
        name,
        environment: lane,
        lingerMs: 0,
        tablesId: tables.tablesId,
        epoch: null,
        insert: tables.sink.insert,
      });
      await until(`${name} has read everything`, async () => {
        const lags = await lagsOf(engine.log, engine.openStore(name, lane), carried, null);
        return lags.every(({ lag }) => lag === 0);
      });
      await running.stop();
    }
    await verify(engine, tables);
    return rowsIn(tables);
  });

const verify = async (engine: Engine, { sink }: ServiceTables): Promise<void> => {
  const comparisons = await compareTables(engine, sink);
  assert.equal(
    comparisons.filter(({ lost, duplicate, differing }) => lost + duplicate + differing > 0),
    [],
  );
};

const rowsIn = async ({ sink }: ServiceTables): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const { table, columns } of filled.flatMap((topic) => [...sinkTables[topic]])) {
    for await (const row of storedRows(sink, table, columns)) {
      all.push(`${table} ${JSON.stringify(row)}`);
    }
  }
  return all.sort();
};

const depsOf = ({ log, codec, openStore }: Engine) => ({
  log,
  codec,
  openStore,
  logger: silent,
  clock: Date.now,
  random: Math.random,
  onHealth: () => undefined,
  artifact: () => Promise.reject(new Error('a sink reads no artifacts')),
  reduceArtifact: () => Promise.reject(new Error('a sink reads no artifacts')),
});

const withTables = <T>(use: (engine: Engine, tables: ServiceTables) => Promise<T>): Promise<T> =>
  withEngine(async (engine) => {
    const tables = await openServiceTables(config, engine.log.logId);
    try {
      return await use(engine, tables);
    } finally {
      await tables.close();
    }
  });

/** Starts a script with the modules of the built program. */
const start = (source: string): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: packageRoot(),
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
test('refused while a service runs, and while another process has the tables open; nothing is touched', async () => {
  const lock = await acquireServiceLock(directory, 'attestry up');
  const beside = await attestry('tables', 'rebuild');
  await lock.release();
  assert.is(beside.code, 2);
  assert.match(beside.stderr, /^Attestry already runs on .*: attestry up, process \d+, since .*\. Stop it first/);

  const reader = start(`const { openTables } = await import(${JSON.stringify(built('infra/clickhouse/open-tables'))});
    await openTables({ directory: ${JSON.stringify(tablesDirectory(config))} });
    process.stdout.write('open');
    setInterval(() => undefined, 1000);`);
  await firstOutput(reader);
  const open = await attestry('tables', 'rebuild');
  await kill(reader);
  assert.is(open.code, 2);
  assert.match(open.stderr, new RegExp(`^The tables in .* are open in another process: process ${reader.pid ?? 0} `));
  assert.equal(await withTables((_, tables) => rowsIn(tables)), rows);
});

test('empties the tables, sets the sinks back, and the next start fills them with the same rows', async () => {
  const { code, stdout } = await attestry('tables', 'rebuild', '--json');
  assert.is(code, 0);
  assert.equal(JSON.parse(stdout), { emptied: true, records: filled.length * perTopic });
  assert.equal(readdirSync(tablesDirectory(config)).includes('data'), false);
  // Before the next start, too, no stored offset claims that rows exist.
  await withTables(async (engine, tables) => {
    assert.equal(await rowsIn(tables), []);
    await verify(engine, tables);
  });
  assert.equal(await project(), rows);
});

test('works without tables, and with tables that cannot be opened', async () => {
  rmSync(tablesDirectory(config), { recursive: true });
  const none = await attestry('tables', 'rebuild');
  assert.equal([none.code, none.stdout.split(';')[0]], [0, 'there were no tables']);
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'metadata'), 'not a directory');
  assert.ok((await messageOf(withTables(() => Promise.resolve()))) !== 'no error');
  assert.is((await attestry('tables', 'rebuild')).code, 0);
  assert.equal(await project(), rows);
});

test('tables of another log are refused with a remedy, and the remedy works', async () => {
  assert.match(await messageOf(openServiceTables(config, 'another-log')), /another-log.*run `attestry tables rebuild`/);
  assert.is((await attestry('tables', 'rebuild')).code, 0);
  const tables = await openServiceTables(config, 'another-log');
  await tables.close();
  assert.match(
    await messageOf(withTables(() => Promise.resolve())),
    /were filled from log another-log.*run `attestry tables rebuild`/,
  );
  assert.is((await attestry('tables', 'rebuild')).code, 0);
  assert.equal(await project(), rows);
});

test('killed while it deletes: a start fills new tables, and the command can be repeated', async () => {
  // Enough files that deleting them takes longer than noticing the start of it.
  mkdirSync(join(data, 'ballast'));
  for (let file = 0; file < 20_000; file += 1) writeFileSync(join(data, 'ballast', String(file)), '');
  const child = start(`const { main } = await import(${JSON.stringify(built('cli/main'))});
    await main(['node', 'attestry', 'tables', 'rebuild']);`);
  while (!existsSync(discarded) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1));
  await kill(child);
  assert.equal([existsSync(data), existsSync(discarded)], [false, true]);

  assert.equal(await project(), rows);
  assert.is((await attestry('tables', 'rebuild')).code, 0);
  assert.equal([existsSync(data), existsSync(discarded)], [false, false]);
  assert.equal(await project(), rows);
});

test.run();
