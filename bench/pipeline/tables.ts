import { appendChanges, appendReadings } from './table-records.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Engine } from '../../cli/engine/open-engine.ts';
import { openServiceTables, type ServiceTables } from '../../cli/service/tables/service-tables.ts';
import { makeInHand } from '../../cli/service/workers/record-in-hand.ts';
import { startWorker } from '../../cli/service/workers/workers.ts';
import { loadConfig } from '../../infra/config/config.ts';
import { openLocalTables } from '../../tools/local/tables.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atLeast, type Measurement, ratioAtLeast } from '../measurement.ts';
import { type EncodedRows, insertThroughChdb, insertThroughHttp } from '../support/floors/bare-inserts.ts';
import { benchLogger, openBenchEngine } from '../support/engines/engine.ts';
import { inFolder } from '../support/engines/folder.ts';
import { endWithProcess } from '../support/engines/left-behind.ts';
import { makeWorld, type World } from '../support/samples/world.ts';

const target = 12_000;
const shareOfBare = 0.6;
const assets = 2_500;
/** Tables in this process, or behind HTTP in another. */
type Place = 'in process' | 'over HTTP';

/** The sink as in the service: decoding and encoding in a worker, inserting on the main thread. */
export const tablesBench: Bench = {
  name: 'tables',
  measures: 'records from the log into the tables through the sink lane (a change is a row of two tables)',
  cases: {
    observations: (options) => benchTables('observations', appendReadings, 'in process', options),
    changes: (options) => benchTables('changes', appendChanges, 'in process', options),
    'observations over HTTP': (options) => benchTables('observations', appendReadings, 'over HTTP', options),
    'changes over HTTP': (options) => benchTables('changes', appendChanges, 'over HTTP', options),
  },
};

type Append = (engine: Engine, world: World) => Promise<number>;

function benchTables(
  topic: string,
  append: Append,
  place: Place,
  { scale }: BenchOptions,
): Promise<readonly Measurement[]> {
  const world = makeWorld(Math.round(assets * scale));
  return inFolder((folder) =>
    inPlace(place, folder, async (environment, insertBare) => {
      const engine = await openBenchEngine(folder);
      const count = await append(engine, world);
      Object.assign(process.env, environment);
      const tables = await openServiceTables(loadConfig().config, engine.log.logId);
      const { seconds, inserts } = await runSink(tables, count);
      const bareInserts = await copied(tables, inserts);
      // The engine of the service has its directory for itself.
      await tables.close();
      await engine.close();
      const bare = await insertBare(bareInserts);
      const bytes = inserts.reduce((sum, { body }) => sum + body.length, 0);
      const figure = {
        unit: `${topic}/s`,
        value: count / seconds,
        floor: {
          name: `bare inserts of the same bytes ${place} into tables of the same shape, one after the other`,
          value: count / bare,
        },
      };
      const name = `${topic} ${place}, ${Math.round(bytes / count)} bytes of rows each`;
      return [
        { ...figure, name, target: atLeast(target) },
        { ...figure, name: `${name}, beside the bare inserts`, target: ratioAtLeast(shareOfBare) },
      ];
    }),
  );
}

type InsertBare = (inserts: readonly EncodedRows[]) => Promise<number>;

/** Settings for the location of the tables, and a way to insert into them without the service. */
async function inPlace<T>(
  place: Place,
  folder: string,
  work: (environment: Readonly<Record<string, string>>, insertBare: InsertBare) => Promise<T>,
): Promise<T> {
  const environment = { ATTESTRY_DATA_DIR: folder };
  if (place === 'in process') {
    return work(environment, (inserts) => insertThroughChdb(join(folder, 'tables', 'data'), inserts));
  }
  const server = await openLocalTables({ folder: join(folder, 'server') });
  const forget = endWithProcess(join(folder, 'server'));
  try {
    await server.start();
    const { url } = server;
    return await work({ ...environment, ATTESTRY_CLICKHOUSE_URL: url }, (inserts) => insertThroughHttp(url, inserts));
  } finally {
    await server.kill();
    forget();
  }
}

/** Seconds from the worker's readiness to the last row, and all inserts. */
async function runSink(
  tables: ServiceTables,
  count: number,
): Promise<{ readonly seconds: number; readonly inserts: readonly EncodedRows[] }> {
  const inserts: EncodedRows[] = [];
  const rows = new Map<string, number>();
  let finish: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const worker = await startWorker(
    {
      logger: benchLogger(),
      writeLog: (line) => process.stderr.write(line),
      insert: async (_, table, columns, body) => {
        await tables.sink.insert(table, columns, body);
        inserts.push({ table, columns, body });
        rows.set(table, (rows.get(table) ?? 0) + linesIn(body));
        if ([...rows.values()].every((inserted) => inserted === count)) finish();
      },
      onMessage: () => undefined,
      onDeath: (role, reason) => fail(new Error(`the ${role} role ended: ${reason}`)),
    },
    {
      role: 'sink',
      lane: 'sink',
      processors: { accounts: [], data: [] },
      scheduledFeeds: [],
      chains: false,
      documents: false,
      ticks: false,
      background: true,
      tablesId: randomUUID(),
      tablesEpoch: null,
      inHand: makeInHand(),
    },
  );
  const start = performance.now();
  await finished;
  const seconds = (performance.now() - start) / 1000;
  await worker.stop();
  return { seconds, inserts };
}

/** The same inserts, into empty tables of the same shape. */
async function copied({ sink }: ServiceTables, inserts: readonly EncodedRows[]): Promise<readonly EncodedRows[]> {
  const copyOf = (table: string): string => table.replace('.store_', '.bare_');
  for (const table of new Set(inserts.map((insert) => insert.table))) {
    await sink.command(['CREATE TABLE', copyOf(table), 'AS', table].join(' '));
  }
  return inserts.map((insert) => ({ ...insert, table: copyOf(insert.table) }));
}

function linesIn(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines += 1;
  return lines;
}
