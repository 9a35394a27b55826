import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import type { Config } from '../../../infra/config/config.ts';
import { type Engine, isCluster } from '../../engine/open-engine.ts';
import { boundsOnShards } from './filled-up-to.ts';
import { commandsInserted } from './commands-inserted.ts';
import type { ServiceTables } from './service-tables.ts';

/** How the API of `attestry up` reads the tables. */
export interface ServiceReaders {
  readonly tables: TableReader;
  readonly newsTables: TableReader;
  readonly keyTables: TableReader;
  /**
   * Whether the pushes of this process's sink are complete. They are not where other processes write as well, nor on
   * shards: there rows count only once the sink's committed position covers them, which is after the push.
   */
  readonly pushed: boolean;
}

export function serviceReaders(
  config: Pick<Config, 'clickhouseCluster' | 'kafkaBrokers'>,
  engine: Pick<Engine, 'log' | 'processors'>,
  { api, accounts }: { readonly [Lane in 'api' | 'accounts']: Pick<ServiceTables[Lane], 'query'> },
  clock: () => number,
): ServiceReaders {
  const bounds = boundsOnShards(config, engine, clock);
  return {
    tables: { query: api.query, ...bounds, commandsInserted: commandsInserted(engine) },
    newsTables: { query: accounts.query, ...bounds },
    keyTables: { query: accounts.query },
    pushed: !isCluster(config) && config.clickhouseCluster === null,
  };
}
