import type { TopicName } from '../../schemas/topics.ts';
import type { RecordAt, RowMapping } from './row-mapping.ts';
import { type Cell, sinkTables } from './tables.ts';

export interface TargetTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Tables of a topic that take the same rows, so that a record is mapped and encoded once for all of them. */
export interface RowGroup {
  readonly tables: readonly TargetTable[];
  /** `value` is a value of the topic. Throws ParkedRecordError when it cannot be stored. */
  readonly rowsOf: (value: unknown, at: RecordAt) => readonly (readonly Cell[])[];
}

/** The topic's tables, those with one mapping together. */
export function rowGroupsOf(topic: TopicName): readonly RowGroup[] {
  // The mapping of a topic takes that topic's value; TypeScript cannot follow the pair through the union of topics.
  const mappings = sinkTables[topic] as readonly RowMapping<never>[];
  const functions = [...new Set(mappings.map(({ rowsOf }) => rowsOf))];
  return functions.map((rowsOf) => ({
    tables: mappings.filter((mapping) => mapping.rowsOf === rowsOf),
    rowsOf: (value, at) => rowsOf(value as never, at),
  }));
}
