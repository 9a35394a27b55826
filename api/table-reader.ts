export type QueryParameters = Readonly<Record<string, unknown>>;

/** Reads the tables. Rows are JSON objects: 64-bit integers as strings, times as the query formats them. */
export interface TableReader {
  readonly query: <R>(sql: string, parameters: QueryParameters) => Promise<readonly R[]>;
}
