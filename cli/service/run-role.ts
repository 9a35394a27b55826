import { join } from 'node:path';
import type { Config } from '../../infra/config/config.ts';
import { createLifecycle, type Lifecycle } from '../../infra/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import type { EngineEpoch } from '../../pipeline/sink/checkpoints/engine-epoch.ts';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import { createMetrics, createMetricsServer } from '../../infra/metrics.ts';
import { prepareDataDirectory } from '../engine/data-directory.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { awaitTables } from './tables/await-tables.ts';
import { layoutOf, openJobLane, openServerLane } from '../engine/server-lanes.ts';
import { appendErasure, isErasureAppended } from '../accounts/erase-tenant.ts';
import { tenantKeysOf } from '../accounts/tenant-keys.ts';
import { startErasing } from './jobs/erase-tenants.ts';
import { createHealthBoard, type HealthBoard } from './health/health-board.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { failingParts, lagSource } from './health/metric-sources.ts';
import { plansOf, type RunRole } from './workers/plans.ts';
import { openPort } from './ports.ts';
import { serverEpoch, startServerWatch } from './tables/server-epoch.ts';
import { bindTables } from './tables/service-tables.ts';
import { startLogWatch } from './health/watch-log.ts';
import { type RunningWorker, startWorker, type WorkerDeps } from './workers/workers.ts';
import { requireSettings } from './required-settings.ts';
import { warnOfLocalDirectories } from './shared-directories.ts';
import { untilReachable } from '../engine/until-reachable.ts';

export interface RunRoleOptions {
  readonly role: RunRole;
  /** The parts of the role that this process runs: processors, lanes or feeds. */
  readonly parts: readonly string[];
  readonly config: Config;
  readonly logger: Logger;
  readonly writeLog: (line: string) => void;
  /** Take the next free port when one is taken. */
  readonly searchPorts: boolean;
  /** Reports what is being started. */
  readonly stage: (sentence: string) => void;
  /** Ends the wait for engines. */
  readonly signal: AbortSignal;
  /** A part that cannot be restarted ended: the process must exit. */
  readonly onDeath: (reason: string) => void;
}

export interface RunningRole {
  readonly lifecycle: Lifecycle;
  readonly opsUrl: string | null;
}

/**
 * Starts one role of a cluster in this process. Null when `signal` ended the wait for its engines. Throws
 * ConfigurationError that names the missing settings.
 */
export async function startRole(options: RunRoleOptions): Promise<RunningRole | null> {
  const { role, config, logger, stage } = options;
  requireSettings(
    config,
    ['kafkaBrokers', 'schemaRegistryUrl', ...(role === 'sink' ? (['clickhouseUrl', 'tenantKeysDir'] as const) : [])],
    `attestry run ${role}`,
  );
  warnOfLocalDirectories(config, logger);
  const lifecycle = createLifecycle(logger);
  const board = createHealthBoard();
  board.starting(role);
  await lockState(config, lifecycle, role);
  let engine: Engine | null = null;
  const parts = new Set(options.parts);
  const metrics = createMetrics([
    ...(role === 'publishers' ? [] : [lagSource(async () => engine, parts)]),
    failingParts(board),
  ]);
  const opsUrl = await openPort(
    { ...options, lifecycle },
    {
      name: 'metrics',
      server: createMetricsServer(metrics, board.failing),
      host: config.opsHost,
      port: config.opsPort,
      variable: 'ATTESTRY_OPS_PORT',
    },
  );
  stage('log');
  engine = await lifecycle.start('log', async () => {
    const value = await untilReachable(() => openEngine(config, logger), options);
    return { value, stop: async () => value?.close() };
  });
  const sink = engine === null || role !== 'sink' ? noTables : await openSink(options, lifecycle, engine.log.logId);
  if (engine === null || sink === null) {
    await lifecycle.stop();
    return null;
  }
  stage(role);
  const workers = await startParts(options, lifecycle, {
    tablesId: sink.tablesId,
    life: sink.life,
    insert: sink.insert,
    report: board.report,
  });
  board.started(role);
  await startLogWatch(lifecycle, engine, board);
  if (role === 'sink') await startJobs(options, lifecycle, engine, board, workers);
  await lifecycle.start('readiness', async () => ({
    value: null,
    stop: async () => board.note('service', 'is stopping'),
  }));
  return { lifecycle, opsUrl };
}

