export type QueryParameters = Readonly<Record<string, unknown>>;

/** Reads the tables. Rows are JSON objects: 64-bit integers as strings, times as the query formats them. */
export interface TableReader {
  readonly query: <R>(sql: string, parameters: QueryParameters) => Promise<readonly R[]>;
  /**
   * On several shards, where a part of an insert may be readable before the rest: for each partition of the topic the
   * offset below which every row is readable. Absent if the rows of a partition become readable in their order.
   */
  readonly filledUpTo?: OffsetBound;
  /** The highest such offset before rows were inserted again: no row below it is new. */
  readonly reachedUpTo?: OffsetBound;
  /**
   * Resolves once the tables have the rows of every command of a tenant that is on the log at the call; rejects with
   * RetryableError if that takes seconds. Absent where no log is known.
   */
  readonly commandsInserted?: (tenantId: string) => Promise<void>;
}

type OffsetBound = (topic: BoundedTopic) => Promise<ReadonlyMap<number, number>>;

/** Topics whose rows are read by their offsets. */
export type BoundedTopic = 'changes' | 'verdicts';
