import type { Tables } from '../../../infra/clickhouse/tables.ts';

/** The lanes of the background jobs. */
export interface JobTables {
  readonly housekeeping: Pick<Tables, 'query'>;
  readonly accounts: Pick<Tables, 'query'>;
}
