import { clusterSettings } from '../../infra/clickhouse/server/cluster-settings.ts';
import { requestLimits } from '../../infra/clickhouse/embedded/engine-config.ts';
import type { TablesLayout } from '../../infra/clickhouse/migrate/migration-template.ts';
import { openServerTables, type ServerAddress } from '../../infra/clickhouse/server/server-tables.ts';
import { tablesByPath, tablesByUrl } from '../../infra/clickhouse/migrate/tables-format.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import type { Config } from '../../infra/config/config.ts';
import type { StoredData } from '../../infra/data-format.ts';
import { tablesSocket } from './data-directory.ts';

/** The purpose of a connection to the tables. */
export type LaneUse = keyof typeof clusterSettings;

/**
 * Number of connections, and the longest time a query may take in milliseconds. An insert that takes longer is sent
 * again.
 */
const lanes: Readonly<Record<LaneUse, { readonly connections: number; readonly limitMs: number }>> = {
  api: { connections: 3, limitMs: 5_000 },
  sink: { connections: 4, limitMs: 60_000 },
  accounts: { connections: 4, limitMs: 30_000 },
  // Migrations and the operator's own queries.
  jobs: { connections: 1, limitMs: 600_000 },
};

/** The address of tables that another process owns: a server by URL, or the socket of a running service. */
const addressOfTables = (config: Config): ServerAddress => {
  const { clickhouseUrl: url, clickhouseCaFile: ca } = config;
  if (url === null) return { socketPath: tablesSocket(config) };
  return ca === null ? { url } : { url, ca };
};

/** Host and port of the server of the tables, without user and password. */
export const placeOfTables = ({ clickhouseUrl }: Pick<Config, 'clickhouseUrl'>): string =>
  clickhouseUrl === null ? 'the data directory' : new URL(clickhouseUrl).host;

/** The tables of the settings, as an error calls them. */
export const storedTables = (config: Pick<Config, 'clickhouseUrl'>): StoredData =>
  config.clickhouseUrl === null ? tablesByPath : tablesByUrl(placeOfTables(config));

/** A lane for one use. On a cluster of servers, the connection has the settings of that use. */
export function openServerLane(config: Config, use: LaneUse, connections = lanes[use].connections): Tables {
  const settings = {
    ...(use === 'api' ? requestLimits : {}),
    ...(config.clickhouseCluster === null ? {} : clusterSettings[use]),
  };
  return openServerTables(addressOfTables(config), {
    connections,
    limitMs: lanes[use].limitMs,
    ...(use === 'api' ? { database: 'attestry' } : {}),
    settings,
  });
}

/** A lane for migrations, which start before the database exists. */
export const openJobLane = (config: Config): Tables => openServerLane(config, 'jobs');

export const layoutOf = ({ clickhouseCluster: cluster }: Config): TablesLayout =>
  cluster === null ? { kind: 'single' } : { kind: 'cluster', cluster };
