import { mkdirSync } from 'node:fs';
import { withTimeout } from '../async.ts';
import { floorOf, spaceFinding, volumeOf } from '../free-space.ts';
import type { Logger } from '../logger.ts';
import { type DeathReason, startHost } from './host/child.ts';
import { analystQueries, hostedLane, operatorQueries } from './host/hosted-tables.ts';
import { defaultAnalystLimits, defaultHostLimits, type HostLimits, serverMemoryBytes } from './host/limits.ts';
import { endOrphans } from './host/owner-file.ts';
import { type HostFigures, superviseHost, type SupervisedHost } from './host/supervise.ts';
import type { Lane } from './lane-settings.ts';
import type { Tables, TablesEngine } from './tables.ts';

export interface TablesOptions {
  /** Directory of the embedded engine's data and configuration; created if missing. One process at a time. */
  readonly directory: string;
  readonly limits?: HostLimits;
  readonly analystLimits?: HostLimits;
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
  /** By host: that of the tables, and that of the analysts. */
  readonly figures: () => Readonly<Record<'tables' | 'analysts', HostFigures>>;
}

/**
 * Opens the tables in a process of their own, which is started again whenever it ends. Reads and inserts wait for the next
 * one, and are asked once more if it ends meanwhile; then they throw RetryableError. Analysts have a second process, from their
 * first query on.
 * @throws UsageError when another process has the directory open
 */
export const openTables = async (options: TablesOptions): Promise<HostedTables> => {
  const { directory, limits = defaultHostLimits(), analystLimits = defaultAnalystLimits() } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const floorBytes = floorOf(volumeOf(directory), options.freeSpaceMb ?? null);
  await endOrphans(directory);
  const supervised = (name: 'tables' | 'analysts', ofHost: HostLimits): SupervisedHost =>
    superviseHost({
      name,
      start: startHost,
      open: {
        directory,
        views: name === 'tables' ? null : (options.analystViews ?? 'all'),
        floorBytes,
        serverMemoryBytes: serverMemoryBytes(ofHost),
      },
      limits: ofHost,
      logger: options.logger ?? null,
    });
  const host = supervised('tables', limits);
  const analysts = supervised('analysts', analystLimits);
  await host.open(options.signal);
  const lane = (name: Lane): Tables => hostedLane(host, name, limits);
  const lanes = { api: lane('api'), sink: lane('sink'), accounts: lane('accounts'), jobs: lane('jobs') };
  const raw = { analyst: analystQueries(analysts), operator: operatorQueries(host, limits) };
  const parts = [...Object.values(lanes), ...Object.values(raw)];
  return {
    ...lanes,
    ...raw,
    close: async () => {
      const accepted = Promise.all(parts.map((part) => part.close()));
      await withTimeout(accepted, closeGraceMs, () => undefined);
      await Promise.all([host.close(), analysts.close()]);
    },
    finding: host.finding,
    onReopen: host.onReopen,
    onDamage: (listener) => {
      host.onDamage(listener);
      analysts.onDamage(listener);
    },
    spaceFinding: () => spaceFinding(volumeOf(directory), floorBytes),
    figures: () => ({ tables: host.figures(), analysts: analysts.figures() }),
  };
};

/** Time that running queries get to finish when the tables are closed, milliseconds. Inserts get more. */
const closeGraceMs = 1_000;
