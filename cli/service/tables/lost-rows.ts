import { findBrokenTables } from '../../../infra/clickhouse/broken-parts.ts';
import type { HostedTables } from '../../../infra/clickhouse/open-tables.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import type { Logger } from '../../../infra/logger.ts';
import { untilReachable } from '../../engine/until-reachable.ts';
import type { HealthBoard } from '../health/health-board.ts';

export interface LostRowsOptions {
  readonly host: Pick<HostedTables, 'onReopen'>;
  readonly tables: Pick<Tables, 'query'>;
  readonly board: Pick<HealthBoard, 'note'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Tables whose loss the start has reported. */
  readonly reported: readonly string[];
  /** What the operator does about other tables. */
  readonly remedy: string;
}

/** Looks for tables that have lost rows each time their process was started again, and reports them to `/readyz`. */
export function watchReopenings({ host, tables, board, logger, signal, reported, remedy }: LostRowsOptions): void {
  let last: Promise<void> = Promise.resolve();
  const check = async (): Promise<void> => {
    try {
      const found = await untilReachable(() => findBrokenTables(tables), { logger, signal });
      if (found === null) return;
      const names = found.map(({ table }) => table).filter((table) => !reported.includes(table));
      board.note('tables', names.length === 0 ? null : `have lost rows of ${names.join(', ')}: ${remedy}`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      board.note('tables', `could not be searched for lost rows: ${message}`);
    }
  };
  host.onReopen(() => {
    last = last.then(check);
  });
}
