import { Agent } from 'node:http';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { RetryableError } from '../errors.ts';
import { typedEngineError } from './engine-errors.ts';
import type { Tables } from './tables.ts';

/** A ClickHouse server, or the socket of a running service (`<data>/tables.sock`), which speaks the same protocol. */
export type ServerAddress = { readonly url: string } | { readonly socketPath: string };

export interface ServerTablesOptions {
  /** Queries that run at a time; the others wait. */
  readonly connections: number;
  /** Longest a query may take, the way there and back included, milliseconds. */
  readonly limitMs: number;
}

/**
 * Reads tables that another process holds. Nothing is asked for here, so they may be away and come back.
 * @throws RetryableError from a query when nobody answers, or not in time, and for whatever may work later
 */
export function openServerTables(
  address: ServerAddress,
  { connections, limitMs }: ServerTablesOptions,
): Pick<Tables, 'query' | 'close'> {
  const client = createClient({
    ...wayTo(address, connections),
    // The signal of a query ends it earlier, and tells who did.
    request_timeout: limitMs + 1_000,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_execution_time: limitMs / 1_000,
      max_threads: 1,
      output_format_json_quote_64bit_integers: 1,
      session_timezone: 'UTC',
      // All of the answer or an error, never a part of it.
      wait_end_of_query: 1,
    },
  });
  return {
    query: async <R>(sql: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<readonly R[]> => {
      try {
        const result = await client.query({
          query: sql,
          query_params: { ...parameters },
          format: 'JSONEachRow',
          abort_signal: AbortSignal.timeout(limitMs),
        });
        return await result.json<R>();
      } catch (error) {
        throw error instanceof ClickHouseError ? typedEngineError(error) : unreachable(address, error);
      }
    },
    close: () => client.close(),
  };
}

/** Connections to a socket are not kept: making one costs next to nothing, and none is ever found dead. */
function wayTo(address: ServerAddress, connections: number): NonNullable<Parameters<typeof createClient>[0]> {
  if ('url' in address) return { url: address.url, max_open_connections: connections };
  const options = { socketPath: address.socketPath, keepAlive: false, maxSockets: connections };
  return { url: 'http://localhost', http_agent: new Agent(options), keep_alive: { enabled: false } };
}

/** What the server did not say itself happened on the way to it. */
const unreachable = (address: ServerAddress, cause: unknown): RetryableError => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RetryableError(`The tables at ${placeOf(address)} do not answer: ${reason}`, { cause });
};

/** Without the name and the password that a URL may carry. */
const placeOf = (address: ServerAddress): string => ('url' in address ? new URL(address.url).host : address.socketPath);
