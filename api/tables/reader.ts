export type QueryParameters = Readonly<Record<string, unknown>>;

/** Reads the tables. Rows are JSON objects: 64-bit integers as strings, times as the query formats them. */
export interface TableReader {
  readonly query: <R>(sql: string, parameters: QueryParameters) => Promise<readonly R[]>;
  /**
   * On several shards, where a part of an insert may be readable before the rest: for each log partition the offset below
   * which every change is readable. Absent if the rows of a partition become readable in their order.
   */
  readonly filledUpTo?: () => Promise<ReadonlyMap<number, number>>;
  /** The highest such offset before rows were inserted again: no change below it is new. */
  readonly reachedUpTo?: () => Promise<ReadonlyMap<number, number>>;
}
