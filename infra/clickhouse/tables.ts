/** The port to the tables: what the sink writes and the API and analysts read. */

/** One lane to the tables: it runs its queries one after the other and never waits for another lane. */
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
   * Null for a number that is not Nullable becomes 0 in ClickHouse, whatever the settings: never send it.
   * The bytes must not be changed before the promise settles.
   */
  readonly insert: (table: string, columns: readonly string[], body: Buffer) => Promise<void>;
  /** Waits for what runs; nothing is accepted afterwards. */
  readonly close: () => Promise<void>;
}

export interface RawReply {
  readonly bytes: Uint8Array;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedSeconds: number;
}

/** A connection for one request: `readonly = 1`, its settings fixed, gone afterwards. */
export interface ReadOnlySession {
  /** Bytes of the reply in the given output format, whatever they are. */
  readonly run: (sql: string, format: string) => Promise<RawReply>;
}

export interface SessionOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** Query parameters in the text form of the HTTP protocol (backslash escapes in strings). */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Queries whose reply is handed on as bytes: for the SQL endpoints. A few requests at a time; as many as may wait. */
export interface RawQueries {
  readonly withSession: <R>(options: SessionOptions, use: (session: ReadOnlySession) => Promise<R>) => Promise<R>;
}

export interface TablesEngine {
  /** Readers of the API: three connections, read-only, 5 seconds a query. */
  readonly api: Tables;
  /** Writer of the sink and of jobs. */
  readonly sink: Tables;
  /** Writer of the account tables: never behind the sink. */
  readonly accounts: Tables;
  /** For the analysts' SQL port. */
  readonly analyst: RawQueries;
  /** For the operator's socket, which API processes read through too: not behind the analysts. */
  readonly operator: RawQueries;
  readonly close: () => Promise<void>;
}
