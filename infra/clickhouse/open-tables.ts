import { withTimeout } from '../async.ts';
import type { Logger } from '../logger.ts';
import { startHost } from './host/child.ts';
import { analystQueries, hostedLane, operatorQueries } from './host/hosted-tables.ts';
import { defaultHostLimits, type HostLimits, serverMemoryBytes } from './host/limits.ts';
import { endOrphan } from './host/owner-file.ts';
import { superviseHost, type SupervisedHost } from './host/supervise.ts';
import type { Lane } from './embedded-lanes.ts';
import type { Tables, TablesEngine } from './tables.ts';

export interface TablesOptions {
  /** Directory of the embedded engine's data and configuration; created if missing. One process at a time. */
  readonly directory: string;
  readonly limits?: HostLimits;
  /** Without one, restarts of the engine are not logged. */
  readonly logger?: Pick<Logger, 'warn'>;
}

/** Tables in a process of their own, and that process. */
export interface HostedTables extends TablesEngine {
  readonly host: Pick<SupervisedHost, 'finding' | 'figures'>;
}

/**
 * Opens the tables in a process of their own, which is started again whenever it ends. Reads and inserts wait for the next
 * one, and are asked once more if it ends meanwhile; then they throw RetryableError.
 * @throws UsageError when another process has the directory open
 */
export const openTables = async ({
  directory,
  limits = defaultHostLimits(),
  logger,
}: TablesOptions): Promise<HostedTables> => {
  await endOrphan(directory);
  const host = superviseHost({
    name: 'tables',
    start: startHost,
    open: { directory, serverMemoryBytes: serverMemoryBytes(limits) },
    limits,
    logger: logger ?? null,
  });
  await host.open();
  const lane = (name: Lane): Tables => hostedLane(host, name, limits);
  const lanes = { api: lane('api'), sink: lane('sink'), accounts: lane('accounts'), jobs: lane('jobs') };
  const raw = { analyst: analystQueries(host), operator: operatorQueries(host, limits) };
  const parts = [...Object.values(lanes), ...Object.values(raw)];
  return {
    ...lanes,
    ...raw,
    close: async () => {
      const accepted = Promise.all(parts.map((part) => part.close()));
      await withTimeout(accepted, closeGraceMs, () => undefined);
      await host.close();
    },
    host,
  };
};

/** Time that running queries get to finish when the tables are closed, milliseconds. Inserts get more. */
const closeGraceMs = 1_000;
