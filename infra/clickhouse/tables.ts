/** The port to the tables, which the sink writes and the API and analysts read. */

/** A lane to the tables: it has its own connections and never waits for another lane. */
export interface Tables {
  /**
   * Rows of a query, as objects; parameters are bound (`{name:Type}` in the SQL).
   * 64-bit integers come back as strings. Instants are bound as integer milliseconds.
   * @throws RetryableError when the engine is busy, out of memory, over its time limit or unreachable
   */
  readonly query: <R>(sql: string, parameters?: Readonly<Record<string, unknown>>) => Promise<readonly R[]>;
  /** A statement without a result: DDL, migrations. */
  readonly command: (sql: string) => Promise<void>;
  /**
   * Inserts all rows of `body` or none. `body` is one JSON array a line (JSONCompactEachRow), values in the order of
   * `columns`; an unknown column, a missing or an extra value, and null for a text that is not Nullable are refused.
   * Null for a number that is not Nullable becomes 0 in ClickHouse with every setting: never send it.
   * The bytes must not be changed before the promise settles.
   */
  readonly insert: (table: string, columns: readonly string[], body: Buffer) => Promise<void>;
  /** Waits for running queries; later calls are rejected. */
  readonly close: () => Promise<void>;
}

export interface RawReply {
  readonly bytes: Uint8Array;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedSeconds: number;
}

/** A connection for one request: `readonly = 1`, fixed settings, closed afterwards. */
export interface ReadOnlySession {
  /** Unparsed bytes of the reply in the given output format. */
  readonly run: (sql: string, format: string) => Promise<RawReply>;
}

export interface SessionOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** Query parameters in the text form of the HTTP protocol (backslash escapes in strings). */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Queries whose reply is forwarded as bytes, for the SQL endpoints. Concurrency and queue length are limited. `use` is called again,
 * on another connection, when the first one was ended before it answered: it must only read.
 */
export interface RawQueries {
  readonly withSession: <R>(options: SessionOptions, use: (session: ReadOnlySession) => Promise<R>) => Promise<R>;
}

export interface TablesEngine {
  /** Readers of the API: three connections, read-only, 5 seconds a query. */
  readonly api: Tables;
  /** Writer of the sink and of jobs. */
  readonly sink: Tables;
  /** Writer of the account tables, which never waits for the sink. */
  readonly accounts: Tables;
  /** For migrations, erasing and repair, which may take minutes. */
  readonly jobs: Tables;
  /** For the analysts' SQL port. */
  readonly analyst: RawQueries;
  /** For the operator's socket, which other API processes read through as well; it never waits for analysts. */
  readonly operator: RawQueries;
  readonly close: () => Promise<void>;
}
