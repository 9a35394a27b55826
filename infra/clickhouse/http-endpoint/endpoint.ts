import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from '../../logger.ts';
import type { RawQueries } from '../tables.ts';
import type { TableRules } from './query-guard.ts';
import { callerRefusal } from './caller.ts';
import { type ClickHouseError, clickhouseError, fromEngine } from './errors.ts';
import { type EngineCatalogue, readEngineCatalogue } from './functions.ts';
import { errorReply, type HttpReply, queryReply, textReply, writeReply } from './reply.ts';
import { readSqlRequest, type SqlRequest } from './request.ts';
import { readTableRules, runQuery } from './run-query.ts';

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
  const readRules = rememberedRules(options);
  return (message, response) => {
    answer(message, options, readRules)
      .then((reply) => writeReply(response, reply))
      .catch((error: unknown) => {
        // A client that disconnected while sending is not an error of the service.
        if (message.complete) options.logger.error({ err: error }, 'the SQL endpoint failed');
        response.destroy();
      });
  };
};

/** What a query may name; null as tables allows every one. */
interface Rules {
  readonly catalogue: EngineCatalogue;
  readonly tables: TableRules | null;
}

type ReadRules = () => Promise<Rules>;

/** Reads the rules at the first query, and again if that failed. */
const rememberedRules = ({ queries, allowedViews, full }: SqlEndpointOptions): ReadRules => {
  let rules: Promise<Rules> | null = null;
  const read = async (): Promise<Rules> => ({
    catalogue: await queries.withSession({ settings: {}, parameters: {} }, readEngineCatalogue),
    tables: full ? null : await readTableRules(queries, allowedViews),
  });
  return async () => {
    rules ??= read();
    try {
      return await rules;
    } catch (error) {
      rules = null;
      throw error;
    }
  };
};

const answer = async (
  message: IncomingMessage,
  options: SqlEndpointOptions,
  readRules: ReadRules,
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
  return answerQuery(request, options, readRules);
};

const answerQuery = async (
  request: SqlRequest,
  options: SqlEndpointOptions,
  readRules: ReadRules,
): Promise<HttpReply> => {
  let version = '';
  try {
    const rules = await readRules();
    version = rules.catalogue.version;
    const outcome = await runQuery(request, { ...options, ...rules });
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
