import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createSqlEndpoint } from '../../infra/clickhouse/http-endpoint/endpoint.ts';
import { listenOnSocket } from '../../infra/clickhouse/http-endpoint/listen.ts';
import type { RawQueries } from '../../infra/clickhouse/tables.ts';
import type { Config } from '../../infra/config/config.ts';
import type { Lifecycle } from '../../infra/lifecycle.ts';
import type { Logger } from '../../infra/logger.ts';
import { createMetrics, createMetricsServer, type Distribution } from '../../infra/metrics.ts';
import { createRegistryServer } from '../../infra/schema-registry/http.ts';
import { topicNames, topics } from '../../schemas/topics.ts';
import { type Engine, tablesSocket } from '../engine.ts';
import { httpLimits } from './door.ts';
import type { HealthBoard } from './health-board.ts';
import type { Reading } from './messages.ts';
import type { LatestRuns } from './latest-runs.ts';
import { listen, urlOf } from './listen.ts';
import { metricSources } from './metric-sources.ts';
import type { ServiceTables } from './service-tables.ts';

export interface SideDoorOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: () => number;
  readonly searchPorts: boolean;
  readonly stage: (sentence: string) => void;
  readonly engine: Engine;
  readonly tables: ServiceTables;
  readonly latestRuns: () => Promise<LatestRuns>;
  readonly lifecycle: Lifecycle;
  readonly board: HealthBoard;
  readonly refreshCaches: () => Promise<void>;
  /** What is measured as it happens. */
  readonly distributions: readonly Distribution[];
  /** The file that is being read, or was read last, where that takes long. */
  readonly reading: () => Reading | null;
}

export interface SideDoors {
  readonly sqlUrl: string | null;
  readonly registryUrl: string | null;
  readonly opsUrl: string | null;
}

/** Views for analysts: the public topics' names with `_` for `.`. */
export const analystViews: readonly string[] = topicNames
  .filter((topic) => topics[topic].public)
  .map((topic) => topic.replaceAll('.', '_'));

const loopback = '127.0.0.1';

/** Opens everything beside the API: the analysts' SQL port, the CLI's socket, the schema registry and the metrics. */
export async function startSideDoors(options: SideDoorOptions): Promise<SideDoors> {
  const { config, logger, clock, engine, tables, latestRuns, board } = options;
  await openSocket(options);
  const metrics = createMetrics(metricSources({ engine, latestRuns, board, clock }), options.distributions);
  const door = (name: string, server: Server, host: string, port: number, variable: string): Promise<string | null> =>
    openPort(options, { name, server, host, port, variable });
  return {
    sqlUrl:
      tables.raw === null
        ? null
        : await door(
            'sql',
            createServer(httpLimits, analystEndpoint(tables.raw.analyst, logger)),
            loopback,
            config.sqlPort,
            'ATTESTRY_SQL_PORT',
          ),
    registryUrl:
      engine.schemas === null
        ? null
        : await door(
            'schema registry',
            createRegistryServer(engine.schemas, { logger }),
            loopback,
            config.registryPort,
            'ATTESTRY_REGISTRY_PORT',
          ),
    opsUrl: await door('metrics', createMetricsServer(metrics), config.opsHost, config.opsPort, 'ATTESTRY_OPS_PORT'),
  };
}

const analystEndpoint = (queries: RawQueries, logger: Logger): RequestListener =>
  createSqlEndpoint({
    queries,
    allowedViews: analystViews,
    full: false,
    logger,
    allowedHosts: [],
    newQueryId: randomUUID,
  });

/** A listener beside the API. */
export interface Door {
  readonly name: string;
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  readonly variable: string;
}

/** Opens one port, unless it is switched off by 0. */
export async function openPort(
  options: Pick<SideDoorOptions, 'lifecycle' | 'searchPorts' | 'stage'>,
  door: Door,
): Promise<string | null> {
  if (door.port === 0) return null;
  const listening = await options.lifecycle.start(door.name, async () => {
    const value = await listen(door.server, {
      host: door.host,
      port: door.port,
      variable: door.variable,
      searchOnTaken: options.searchPorts,
      say: options.stage,
    });
    return { value, stop: value.close };
  });
  return urlOf(door.host, listening.port);
}

const operatorEndpoint = (queries: RawQueries, logger: Logger): RequestListener =>
  createSqlEndpoint({ queries, allowedViews: [], full: true, logger, allowedHosts: [], newQueryId: randomUUID });

/** Tables on a server are read there; that the service runs is told all the same. */
const answerPings: RequestListener = (request, response) => {
  if (request.url === '/ping') response.end('Ok.\n');
  else response.writeHead(404).end('the tables are on a server: ATTESTRY_CLICKHOUSE_URL names it\n');
};

/** The way to the tables for the CLI and for `attestry serve`: full read, and only for whoever may read the data directory. */
async function openSocket({
  config,
  logger,
  tables,
  lifecycle,
  refreshCaches,
  reading,
}: SideDoorOptions): Promise<void> {
  const path = tablesSocket(config);
  const queries = tables.raw === null ? answerPings : operatorEndpoint(tables.raw.operator, logger);
  const handle: RequestListener = (request, response) => {
    if (request.url === '/reading') {
      response.end(JSON.stringify(reading()));
      return;
    }
    if (request.url !== '/caches/refresh') {
      queries(request, response);
      return;
    }
    refreshCaches().then(
      () => response.end('Ok.\n'),
      (error: unknown) => response.writeHead(500).end(`${String(error)}\n`),
    );
  };
  await lifecycle.start('tables socket', async () => {
    const value = await listenOnSocket(handle, path);
    return { value, stop: value.close };
  });
}
