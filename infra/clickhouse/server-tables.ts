import { once } from 'node:events';
import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { ClickHouseError, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { certificateRemedy } from '../certificate-remedy.ts';
import { RetryableError } from '../errors.ts';
import { pause } from '../retry.ts';
import { clientConstants } from './engine-config.ts';
import { typedEngineError } from './engine-errors.ts';
import type { Tables } from './tables.ts';

/** A ClickHouse server, or the socket of a running service (`<data>/tables.sock`), which speaks the same protocol. */
export type ServerAddress =
  | {
      readonly url: string;
      /** PEM certificates that are trusted instead of the system's. */
      readonly ca?: string;
    }
  | { readonly socketPath: string };

export interface ServerTablesOptions {
  /** Queries that run at a time; the others wait. */
  readonly connections: number;
  /** Longest a query may take, the way there and back included, milliseconds. */
  readonly limitMs: number;
  /** What the connections set beside that. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Database of names without one; the server's default when not given. */
  readonly database?: string;
}

/**
 * Reads and writes tables that another process holds. Nothing is asked for here, so they may be away and come back.
 * @throws RetryableError when nobody answers, or not in time, and for whatever may work later
 */
export function openServerTables(address: ServerAddress, options: ServerTablesOptions): Tables {
  const { connections, limitMs } = options;
  const client = createClient({
    ...wayTo(address, connections),
    ...(options.database === undefined ? {} : { database: options.database }),
    // The signal of a query ends it earlier, and tells who did.
    request_timeout: limitMs + 1_000,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_execution_time: limitMs / 1_000,
      output_format_json_quote_64bit_integers: 1,
      session_timezone: 'UTC',
      // All of the answer or an error, never a part of it.
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
  const ask = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    if (closed) throw new Error('The tables are closed.');
    const asked = attempt(work);
    running.add(asked);
    return asked.finally(() => running.delete(asked));
  };
  return {
    query: <R>(sql: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<readonly R[]> =>
      ask(async (signal) => {
        const request = { query: sql, query_params: { ...parameters }, format: 'JSONEachRow', abort_signal: signal };
        const settings = { max_threads: 1 };
        const result = await client.query({ ...request, format: 'JSONEachRow', clickhouse_settings: settings });
        return await result.json<R>();
      }),
    command: (sql) =>
      ask(async (signal) => {
        await client.command({ query: sql, abort_signal: signal });
      }),
    insert: (table, columns, body) =>
      ask(async (signal) => {
        const identifiers = Object.freeze({ table, columns: columns.join(', ') });
        // The client's own insert would encode every row anew.
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
      const patience = new AbortController();
      await Promise.race([Promise.allSettled(running), pause(patienceMs, patience.signal)]);
      patience.abort();
      // Ends what still runs.
      await client.close();
    },
  };
}

/** How long what is under way may take to end when a lane is closed, milliseconds: a server that hangs holds up nobody's end. */
const patienceMs = 1_000;

/** The same as in the engine's own profile in the embedded mode, as far as a server leaves them to its clients. */
const insertSettings: ClickHouseSettings = {
  async_insert: clientConstants.async_insert,
  date_time_input_format: clientConstants.date_time_input_format,
  input_format_null_as_default: clientConstants.input_format_null_as_default,
  input_format_skip_unknown_fields: clientConstants.input_format_skip_unknown_fields,
};

/** Connections to a socket are not kept: making one costs next to nothing, and none is ever found dead. */
function wayTo(address: ServerAddress, connections: number): NonNullable<Parameters<typeof createClient>[0]> {
  if ('url' in address) {
    const tls = address.ca === undefined ? {} : { tls: { ca_cert: Buffer.from(address.ca) } };
    return { url: address.url, max_open_connections: connections, ...tls };
  }
  const options = { socketPath: address.socketPath, keepAlive: false, maxSockets: connections };
  return { url: 'http://localhost', http_agent: new Agent(options), keep_alive: { enabled: false } };
}

/** What the server did not say itself happened on the way to it. */
const unreachable = (address: ServerAddress, cause: unknown): RetryableError => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const remedy = certificateRemedy(reason, 'ATTESTRY_CLICKHOUSE_CA_FILE');
  return new RetryableError(`The tables at ${placeOf(address)} do not answer: ${reason}${remedy}`, { cause });
};

/** Without the name and the password that a URL may carry. */
const placeOf = (address: ServerAddress): string => ('url' in address ? new URL(address.url).host : address.socketPath);
