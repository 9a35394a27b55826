import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createSqlEndpoint } from '../../../infra/clickhouse/http-endpoint/endpoint.ts';
import { listenOnSocket } from '../../../infra/clickhouse/http-endpoint/listen.ts';
import type { RawQueries } from '../../../infra/clickhouse/tables.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import { createLimitedServer } from '../../../infra/http/http-limits.ts';
import { createRegistryServer } from '../../../infra/schema-registry/http.ts';
import { tablesSocket } from '../../engine/open-engine.ts';
import { fetchesPath } from '../../engine/tables-client.ts';
import { readByIdentifier } from '../../../api/readmodel/resources/search/queries.ts';
import { answerCoverage, coverageAsked } from '../../coverage/answer-coverage.ts';
import { analystViews } from '../analyst-views.ts';
import { definePart, nothing } from '../part.ts';
import { openPort } from '../ports.ts';

const loopback = '127.0.0.1';

/** Read-only SQL over the public views. Tables on a server have an endpoint of their own. */
export const sqlPort = definePart({
  name: 'SQL port',
  needs: ['tables'],
  gives: ['sqlUrl'],
  start: async (process, { tables }) => {
    if (tables.raw === null) return { sqlUrl: null };
    const endpoint = sqlEndpoint(tables.raw.analyst, process.logger, { allowedViews: analystViews, full: false });
    const sqlUrl = await openPort(process, {
      name: 'sql',
      server: createLimitedServer(endpoint),
      host: loopback,
      port: process.config.sqlPort,
      variable: 'ATTESTRY_SQL_PORT',
    });
    return { sqlUrl };
  },
});

/** The registry of the embedded log; a registry by URL serves itself. */
export const registryPort = definePart({
  name: 'registry port',
  needs: ['engine'],
  gives: ['registryUrl'],
  start: async (process, { engine }) => {
    if (engine.schemas === null) return { registryUrl: null };
    const registryUrl = await openPort(process, {
      name: 'schema registry',
      server: createRegistryServer(engine.schemas, { logger: process.logger }),
      host: loopback,
      port: process.config.registryPort,
      variable: 'ATTESTRY_REGISTRY_PORT',
    });
    return { registryUrl };
  },
});

/**
 * The socket of the tables, for the CLI and `attestry serve`: full read access for users who may read the data
 * directory.
 */
export const tablesSocketPart = definePart({
  name: 'tables socket',
  needs: ['tables', 'caches', 'workers', 'readers', 'coverage'],
  gives: [],
  start: async ({ config, logger, lifecycle }, { tables, caches, workers, readers, coverage }) => {
    const queries =
      tables.raw === null ? answerPings : sqlEndpoint(tables.raw.operator, logger, { allowedViews: [], full: true });
    const byIdentifier = (code: string) => readByIdentifier(readers.tables, code);
    const coverages = { reader: coverage.reader, registry: caches.registry, byIdentifier };
    const handle: RequestListener = (request, response) => {
      const asked = coverageAsked(request.url ?? '');
      if (asked !== null) {
        answerCoverage(asked, coverages).then(
          (answer) => response.end(JSON.stringify(answer)),
          (error: unknown) => response.writeHead(error instanceof RetryableError ? 503 : 500).end(`${String(error)}\n`),
        );
        return;
      }
      if (request.url === '/reading') {
        response.end(JSON.stringify(workers.reading()));
        return;
      }
      if (request.url === fetchesPath) {
        response.end(JSON.stringify([...workers.fetchAttempts.values()]));
        return;
      }
      if (request.url !== '/caches/refresh') {
        queries(request, response);
        return;
      }
      caches.refresh().then(
        () => response.end('Ok.\n'),
        (error: unknown) => response.writeHead(error instanceof RetryableError ? 503 : 500).end(`${String(error)}\n`),
      );
    };
    await lifecycle.start('tables socket', async () => {
      const value = await listenOnSocket(handle, tablesSocket(config));
      return { value, stop: value.close };
    });
    return nothing;
  },
});

/** For tables on a server. Queries go there, but `/ping` still answers. */
const answerPings: RequestListener = (request, response) => {
  if (request.url === '/ping') response.end('Ok.\n');
  else response.writeHead(404).end('the tables are on a server: ATTESTRY_CLICKHOUSE_URL names it\n');
};

const sqlEndpoint = (
  queries: RawQueries,
  logger: Logger,
  access: { readonly allowedViews: readonly string[]; readonly full: boolean },
): RequestListener => createSqlEndpoint({ queries, ...access, logger, allowedHosts: [], newQueryId: randomUUID });
