import { ParkedRecordError } from '../../../infra/errors.ts';
import type { LogRecord, PartitionRange } from '../../../infra/log/log.ts';
import { type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import { expiringTables } from '../../../schemas/retention.ts';
import { schemasOf } from '../../../schemas/subjects.ts';
import { type Cell, sinkTables } from '../../../pipeline/sink/tables.ts';
import { readAccounts } from '../../accounts/accounts.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { type Parkings, readParkings } from '../../log/parkings.ts';
import { readTopic } from '../../log/read-topic.ts';
import type { TablesClient } from '../../engine/tables-client.ts';
import { isSameCell, recordTypesOf } from './same-cells.ts';
import { type ColumnTypes, columnTypesIn, storedRows } from './stored-rows.ts';

export interface TableComparison {
  readonly table: string;
  /** Rows that the table must hold according to the log. */
  readonly rows: number;
  readonly lost: number;
  /** Rows that no record of the log explains. */
  readonly duplicate: number;
  readonly differing: number;
}

interface TableShape {
  readonly name: string;
  readonly sorting_key: string;
  readonly engine_full: string;
}

/** A mapping of any topic. */
interface Mapping {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rowsOf: unknown;
}

type Row = readonly Cell[];

/**
 * Compares every table with the rows that the log implies: newest version per sorting key, cell by cell, also with cells that a
 * program with an earlier schema wrote. Not compared
 * are records that the sink has not read yet or has parked, records that arrived during the comparison, and records
 * that retention has deleted, from the log or from the table.
 */
export async function compareTables(engine: Engine, tables: TablesClient): Promise<readonly TableComparison[]> {
  const shapes = new Map(
    (
      await tables.query<TableShape>(
        "SELECT name, sorting_key, engine_full FROM system.tables WHERE database = 'attestry' AND startsWith(name, 'store_')",
      )
    ).map((shape) => [shape.name, shape]),
  );
  const erased = new Set((await readAccounts(engine)).erased.keys());
  const { hasPassed } = await readParkings(engine);
  const types = await columnTypesIn(tables);
  const comparisons: TableComparison[] = [];
  for (const topic of topicNames) {
    for (const mapping of sinkTables[topic]) {
      const shape = shapes.get(mapping.table.replace(/^attestry\./, ''));
      if (shape === undefined) throw new Error(`table ${mapping.table} does not exist; run attestry migrate`);
      comparisons.push(await compareTable(engine, tables, { topic, mapping, shape, types, erased, hasPassed }));
    }
  }
  return comparisons;
}

interface TableToCompare {
  readonly topic: TopicName;
  readonly mapping: Mapping;
  readonly shape: TableShape;
  readonly types: ColumnTypes;
  /** Tenants that were erased. */
  readonly erased: ReadonlySet<string>;
  readonly hasPassed: Parkings['hasPassed'];
}

async function compareTable(
  engine: Engine,
  tables: TablesClient,
  { topic, mapping, shape, types, erased, hasPassed }: TableToCompare,
): Promise<TableComparison> {
  const keyColumns = shape.sorting_key.split(',').map((column) => mapping.columns.indexOf(column.trim()));
  const versionColumn = mapping.columns.indexOf(/ReplacingMergeTree\((\w+)/.exec(shape.engine_full)?.[1] ?? '');
  const keyOf = (row: Row): string => JSON.stringify(keyColumns.map((column) => row[column]));
  const expected = new Map<string, Row>();
  const ranges = new Map((await engine.log.ranges(topic)).map((range) => [range.partition, range]));
  const recordTypes = recordTypesOf(schemasOf(topic));
  const place = placeIn(mapping.columns);
  const lane = topics[topic].environment === 'accounts' ? 'accounts-sink' : 'sink';
  const sink = await engine.processors.positionsOf(lane, topics[topic].environment);
  const inserted = new Map([...ranges.keys()].map((partition) => [partition, sink.position(topic, partition) ?? 0]));
  const isPending = (row: Row): boolean => place(row).offset >= (inserted.get(place(row).partition) ?? 0);
  // One row of an erased tenant stays, which records the erasure; a background job deletes the others.
  const tenantColumn = mapping.table === 'attestry.store_tenants' ? -1 : mapping.columns.indexOf('tenant_id');
  const isToGo = (row: Row): boolean => tenantColumn >= 0 && erased.has(row[tenantColumn] as string);
  for await (const { record, value } of readTopic(engine, topic)) {
    if (value === null || hasPassed(lane, record)) continue;
    for (const row of rowsOf(mapping, record, value)) {
      if (isToGo(row)) continue;
      const key = keyOf(row);
      const earlier = expected.get(key);
      if (earlier === undefined || Number(row[versionColumn]) >= Number(earlier[versionColumn])) expected.set(key, row);
    }
  }
  let duplicate = 0;
  let differing = 0;
  const seen = new Set<string>();
  for await (const row of storedRows(tables, mapping.table, mapping.columns, types)) {
    if (isToGo(row)) continue;
    const key = keyOf(row);
    const wanted = expected.get(key);
    if (isOnLog(topic, ranges, place(row))) {
      // The sink may replace a row while the table is being read. Then its key comes twice.
      if (wanted === undefined || (seen.has(key) && !isPending(wanted))) duplicate += 1;
      else if (!isPending(wanted) && !row.every((cell, at) => isSameCell(recordTypes, cell, wanted[at])))
        differing += 1;
    }
    seen.add(key);
  }
  const expiry = expiringTables.get(mapping.table);
  const expiryColumn = expiry === undefined ? -1 : mapping.columns.indexOf(expiry.column);
  const isExpired = (row: Row): boolean =>
    expiry !== undefined && Number(row[expiryColumn]) < Date.now() - expiry.keptMs;
  const lost = [...expected].filter(([key, row]) => !seen.has(key) && !isPending(row) && !isExpired(row)).length;
  return { table: mapping.table, rows: expected.size, lost, duplicate, differing };
}

interface Place {
  readonly partition: number;
  readonly offset: number;
}

function placeIn(columns: readonly string[]): (row: Row) => Place {
  const partition = columns.indexOf('log_partition');
  const offset = columns.indexOf('log_offset');
  return (row) => ({ partition: Number(row[partition]), offset: Number(row[offset]) });
}

/** Whether the log, as read at the start of the comparison, still had the record of a row. */
function isOnLog(topic: TopicName, ranges: ReadonlyMap<number, PartitionRange>, { partition, offset }: Place): boolean {
  const range = ranges.get(partition);
  if (range === undefined) return true;
  return offset < range.end && (topics[topic].retentionMs === null || offset >= range.low);
}

/** Rows of a record; none for a record that the sink parks. */
function rowsOf({ rowsOf: map }: Mapping, { partition, offset, timestamp }: LogRecord, value: unknown): readonly Row[] {
  try {
    return (map as (value: unknown, at: object) => readonly Row[])(value, { partition, offset, timestamp });
  } catch (error) {
    if (error instanceof ParkedRecordError) return [];
    throw error;
  }
}
