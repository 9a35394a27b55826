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
import { type Engine, tablesSocket } from '../engine/open-engine.ts';
import { httpLimits } from './http/listener.ts';
import type { HealthBoard } from './health/health-board.ts';
import type { Reading } from './workers/messages.ts';
import type { LatestRuns } from './health/latest-runs.ts';
import { listen, urlOf } from './http/listen.ts';
import { metricSources } from './health/metric-sources.ts';
import type { ServiceTables } from './tables/service-tables.ts';

export interface PortOptions {
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
  /** Distributions that are recorded as requests are served. */
  readonly distributions: readonly Distribution[];
  /** The large file that is being read, or was read last; null if there was none. */
  readonly reading: () => Reading | null;
}

export interface Ports {
  readonly sqlUrl: string | null;
  readonly registryUrl: string | null;
  readonly opsUrl: string | null;
}

/** Views for analysts: the names of the public topics with `_` for `.`. */
export const analystViews: readonly string[] = topicNames
  .filter((topic) => topics[topic].public)
  .map((topic) => topic.replaceAll('.', '_'));

const loopback = '127.0.0.1';

/** Opens every port besides the API: SQL for analysts, the CLI's socket, the schema registry and the metrics. */
export async function openPorts(options: PortOptions): Promise<Ports> {
  const { config, logger, clock, engine, tables, latestRuns, board } = options;
  await openSocket(options);
  const metrics = createMetrics(metricSources({ engine, latestRuns, board, clock }), options.distributions);
  const open = (name: string, server: Server, host: string, port: number, variable: string): Promise<string | null> =>
    openPort(options, { name, server, host, port, variable });
  return {
    sqlUrl:
      tables.raw === null
        ? null
        : await open(
            'sql',
            createServer(httpLimits, analystEndpoint(tables.raw.analyst, logger)),
            loopback,
            config.sqlPort,
            'ATTESTRY_SQL_PORT',
          ),
    registryUrl:
      engine.schemas === null
        ? null
        : await open(
            'schema registry',
            createRegistryServer(engine.schemas, { logger }),
            loopback,
            config.registryPort,
            'ATTESTRY_REGISTRY_PORT',
          ),
    opsUrl: await open('metrics', createMetricsServer(metrics), config.opsHost, config.opsPort, 'ATTESTRY_OPS_PORT'),
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

/** A listener besides the API. */
export interface Port {
  readonly name: string;
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  readonly variable: string;
}

/** Opens one port; 0 switches it off. */
export async function openPort(
  options: Pick<PortOptions, 'lifecycle' | 'searchPorts' | 'stage'>,
  { name, server, host, port, variable }: Port,
): Promise<string | null> {
  if (port === 0) return null;
  const listening = await options.lifecycle.start(name, async () => {
    const value = await listen(server, {
      host,
      port,
      variable,
      searchOnTaken: options.searchPorts,
      say: options.stage,
    });
    return { value, stop: value.close };
  });
  return urlOf(host, listening.port);
}

const operatorEndpoint = (queries: RawQueries, logger: Logger): RequestListener =>
  createSqlEndpoint({ queries, allowedViews: [], full: true, logger, allowedHosts: [], newQueryId: randomUUID });

/** For tables on a server. Queries go there, but `/ping` still answers. */
const answerPings: RequestListener = (request, response) => {
  if (request.url === '/ping') response.end('Ok.\n');
  else response.writeHead(404).end('the tables are on a server: ATTESTRY_CLICKHOUSE_URL names it\n');
};

/**
 * The socket of the tables, for the CLI and `attestry serve`: full read access for users who may read the data
 * directory.
 */
async function openSocket({ config, logger, tables, lifecycle, refreshCaches, reading }: PortOptions): Promise<void> {
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
