import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from '../../logger.ts';
import type { RawQueries } from '../tables.ts';
import { callerRefusal } from './caller.ts';
import { type ClickHouseError, clickhouseError, fromEngine } from './errors.ts';
import { type EngineCatalogue, readEngineCatalogue } from './functions.ts';
import { errorReply, type HttpReply, queryReply, textReply, writeReply } from './reply.ts';
import { readSqlRequest, type SqlRequest } from './request.ts';
import { runQuery } from './run-query.ts';

export interface SqlEndpointOptions {
  readonly queries: RawQueries;
  /** Names in database `attestry` that may be read, when `full` is not set. */
  readonly allowedViews: readonly string[];
  /** Allows reading every table; for the operator's socket only. */
  readonly full: boolean;
  readonly logger: Pick<Logger, 'error'>;
  /** Values of `Host` (`name` or `name:port`) that are accepted besides loopback names. */
  readonly allowedHosts: readonly string[];
  readonly newQueryId: () => string;
}

/** ClickHouse's HTTP interface, read-only, over the embedded tables. */
export const createSqlEndpoint = (options: SqlEndpointOptions): RequestListener => {
  const readCatalogue = rememberedCatalogue(options.queries);
  return (message, response) => {
    answer(message, options, readCatalogue)
      .then((reply) => writeReply(response, reply))
      .catch((error: unknown) => {
        // A client that disconnected while sending is not an error of the service.
        if (message.complete) options.logger.error({ err: error }, 'the SQL endpoint failed');
        response.destroy();
      });
  };
};

type ReadCatalogue = () => Promise<EngineCatalogue>;

/** Reads the engine's catalogue at the first query, and again if that failed. */
const rememberedCatalogue = (queries: RawQueries): ReadCatalogue => {
  let catalogue: Promise<EngineCatalogue> | null = null;
  return async () => {
    catalogue ??= queries.withSession({ settings: {}, parameters: {} }, readEngineCatalogue);
    try {
      return await catalogue;
    } catch (error) {
      catalogue = null;
      throw error;
    }
  };
};

const answer = async (
  message: IncomingMessage,
  options: SqlEndpointOptions,
  readCatalogue: ReadCatalogue,
): Promise<HttpReply> => {
  const refusal = callerRefusal(message, options.allowedHosts);
  if (refusal !== null) return errorReply(clickhouseError(497, refusal), '');
  const method = message.method ?? '';
  if (!['GET', 'HEAD', 'POST'].includes(method)) {
    return errorReply(clickhouseError(344, `Method ${method} is not available here.`, 405), '');
  }
  const url = parseUrl(message.url ?? '/');
  if (url === null) return errorReply(clickhouseError(62, 'The address of the request is not valid.'), '');
  if (url.pathname === '/ping' || url.pathname === '/replicas_status') return textReply(200, 'Ok.\n');
  if (url.pathname !== '/') {
    return textReply(404, `There is no handle ${url.pathname}. Send queries to /, or ask /ping.\n`);
  }
  if (method !== 'POST' && !url.searchParams.has('query')) return textReply(200, 'Ok.\n');
  const request = await readSqlRequest(message, url);
  if ('error' in request) return errorReply(request, '');
  return answerQuery(request, options, readCatalogue);
};

const answerQuery = async (
  request: SqlRequest,
  options: SqlEndpointOptions,
  readCatalogue: ReadCatalogue,
): Promise<HttpReply> => {
  let version = '';
  try {
    const catalogue = await readCatalogue();
    version = catalogue.version;
    const outcome = await runQuery(request, { ...options, catalogue });
    if ('error' in outcome) return errorReply(outcome, version);
    const queryId = request.queryId ?? options.newQueryId();
    return await queryReply({ ...outcome, queryId, gzip: request.acceptsGzip });
  } catch (error) {
    const fromTheEngine = fromEngine(error);
    if (fromTheEngine !== null) return errorReply(fromTheEngine, version);
    options.logger.error({ err: error }, 'a query on the SQL endpoint failed');
    return errorReply(unexpectedError, version);
  }
};

const unexpectedError: ClickHouseError = {
  error: true,
  code: 1001,
  status: 500,
  message: 'The query could not be run. (STD_EXCEPTION)',
};

const parseUrl = (target: string): URL | null => {
  try {
    return new URL(target, 'http://localhost');
  } catch {
    return null;
  }
};
