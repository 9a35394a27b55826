import { type TopicName, topicNames } from '../../schemas/topics.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { type Cell, sinkTables } from '../../pipeline/sink/tables.ts';
import type { Engine } from '../engine.ts';
import { readTopic } from '../read-topic.ts';
import type { TablesClient } from '../tables-client.ts';
import { storedRows } from './stored-rows.ts';

export interface TableComparison {
  readonly table: string;
  /** Rows the log says the table must hold. */
  readonly rows: number;
  readonly lost: number;
  /** Rows the log knows nothing of. */
  readonly duplicate: number;
  readonly differing: number;
}

interface TableShape {
  readonly name: string;
  readonly sorting_key: string;
  readonly engine_full: string;
}

type Row = readonly Cell[];

/** Compares every table with what the log says it must hold: newest version per sorting key, cell by cell. */
export async function compareTables(engine: Engine, tables: TablesClient): Promise<readonly TableComparison[]> {
  const shapes = new Map(
    (
      await tables.query<TableShape>(
        "SELECT name, sorting_key, engine_full FROM system.tables WHERE database = 'attestry' AND startsWith(name, 'store_')",
      )
    ).map((shape) => [shape.name, shape]),
  );
  const comparisons: TableComparison[] = [];
  for (const topic of topicNames) {
    for (const mapping of sinkTables[topic]) {
      const shape = shapes.get(mapping.table.replace(/^attestry\./, ''));
      if (shape === undefined) throw new Error(`table ${mapping.table} does not exist; run attestry migrate`);
      comparisons.push(await compareTable(engine, tables, topic, mapping, shape));
    }
  }
  return comparisons;
}

async function compareTable(
  engine: Engine,
  tables: TablesClient,
  topic: TopicName,
  mapping: { readonly table: string; readonly columns: readonly string[]; readonly rowsOf: unknown },
  shape: TableShape,
): Promise<TableComparison> {
  const keyColumns = shape.sorting_key.split(',').map((column) => mapping.columns.indexOf(column.trim()));
  const versionColumn = mapping.columns.indexOf(/ReplacingMergeTree\((\w+)/.exec(shape.engine_full)?.[1] ?? '');
  const keyOf = (row: Row): string => JSON.stringify(keyColumns.map((column) => row[column]));
  const expected = new Map<string, Row>();
  const rowsOf = mapping.rowsOf as (value: unknown, at: object) => readonly Row[];
  for await (const { record, value } of readTopic(engine, topic)) {
    if (value === null) continue;
    const { partition, offset, timestamp } = record;
    for (const row of rowsOf(value, { partition, offset, timestamp })) {
      const key = keyOf(row);
      const earlier = expected.get(key);
      if (earlier === undefined || Number(row[versionColumn]) >= Number(earlier[versionColumn])) expected.set(key, row);
    }
  }
  let duplicate = 0;
  let differing = 0;
  const seen = new Set<string>();
  for await (const row of storedRows(tables, mapping.table, mapping.columns)) {
    const key = keyOf(row);
    const wanted = expected.get(key);
    if (wanted === undefined || seen.has(key)) duplicate += 1;
    else if (canonicalJson(row) !== canonicalJson(wanted)) differing += 1;
    seen.add(key);
  }
  const lost = [...expected.keys()].filter((key) => !seen.has(key)).length;
  return { table: mapping.table, rows: expected.size, lost, duplicate, differing };
}
