import { boundLogId, knownTablesId } from '../../../infra/clickhouse/migrate/migrations.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { pause } from '../../../infra/async/async.ts';
import { type UntilStopped, untilStopped } from '../../../infra/async/until-stopped.ts';

export interface WatchTablesOwnerOptions {
  readonly tables: Pick<Tables, 'query'>;
  /** What the tables had when this process began to fill them. */
  readonly logId: string;
  readonly tablesId: string;
  /** Called once; the process must end before it fills tables of another installation. */
  readonly onDeath: (reason: string) => void;
  readonly everyMs?: number;
}

/**
 * Checks that the address of the tables still leads to those that this process fills. A name that now resolves to another
 * server, a load balancer, or a rebuild by another process would otherwise go unnoticed.
 */
export const watchTablesOwner = ({
  tables,
  logId,
  tablesId,
  onDeath,
  everyMs = 5_000,
}: WatchTablesOwnerOptions): UntilStopped =>
  untilStopped(async (signal) => {
    while (!signal.aborted) {
      await pause(everyMs, signal);
      try {
        const [log, id] = await Promise.all([boundLogId(tables), knownTablesId(tables)]);
        if (log !== null && log !== logId) {
          onDeath(`the tables belong to log ${log} by now, and this process fills those of log ${logId}`);
          return;
        }
        if (id !== null && id !== tablesId) {
          onDeath('the tables are others than at the start: they were rebuilt, or their address leads elsewhere');
          return;
        }
      } catch {
        // The server is away, or the tables were dropped: inserts fail as well, and report it.
      }
    }
  });
