import { join } from 'node:path';
import { createUrlSigner } from '../../api/http/signed-url.ts';
import type { Config } from '../../infra/config/config.ts';
import { createLifecycle, type Lifecycle } from '../../infra/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import type { FetchAttempt } from '../../pipeline/publishers/schedule.ts';
import { type Engine, isCluster, openEngine, prepareDataDirectory } from '../engine/open-engine.ts';
import { appendErasure, isErasureAppended } from '../accounts/erase-tenant.ts';
import { layoutOf } from '../engine/server-lanes.ts';
import { openHttpFront } from './http/front.ts';
import { createApiCaches, startApi } from './api-part.ts';
import { tenantKeysOf } from '../accounts/tenant-keys.ts';
import { startErasing } from './jobs/erase-tenants.ts';
import { createHealthBoard, type HealthBoard } from './health/health-board.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { insertAndNotify } from './tables/insert-and-notify.ts';
import { createLatestRuns } from './health/latest-runs.ts';
import type { Reading } from './workers/messages.ts';
import { plansOfAll, runRoles } from './workers/plans.ts';
import { requestDurations } from './http/request-durations.ts';
import { serviceReaders } from './tables/service-readers.ts';
import { openServiceTables, type ServiceTables } from './tables/service-tables.ts';
import { openPorts } from './ports.ts';
import { serverEpoch, startServerWatch } from './tables/server-epoch.ts';
import { serviceStatus } from './health/service-status.ts';
import { loadSigningKeys } from './signing-keys.ts';
import { version } from '../program/version.ts';
import { startLogWatch } from './health/watch-log.ts';
import { type RunningWorker, startWorker } from './workers/workers.ts';

export interface UpOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly writeLog: (line: string) => void;
  readonly clock: () => number;
  /** Feed ids fetched on their schedule. */
  readonly scheduledFeeds: readonly string[];
  /** Take the next free port when one is taken. */
  readonly searchPorts: boolean;
  /** Reports what is being started. */
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
  /** Refreshes the API's caches from the tables. */
  readonly refreshCaches: () => Promise<void>;
}

/** On Kafka each role has a state directory of its own, which another process of that role may have locked. */
const directoriesHeld = (config: Config): readonly string[] => [
  config.dataDir,
  ...(isCluster(config) ? runRoles.map((role) => join(config.dataDir, 'roles', role)) : []),
];

async function makeTopics(config: Config, logger: Logger): Promise<void> {
  // Imported here so that a start without Kafka does not load its client.
  const { applyTopics } = await import('../engine/apply-topics.ts');
  await applyTopics(config, logger);
}

/**
 * Starts all roles in this process on the engines that the settings name. The main thread has the tables and the API,
 * workers the rest.
 */
export async function startService(options: UpOptions): Promise<Service> {
  const { config, logger, clock, stage } = options;
  const lifecycle = createLifecycle(logger);
  const board = createHealthBoard();
  prepareDataDirectory(config);
  for (const directory of directoriesHeld(config)) {
    await lifecycle.start('service lock', async () => {
      const lock = await acquireServiceLock(directory, 'attestry up');
      return { value: lock, stop: () => lock.release() };
    });
  }
  const urlSigner = createUrlSigner(loadSigningKeys(config));
  const front = await openHttpFront({ ...options, lifecycle });
  const { httpUrl } = front;

  stage('log');
  if (isCluster(config)) await makeTopics(config, logger);
  const engine = await lifecycle.start('log', async () => {
    const value = await openEngine(config, logger);
    return { value, stop: () => value.close() };
  });
  stage('tables');
  const tables = await lifecycle.start('tables', async () => {
    const value = await openServiceTables(config, engine.log.logId);
    return { value, stop: () => value.close() };
  });

  const { keyTables, ...readers } = serviceReaders(config, engine, tables, clock);
  const caches = createApiCaches({ ...readers, logger, clock, config });
  const latestRuns = createLatestRuns(engine);

  stage('processors');
  const fetchAttempts = new Map<string, FetchAttempt>();
  let reading: Reading | null = null;
  const plans = plansOfAll(options.scheduledFeeds);
  const lanes: RunningWorker[] = [];
  const life =
    config.clickhouseUrl === null
      ? null
      : await serverEpoch({ tables: tables.accounts, layout: layoutOf(config), logger });
  for (const { role } of plans) board.starting(role);
  await Promise.all(
    plans.map((plan) =>
      lifecycle.start(plan.role, async () => {
        const worker = await startWorker(
          {
            logger,
            writeLog: options.writeLog,
            insert: insertAndNotify(tables, caches),
            onMessage: (_, message) => {
              if (message.type === 'health') board.report(message.health);
              else if (message.type === 'fetchAttempt') fetchAttempts.set(message.attempt.feed, message.attempt);
              else if (message.type === 'reading') reading = message.reading;
            },
            onDeath: (name, reason) => options.onDeath(`the ${name} role ended: ${reason}`),
          },
          { ...plan, tablesId: tables.tablesId, tablesEpoch: life },
        );
        if (plan.lane !== null) lanes.push(worker);
        board.started(plan.role);
        return { value: worker, stop: worker.stop };
      }),
    ),
  );
  if (life !== null) await startServerWatch(config, logger, lifecycle, tables.accounts, lanes);
  if (isCluster(config)) await startLogWatch(lifecycle, engine, board);

  stage('API');
  const durations = requestDurations();
  const stopping = new AbortController();
  await startApi({
    ...options,
    lifecycle,
    engine,
    tables: readers.tables,
    keyTables,
    caches,
    front,
    urlSigner,
    answered: durations.answered,
    stopping: stopping.signal,
    health: {
      ready: () => ({ ok: board.failing().length === 0, failing: board.failing() }),
      version: () => version(),
      status: async () => serviceStatus(engine, await latestRuns(), fetchAttempts, board.failing(), clock()),
    },
  });
  await lifecycle.start('housekeeping', async () => {
    const value = startHousekeeping({ log: engine.log, tables: tables.api, board, logger, clock });
    return { value, stop: value.stop };
  });
  await lifecycle.start('erasing', async () => {
    const value = startErasing({
      keys: tenantKeysOf(config),
      tables: tables.accounts,
      isEndAppended: (tenantId) => isErasureAppended(engine, tenantId),
      end: (tenantId) => appendErasure(engine, tenantId, clock()),
      logger,
    });
    return { value, stop: value.stop };
  });
  const ports = await openPorts({
    ...options,
    engine,
    tables,
    latestRuns,
    lifecycle,
    refreshCaches: caches.refresh,
    reading: () => reading,
    board,
    distributions: [durations.distribution],
  });
  // Started last, so stopped first: requests in flight are answered before any part below closes.
  await lifecycle.start('requests', async () => ({
    value: front,
    stop: async () => {
      board.note('service', 'is stopping');
      stopping.abort();
      await front.drain();
    },
  }));
  return { engine, tables, lifecycle, board, httpUrl, refreshCaches: caches.refresh, ...ports };
}
