import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createUrlSigner } from '../../api/http/signed-url.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { createLifecycle, type Lifecycle } from '../../infra/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import { createMetrics, createMetricsServer } from '../../infra/metrics.ts';
import { isCluster, openEngine } from '../engine/open-engine.ts';
import { requireSettings } from './required-settings.ts';
import { warnOfLocalDirectories } from './shared-directories.ts';
import { untilReachable } from '../engine/until-reachable.ts';
import { openServerLane } from '../engine/server-lanes.ts';
import { createHealthBoard } from './health/health-board.ts';
import { createLatestRuns } from './health/latest-runs.ts';
import { failingParts } from './health/metric-sources.ts';
import { requestDurations } from './http/request-durations.ts';
import { serviceStatus } from './health/service-status.ts';
import { openPort } from './ports.ts';
import { loadSigningKeys } from './signing-keys.ts';
import { version } from '../program/version.ts';
import { awaitTables } from './tables/await-tables.ts';
import { boundsOnShards } from './tables/filled-up-to.ts';
import { openHttpFront } from './http/front.ts';
import { createApiCaches, startApi } from './api-part.ts';
import { watchEngines } from './health/watch-engines.ts';

export interface ServeOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: () => number;
  /** Take the next free port when one is taken. */
  readonly searchPorts: boolean;
  /** Reports what is being started. */
  readonly stage: (sentence: string) => void;
  /** Ends the wait for the tables. */
  readonly signal: AbortSignal;
  /** A part that cannot be restarted ended: the process must exit. */
  readonly onDeath: (reason: string) => void;
}

export interface ApiProcess {
  readonly lifecycle: Lifecycle;
  readonly httpUrl: string;
  readonly opsUrl: string | null;
}

/** Connections for requests, and for the polls of the caches and of requests that wait for an outcome. */
const requestConnections = 3;
const cacheConnections = 2;
/** Keys are looked up in one query at a time. Behind other queries, that lookup would delay all requests. */
const keyConnections = 1;

/**
 * Starts the API alone: it reads tables that another process owns and appends commands to the log. Null when `signal`
 * ended the wait for the tables.
 */
export async function startServe(options: ServeOptions): Promise<ApiProcess | null> {
  const { config, logger, clock, stage, onDeath } = options;
  if (isCluster(config)) {
    requireSettings(config, ['clickhouseUrl', 'signingKeys', 'tenantKeysDir'], 'attestry serve');
    warnOfLocalDirectories(config, logger);
  } else {
    refuseWithoutLog(config);
  }
  const lifecycle = createLifecycle(logger);
  const board = createHealthBoard();
  const urlSigner = createUrlSigner(loadSigningKeys(config));
  const front = await openHttpFront({ ...options, lifecycle });

  stage('log');
  const engine = await lifecycle.start('log', async () => {
    const value = await untilReachable(() => openEngine(config, logger), options);
    return { value, stop: async () => value?.close() };
  });
  if (engine === null) {
    await lifecycle.stop();
    return null;
  }
  stage('tables');
  const bounds = boundsOnShards(config, engine, clock);
  const tables = { ...(await openLane(config, lifecycle, 'tables', requestConnections)), ...bounds };
  const newsTables = { ...(await openLane(config, lifecycle, 'tables for caches', cacheConnections)), ...bounds };
  const keyTables = await openLane(config, lifecycle, 'tables for keys', keyConnections);
  const arrived = await lifecycle.start('wait for tables', async () => ({
    value: await awaitTables({ tables: newsTables, logId: engine.log.logId, logger, signal: options.signal }),
    stop: async () => undefined,
  }));
  if (!arrived) {
    await lifecycle.stop();
    return null;
  }

  stage('API');
  const latestRuns = createLatestRuns(engine);
  const durations = requestDurations();
  const stopping = new AbortController();
  await startApi({
    ...options,
    lifecycle,
    engine,
    tables,
    keyTables,
    caches: createApiCaches({ tables, newsTables, logger, clock, pushed: false, config }),
    front,
    urlSigner,
    answered: durations.answered,
    stopping: stopping.signal,
    health: {
      ready: () => ({ ok: board.failing().length === 0, failing: board.failing() }),
      version: () => version(),
      status: async () => serviceStatus(engine, await latestRuns(), new Map(), board.failing(), clock()),
    },
  });
  await lifecycle.start('watch of engines', async () => {
    const value = watchEngines({
      dataDir: isCluster(config) ? null : config.dataDir,
      engine,
      tables: newsTables,
      board,
      clock,
      onDeath,
    });
    return { value, stop: value.stop };
  });
  const opsUrl = await openPort(
    { ...options, lifecycle },
    {
      name: 'metrics',
      server: createMetricsServer(createMetrics([failingParts(board)], [durations.distribution])),
      host: config.opsHost,
      port: config.opsPort,
      variable: 'ATTESTRY_OPS_PORT',
    },
  );
  // Started last, so stopped first: requests in flight are answered before any part below closes.
  await lifecycle.start('requests', async () => ({
    value: front,
    stop: async () => {
      board.note('service', 'is stopping');
      stopping.abort();
      await front.drain();
    },
  }));
  return { lifecycle, httpUrl: front.httpUrl, opsUrl };
}

/** No processor would read a log created here. */
function refuseWithoutLog({ dataDir }: Config): void {
  if (existsSync(join(dataDir, 'log', 'accounts', 'data.mdb'))) return;
  throw new ConfigurationError([
    `ATTESTRY_DATA_DIR: ${dataDir} holds no log; name the directory of a running attestry up, or start it there first`,
  ]);
}

const openLane = (
  config: Config,
  lifecycle: Lifecycle,
  name: string,
  connections: number,
): Promise<Pick<Tables, 'query'>> =>
  lifecycle.start(name, async () => {
    const value = openServerLane(config, 'api', connections);
    return { value, stop: value.close };
  });
