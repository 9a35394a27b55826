import { clusterSettings } from '../infra/clickhouse/cluster-settings.ts';
import { requestLimits } from '../infra/clickhouse/engine-config.ts';
import type { TablesLayout } from '../infra/clickhouse/migration-template.ts';
import { openServerTables, type ServerAddress } from '../infra/clickhouse/server-tables.ts';
import type { Tables } from '../infra/clickhouse/tables.ts';
import type { Config } from '../infra/config/config.ts';
import { tablesSocket } from './data-directory.ts';

/** What a connection to the tables is for. */
export type LaneUse = keyof typeof clusterSettings;

/** Connections, and the longest a query may take, milliseconds. An insert that hangs is sent again. */
const lanes: Readonly<Record<LaneUse, { readonly connections: number; readonly limitMs: number }>> = {
  api: { connections: 3, limitMs: 5_000 },
  sink: { connections: 4, limitMs: 60_000 },
  accounts: { connections: 4, limitMs: 30_000 },
  // Migrations and the operator's own queries.
  jobs: { connections: 1, limitMs: 600_000 },
};

/** Where the tables are that another process holds: a server by URL, or the socket of a running service. */
export const addressOfTables = (config: Config): ServerAddress => {
  const { clickhouseUrl: url, clickhouseCaFile: ca } = config;
  if (url === null) return { socketPath: tablesSocket(config) };
  return ca === null ? { url } : { url, ca };
};

/** A lane for one use; on a cluster of servers with the settings that use asks for. */
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

/** A lane for migrations, which begin where there is no database yet. */
export const openJobLane = (config: Config): Tables => openServerLane(config, 'jobs');

export const layoutOf = ({ clickhouseCluster: cluster }: Config): TablesLayout =>
  cluster === null ? { kind: 'single' } : { kind: 'cluster', cluster };
