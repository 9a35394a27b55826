export type QueryParameters = Readonly<Record<string, unknown>>;

/** Reads the tables. Rows are JSON objects: 64-bit integers as strings, times as the query formats them. */
export interface TableReader {
  readonly query: <R>(sql: string, parameters: QueryParameters) => Promise<readonly R[]>;
  /**
   * Where parts of what was inserted can be seen before the rest, as on several shards: the first offset of each log
   * partition below which all changes can be seen. Absent where the rows of a partition come in their order.
   */
  readonly filledUpTo?: () => Promise<ReadonlyMap<number, number>>;
  /** The same before rows that were there came to be inserted again: below it nothing is news. */
  readonly reachedUpTo?: () => Promise<ReadonlyMap<number, number>>;
}