/** Jobs of every sink. They are idempotent, so several sinks may run them. */
async function startJobs(
  { config, logger }: RunRoleOptions,
  lifecycle: Lifecycle,
  engine: Engine,
  board: HealthBoard,
  lanes: readonly RunningWorker[],
): Promise<void> {
  const tables = openServerLane(config, 'accounts', 1);
  const clock = Date.now;
  await lifecycle.start('tables of housekeeping', async () => ({ value: tables, stop: tables.close }));
  await startServerWatch(config, logger, lifecycle, tables, lanes);
  await lifecycle.start('housekeeping', async () => {
    const value = startHousekeeping({ log: engine.log, tables, board, logger, clock });
    return { value, stop: value.stop };
  });
  await lifecycle.start('erasing', async () => {
    const isEndAppended = (tenantId: string): Promise<boolean> => isErasureAppended(engine, tenantId);
    const end = (tenantId: string): Promise<void> => appendErasure(engine, tenantId, clock());
    const value = startErasing({ keys: tenantKeysOf(config), tables, isEndAppended, end, logger });
    return { value, stop: value.stop };
  });
}

/** State in a data directory has one owner: a second process of the role gets a directory of its own. */
async function lockState(config: Config, lifecycle: Lifecycle, role: RunRole): Promise<void> {
  prepareDataDirectory(config, 'state');
  await lifecycle.start('lock', async () => {
    const lock = await acquireServiceLock(join(config.dataDir, 'roles', role), `attestry run ${role}`);
    return { value: lock, stop: lock.release };
  });
}

interface Sink {
  readonly tablesId: string;
  readonly life: EngineEpoch | null;
  readonly insert: WorkerDeps['insert'];
}

const noTables: Sink = {
  tablesId: '',
  life: null,
  insert: async () => {
    throw new Error('this role has no tables');
  },
};

/** Opens the tables that the sink fills, once they exist. */
async function openSink(
  { config, logger, signal, stage }: RunRoleOptions,
  lifecycle: Lifecycle,
  logId: string,
): Promise<Sink | null> {
  stage('tables');
  const jobs = openJobLane(config);
  try {
    if (!(await awaitTables({ tables: jobs, logId, logger, signal, fills: true }))) return null;
    const tablesId = await untilReachable(() => bindTables(jobs, logId), { logger, signal });
    if (tablesId === null) return null;
    const looking = { tables: jobs, layout: layoutOf(config), logger };
    const life = await untilReachable(() => serverEpoch(looking), { logger, signal });
    if (life === null) return null;
    const lanes = { sink: openServerLane(config, 'sink'), 'accounts-sink': openServerLane(config, 'accounts') };
    for (const [name, lane] of Object.entries(lanes)) {
      await lifecycle.start(`tables of ${name}`, async () => ({ value: lane, stop: lane.close }));
    }
    return { tablesId, life, insert: (lane, table, columns, body) => lanes[lane].insert(table, columns, body) };
  } finally {
    await jobs.close();
  }
}

async function startParts(
  { role, parts, logger, writeLog, onDeath }: RunRoleOptions,
  lifecycle: Lifecycle,
  { tablesId, life, insert, report }: Sink & { readonly report: HealthBoard['report'] },
): Promise<readonly RunningWorker[]> {
  return Promise.all(
    plansOf(role, parts).map((plan) =>
      lifecycle.start(plan.role, async () => {
        const worker = await startWorker(
          {
            logger,
            writeLog,
            insert,
            onMessage: (_, message) => {
              if (message.type === 'health') report(message.health);
            },
            onDeath: (name, reason) => onDeath(`${name} ended: ${reason}`),
          },
          { ...plan, tablesId, tablesEpoch: life },
        );
        return { value: worker, stop: worker.stop };
      }),
    ),
  );
}
