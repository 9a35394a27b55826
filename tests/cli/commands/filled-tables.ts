/** A log with samples of every topic, and tables that the sinks fill from it, as `up` does. */
import { appendValues } from '../../../cli/log/append.ts';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import { lagsOf } from '../../../cli/engine/lags.ts';
import { openServiceTables, type ServiceTables } from '../../../cli/service/tables/service-tables.ts';
import { compareTables } from '../../../cli/verify/compare/tables.ts';
import { columnTypesIn, storedRows } from '../../../cli/verify/compare/stored-rows.ts';
import type { Config } from '../../../infra/config/config.ts';
import type { RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import { runSinkLane } from '../../../pipeline/sink/run-lane.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import { type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import { reached } from '../../support/reached.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { openCleanLog, silent } from '../harness.ts';

/** Topics that have tables. */
export const filled = topicNames.filter((topic) => sinkTables[topic].length > 0);
/** The sinks of `up` and what they read. */
export const lanes = (
  [
    ['sink', 'data'],
    ['accounts-sink', 'accounts'],
  ] as const
).map(([name, lane]) => ({
  name,
  lane,
  topics: filled.filter((topic) => topics[topic].environment === lane),
}));

const now = Date.UTC(2026, 0, 1);

export async function withLog<T>(config: Config, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openCleanLog(config);
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** Opens the tables as `up` does. */
export const withTables = <T>(config: Config, use: (engine: Engine, tables: ServiceTables) => Promise<T>): Promise<T> =>
  withLog(config, async (engine) => {
    const tables = await openServiceTables(config, engine.log.logId);
    try {
      return await use(engine, tables);
    } finally {
      await tables.close();
    }
  });

export async function appendSamples<T extends TopicName>(engine: Engine, topic: T, count: number): Promise<void> {
  await appendValues(
    engine,
    topic,
    samplesOf(topic, count).map((value) => ({ value, timestamp: now })),
  );
}

/** Lets the sinks read the log to its end. */
export async function fill(engine: Engine, { tablesId, sink }: ServiceTables): Promise<void> {
  for (const { name, lane, topics: carried } of lanes) {
    const running = await runSinkLane(depsOf(engine), {
      name,
      environment: lane,
      lingerMs: 0,
      tablesId,
      epoch: null,
      insert: sink.insert,
    });
    await reached(`${name} has read everything`, async () => {
      const lags = await lagsOf(engine.log, engine.openStore(name, lane), carried, null);
      return lags.every(({ lag }) => lag === 0);
    });
    await running.stop();
  }
}

const depsOf = ({ log, codec, openStore }: Engine): RuntimeDeps => ({
  log,
  codec,
  openStore,
  logger: silent,
  clock: () => now,
  random: Math.random,
  onHealth: () => undefined,
  artifact: () => Promise.reject(new Error('a sink reads no artifacts')),
  reduceArtifact: () => Promise.reject(new Error('a sink reads no artifacts')),
});

/** Throws unless each table has exactly the rows that the log implies up to where its sink has read. */
export async function verify(engine: Engine, { sink }: ServiceTables): Promise<void> {
  const wrong = (await compareTables(engine, sink)).filter(
    ({ lost, duplicate, differing }) => lost + duplicate + differing > 0,
  );
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
}

/** All rows as text, in order. */
export async function rowsIn({ sink }: ServiceTables): Promise<readonly string[]> {
  const all: string[] = [];
  const types = await columnTypesIn(sink);
  for (const { table, columns } of filled.flatMap((topic) => [...sinkTables[topic]])) {
    for await (const row of storedRows(sink, table, columns, types)) all.push(`${table} ${JSON.stringify(row)}`);
  }
  return all.sort();
}
