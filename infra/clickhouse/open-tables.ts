import { mkdirSync } from 'node:fs';
import { withTimeout } from '../async/async.ts';
import { floorOf, spaceFinding, volumeOf } from '../disk/free-space.ts';
import type { Logger } from '../logger.ts';
import { type DeathReason, startHost } from './host/child.ts';
import { requireEngine } from './host/engine-package.ts';
import { analystQueries } from './host/analysts/analyst-queries.ts';
import { hostedLane, operatorQueries } from './host/calls/hosted-tables.ts';
import {
  type AnalystLimits,
  defaultAnalystLimits,
  defaultHostLimits,
  type HostLimits,
  serverMemoryBytes,
} from './host/watch/limits.ts';
import type { EngineName } from './owner/engine-name.ts';
import { endOrphans } from './owner/owner-file.ts';
import { type HostFigures, superviseHost, type SupervisedHost, sumOf } from './host/watch/supervise.ts';
import type { Lane } from './embedded/lane-settings.ts';
import type { Tables, TablesEngine } from './tables.ts';

export interface TablesOptions {
  /** Directory of the embedded engine's data and configuration; created if missing. One process at a time. */
  readonly directory: string;
  readonly limits?: HostLimits;
  readonly analystLimits?: AnalystLimits;
  /** Views that analysts may read; all when not given. */
  readonly analystViews?: readonly string[];
  /** Free space of the volume below which nothing is written, MiB; null or none: by its size. */
  readonly freeSpaceMb?: number | null;
  /** Without one, restarts of the engine are not logged. */
  readonly logger?: Pick<Logger, 'warn'>;
  /** Ends the opening, which then throws RetryableError. */
  readonly signal?: AbortSignal;
}

/** Tables in a process of their own. */
export interface HostedTables extends TablesEngine {
  /** What is wrong with that process, for `/readyz`; null when nothing is. */
  readonly finding: () => string | null;
  /** What is wrong with the space of the volume; null when nothing is. */
  readonly spaceFinding: () => string | null;
  /** Calls the listener whenever that process was started again and is open, with the reason; at once if it was before. */
  readonly onReopen: (listener: (reason: DeathReason) => void) => void;
  /** Calls the listener soon after a read or a merge met damaged files, also one of analysts. */
  readonly onDamage: (listener: () => void) => void;
  /** Of the process of the tables, and of those of the analysts together. */
  readonly figures: () => Readonly<Record<'tables' | 'analysts', HostFigures>>;
}

/**
 * Opens the tables in a process of their own, which is started again whenever it ends. Reads and inserts wait for the next
 * one, and are asked once more if it ends meanwhile; then they throw RetryableError. Analysts have two further processes, from their
 * first query on.
 * @throws UsageError when another process has the directory open, or the engine is not installed
 */
export const openTables = async (options: TablesOptions): Promise<HostedTables> => {
  const { directory, limits = defaultHostLimits(), analystLimits = defaultAnalystLimits() } = options;
  requireEngine();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const floorBytes = floorOf(volumeOf(directory), options.freeSpaceMb ?? null);
  await endOrphans(directory);
  const supervised = (engine: EngineName, ofHost: HostLimits): SupervisedHost =>
    superviseHost({
      name: engine === 'tables' ? 'tables' : 'analysts',
      start: () => startHost(engine === 'tables' ? 0 : nicenessOfAnalysts),
      open: {
        engine,
        directory,
        views: engine === 'tables' ? null : (options.analystViews ?? 'all'),
        floorBytes,
        serverMemoryBytes: serverMemoryBytes(ofHost),
      },
      limits: ofHost,
      logger: options.logger ?? null,
    });
  const host = supervised('tables', limits);
  const analysts = enginesOfAnalysts.map((engine) => supervised(engine, analystLimits));
  await host.open(options.signal);
  const lane = (name: Lane): Tables => hostedLane(host, name, limits);
  const lanes = { api: lane('api'), sink: lane('sink'), accounts: lane('accounts'), jobs: lane('jobs') };
  const { cancelled, ...analyst } = analystQueries(analysts, analystLimits);
  const raw = { analyst, operator: operatorQueries(host, limits) };
  const parts = [...Object.values(lanes), ...Object.values(raw)];
  return {
    ...lanes,
    ...raw,
    close: async () => {
      const accepted = Promise.all(parts.map((part) => part.close()));
      await withTimeout(accepted, closeGraceMs, () => undefined);
      await Promise.all([host, ...analysts].map((each) => each.close()));
    },
    finding: host.finding,
    onReopen: host.onReopen,
    onDamage: (listener) => {
      for (const each of [host, ...analysts]) each.onDamage(listener);
    },
    spaceFinding: () => spaceFinding(volumeOf(directory), floorBytes),
    figures: () => ({
      tables: host.figures(),
      analysts: { ...sumOf(analysts.map(({ figures }) => figures())), cancelled: cancelled() },
    }),
  };
};

/** One query runs in each at a time. */
const enginesOfAnalysts = ['analysts', 'analysts-2'] as const;

/** Their queries get about a tenth of a processor that the API, the log or the tables need as well. */
const nicenessOfAnalysts = 10;

/** Time that running queries get to finish when the tables are closed, milliseconds. Inserts get more. */
const closeGraceMs = 1_000;
