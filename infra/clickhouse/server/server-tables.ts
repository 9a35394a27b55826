import { once } from 'node:events';
import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { ClickHouseError, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { withTimeout } from '../../async/async.ts';
import { certificateRemedy } from '../../http/certificate-remedy.ts';
import { RetryableError } from '../../errors.ts';
import { clientConstants } from '../embedded/engine-config.ts';
import { typedEngineError } from '../engine-errors.ts';
import type { Tables } from '../tables.ts';

/** A ClickHouse server, or the socket of a running service (`<data>/tables.sock`), which speaks the same protocol. */
export type ServerAddress =
  | {
      readonly url: string;
      /** PEM certificates that are trusted instead of the system's. */
      readonly ca?: string;
    }
  | { readonly socketPath: string };

export interface ServerTablesOptions {
  /** Concurrent queries; further ones wait. */
  readonly connections: number;
  /** Limit of a query including network time, milliseconds. */
  readonly limitMs: number;
  /** Further settings of the connections. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Database of unqualified names; the server's default when not given. */
  readonly database?: string;
}

/**
 * Reads and writes the tables of another process. Opening sends no request, so the server may be unreachable for a while.
 * Each call throws RetryableError when the server does not answer in time, and for errors that may pass.
 */
export function openServerTables(address: ServerAddress, options: ServerTablesOptions): Tables {
  const { connections, limitMs } = options;
  const client = createClient({
    ...clientOptions(address, connections),
    ...(options.database === undefined ? {} : { database: options.database }),
    // The signal of a query fires earlier and gives a better error.
    request_timeout: limitMs + 1_000,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_execution_time: limitMs / 1_000,
      output_format_json_quote_64bit_integers: 1,
      session_timezone: 'UTC',
      // The complete result or an error, never a part of the result.
      wait_end_of_query: 1,
      ...options.settings,
    },
  });
  const running = new Set<Promise<unknown>>();
  let closed = false;
  const attempt = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await work(AbortSignal.timeout(limitMs));
    } catch (error) {
      throw error instanceof ClickHouseError ? typedEngineError(error) : unreachable(address, error);
    }
  };
  const send = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    if (closed) throw new Error('The tables are closed.');
    const sent = attempt(work);
    running.add(sent);
    return sent.finally(() => running.delete(sent));
  };
  return {
    query: <R>(sql: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<readonly R[]> =>
      send(async (signal) => {
        const request = { query: sql, query_params: { ...parameters }, format: 'JSONEachRow', abort_signal: signal };
        const settings = { max_threads: 1 };
        const result = await client.query({ ...request, format: 'JSONEachRow', clickhouse_settings: settings });
        return await result.json<R>();
      }),
    command: (sql) =>
      send(async (signal) => {
        await client.command({ query: sql, abort_signal: signal });
      }),
    insert: (table, columns, body) =>
      send(async (signal) => {
        const identifiers = Object.freeze({ table, columns: columns.join(', ') });
        // The client's `insert` would encode every row again.
        const { stream } = await client.exec({
          query: `INSERT INTO ${identifiers.table} (${identifiers.columns}) FORMAT JSONCompactEachRow`,
          values: Readable.from([body], { objectMode: false }),
          abort_signal: signal,
          clickhouse_settings: insertSettings,
        });
        await once(stream.resume(), 'close');
      }),
    close: async () => {
      closed = true;
      await withTimeout(Promise.allSettled(running), closeGraceMs, () => undefined);
      // Aborts the queries that still run.
      await client.close();
    },
  };
}

/** Time that running queries get to finish at `close`, milliseconds, so that a hanging server does not delay shutdown. */
const closeGraceMs = 1_000;

/** As in the profile of the embedded engine, as far as a server lets its clients set them. */
const insertSettings: ClickHouseSettings = {
  async_insert: clientConstants.async_insert,
  date_time_input_format: clientConstants.date_time_input_format,
  input_format_null_as_default: clientConstants.input_format_null_as_default,
  input_format_skip_unknown_fields: clientConstants.input_format_skip_unknown_fields,
};

/** A socket gets a new connection for each query: connecting is cheap, and no stale connection is ever reused. */
function clientOptions(address: ServerAddress, connections: number): NonNullable<Parameters<typeof createClient>[0]> {
  if ('url' in address) {
    const tls = address.ca === undefined ? {} : { tls: { ca_cert: Buffer.from(address.ca) } };
    return { url: address.url, max_open_connections: connections, ...tls };
  }
  const options = { socketPath: address.socketPath, keepAlive: false, maxSockets: connections };
  return { url: 'http://localhost', http_agent: new Agent(options), keep_alive: { enabled: false } };
}

/** An error that is not the server's own is one of the connection. */
const unreachable = (address: ServerAddress, cause: unknown): RetryableError => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const remedy = certificateRemedy(reason, 'ATTESTRY_CLICKHOUSE_CA_FILE');
  return new RetryableError(`The tables at ${placeOf(address)} do not answer: ${reason}${remedy}`, { cause });
};

/** Without the user and the password that a URL may contain. */
const placeOf = (address: ServerAddress): string => ('url' in address ? new URL(address.url).host : address.socketPath);
