import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createApi, listenerOf } from '../../api/app.ts';
import { createOutcomes } from '../../api/outcomes.ts';
import { createRegistryCache } from '../../api/registry-cache.ts';
import type { Config } from '../../infra/config/config.ts';
import { createLifecycle, type Lifecycle } from '../../infra/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import type { FeedLook } from '../../pipeline/publishers/schedule.ts';
import { appendValues } from '../append.ts';
import { type Engine, openEngine, prepareDataDirectory } from '../engine.ts';
import { createHealthBoard, type HealthBoard } from './health-board.ts';
import { startHousekeeping } from './housekeeping.ts';
import { insertedRows } from './inserted-rows.ts';
import { createLatestRuns } from './latest-runs.ts';
import { type Listening, listen, urlOf } from './listen.ts';
import { allowedHosts, httpLimits, openDoor } from './door.ts';
import type { Reading, WorkerRole } from './messages.ts';
import { openServiceTables, type ServiceTables } from './service-tables.ts';
import { startSideDoors } from './side-doors.ts';
import { serviceStatus } from './service-status.ts';
import { version } from './version.ts';
import { startWorker } from './workers.ts';

export interface UpOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly writeLog: (line: string) => void;
  readonly clock: () => number;
  /** Feed ids fetched on their schedule. */
  readonly scheduledFeeds: readonly string[];
  /** Take the next free port when one is taken. */
  readonly searchPorts: boolean;
  /** Says what is being started. */
  readonly stage: (sentence: string) => void;
  /** A part that cannot be restarted ended: the process must exit. */
  readonly onDeath: (reason: string) => void;
}

/** A running service. */
export interface Service {
  readonly engine: Engine;
  readonly tables: ServiceTables;
  readonly lifecycle: Lifecycle;
  readonly board: HealthBoard;
  readonly httpUrl: string;
  readonly sqlUrl: string | null;
  readonly registryUrl: string | null;
  readonly opsUrl: string | null;
  /** Brings the API's caches up to the tables. */
  readonly refreshCaches: () => Promise<void>;
}

const roles: readonly WorkerRole[] = ['accounts', 'sink', 'data'];

/** Starts all roles in this process on the embedded engines: the main thread holds tables and API, workers the rest. */
export async function startService(options: UpOptions): Promise<Service> {
  const { config, logger, clock, stage } = options;
  const lifecycle = createLifecycle(logger);
  const board = createHealthBoard();
  prepareDataDirectory(config);
  await lifecycle.start('service lock', async () => {
    const lock = await acquireServiceLock(config.dataDir, 'attestry up');
    return { value: lock, stop: () => lock.release() };
  });
  const http = createServer(httpLimits);
  const door = openDoor(http, allowedHosts(config));
  const listening = await lifecycle.start('http', () => listenOn(http, options));
  const httpUrl = urlOf(config.httpHost, listening.port);

  stage('log');
  const engine = await lifecycle.start('log', async () => {
    const value = await openEngine(config, logger);
    return { value, stop: () => value.close() };
  });
  stage('tables');
  const tables = await lifecycle.start('tables', async () => {
    const value = await openServiceTables(config, engine.log.logId);
    return { value, stop: () => value.close() };
  });

  const registry = createRegistryCache({ tables: tables.api, logger });
  const outcomes = createOutcomes({ tables: tables.api, clock, woken: true });
  const latestRuns = createLatestRuns(engine);
  const refreshCaches = (): Promise<void> => registry.refresh();

  stage('processors');
  const looks = new Map<string, FeedLook>();
  let reading: Reading | null = null;
  for (const role of roles) board.starting(role);
  await Promise.all(
    roles.map((role) =>
      lifecycle.start(role, async () => {
        const worker = await startWorker(
          {
            logger,
            writeLog: options.writeLog,
            insert: async (lane, table, columns, body) => {
              await (lane === 'accounts' ? tables.accounts : tables.sink).insert(table, columns, body);
              if (table === 'attestry.store_command_outcomes') {
                outcomes.inserted(insertedRows(columns, body));
              }
              if (table === 'attestry.store_asset_records') registry.wake();
            },
            onMessage: (_, message) => {
              if (message.type === 'health') board.told(message.health);
              else if (message.type === 'look') looks.set(message.look.feed, message.look);
              else if (message.type === 'reading') reading = message.reading;
            },
            onDeath: (name, reason) => options.onDeath(`the ${name} role ended: ${reason}`),
          },
          { role, tablesId: tables.tablesId, scheduledFeeds: role === 'data' ? options.scheduledFeeds : [] },
        );
        board.started(role);
        return { value: worker, stop: worker.stop };
      }),
    ),
  );

  stage('API');
  await lifecycle.start('registry cache', async () => {
    await registry.start();
    registry.done.catch((error: unknown) => options.onDeath(`the registry cache ended: ${String(error)}`));
    return { value: registry, stop: () => registry.stop() };
  });
  const app = createApi({
    tables: tables.api,
    commands: {
      send: async (command) => {
        await appendValues(engine, 'accounts.commands', [{ value: command, timestamp: clock() }]);
      },
    },
    outcomes,
    registry,
    clock,
    ids: randomUUID,
    requestIds: () => `req_${randomUUID().replaceAll('-', '')}`,
    logger,
    config: {
      baseUrl: config.baseUrl ?? httpUrl,
      explorerUrl: config.explorerUrl ?? httpUrl,
      publicPageBase: config.publicPageBase ?? httpUrl,
      checkResponses: false,
    },
    health: {
      ready: () => ({ ok: board.failing().length === 0, failing: board.failing() }),
      version: () => version(),
      status: async () => serviceStatus(engine, await latestRuns(), looks, clock()),
    },
  });
  door.serve(listenerOf(app));
  await lifecycle.start('housekeeping', async () => {
    const value = startHousekeeping({ log: engine.log, tables: tables.api, board, logger, clock });
    return { value, stop: value.stop };
  });
  const doors = await startSideDoors({
    ...options,
    engine,
    tables,
    latestRuns,
    lifecycle,
    refreshCaches,
    reading: () => reading,
    board,
  });
  // Started last, so stopped first: what is in flight is answered before anything below it closes.
  await lifecycle.start('requests', async () => ({ value: http, stop: listening.close }));
  return { engine, tables, lifecycle, board, httpUrl, refreshCaches, ...doors };
}

async function listenOn(
  http: ReturnType<typeof createServer>,
  { config, searchPorts, stage }: UpOptions,
): Promise<{ readonly value: Listening; readonly stop: () => Promise<void> }> {
  const value = await listen(http, {
    host: config.httpHost,
    port: config.httpPort,
    variable: 'ATTESTRY_HTTP_PORT',
    searchOnTaken: searchPorts,
    say: stage,
  });
  return { value, stop: value.close };
}
