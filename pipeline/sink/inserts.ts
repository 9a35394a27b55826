import { RetryableError } from '../../infra/errors.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import { createParkGuard, type ParkGuard } from '../runtime/parking.ts';
import { encodeRows } from './encode.ts';
import type { TargetTable } from './row-groups.ts';
import { besideLastTables, type Cell, lastTables } from './tables.ts';

/** Writes rows to a table; the body is JSONCompactEachRow. */
export type InsertRows = (table: string, columns: readonly string[], body: Buffer) => Promise<void>;

/** A row, and the record it was made of. */
export interface PendingRow {
  readonly cells: readonly Cell[];
  readonly record: LogRecord;
}

/** The rows of a batch that go into one table. */
export interface TableInsert extends TargetTable {
  readonly rows: readonly PendingRow[];
  readonly body: Buffer;
}

/** Told of the record of each row that a table refuses. */
export type OnRefused = (record: LogRecord, error: unknown) => void;

/** Inserts a batch; true when the tables refuse row after row. */
export type InsertBatch = (batch: readonly TableInsert[], onRefused: OnRefused) => Promise<boolean>;

/** Rows that several tables take are encoded once for all of them. */
export function insertsOf(tables: readonly TargetTable[], rows: readonly PendingRow[]): readonly TableInsert[] {
  if (rows.length === 0) return [];
  const body = encode(rows);
  return tables.map((table) => ({ ...table, rows, body }));
}

/**
 * Inserts a batch, its tables side by side, but the last ones after what belongs to them. A row the tables refuse is found by
 * halving; when a table refuses row after row it is not the rows: then the answer is true, and the batch must not count
 * as inserted.
 * @param insert rejects with RetryableError when it was given up; any other error means that the table refuses the rows
 */
export function createInserts(insert: InsertRows): InsertBatch {
  const guards = new Map<string, ParkGuard>();
  const guardOf = (table: string): ParkGuard => {
    const guard = guards.get(table) ?? createParkGuard();
    guards.set(table, guard);
    return guard;
  };

  const insertRows = async ({ table, columns, rows, body }: TableInsert, onRefused: OnRefused): Promise<boolean> => {
    const guard = guardOf(table);
    try {
      await insert(table, columns, body);
      for (const _ of rows) guard.count(false);
      return false;
    } catch (error) {
      if (error instanceof RetryableError) throw error;
      const [first] = rows;
      if (rows.length === 1 && first !== undefined) {
        onRefused(first.record, error);
        return guard.count(true);
      }
      const middle = Math.ceil(rows.length / 2);
      for (const half of [rows.slice(0, middle), rows.slice(middle)]) {
        if (await insertRows({ table, columns, rows: half, body: encode(half) }, onRefused)) return true;
      }
      return false;
    }
  };

  const insertTogether = (parts: readonly TableInsert[], onRefused: OnRefused): Promise<boolean> =>
    anyHalted(parts.map((part) => insertRows(part, onRefused)));

  return async (batch, onRefused) => {
    const isFirst = firstOf(batch);
    if (await insertTogether(batch.filter(isFirst), onRefused)) return true;
    // Those that are waited for go to the front.
    const others = batch.filter((part) => !isFirst(part));
    return insertTogether([...others.filter(isLast), ...others.filter((part) => !isLast(part))], onRefused);
  };
}

const isLast = ({ table }: TableInsert): boolean => lastTables.has(table);

const topicOf = ({ rows }: TableInsert): string | undefined => rows[0]?.record.topic;

/** What has to be in before the last tables of a batch: the other tables of their topics, and what is read beside them. */
function firstOf(batch: readonly TableInsert[]): (part: TableInsert) => boolean {
  const topics = new Set(batch.filter(isLast).map(topicOf));
  return (part) => topics.size > 0 && !isLast(part) && (topics.has(topicOf(part)) || besideLastTables.has(part.table));
}

/** All are waited for before the first failure is told, so none is under way behind it. */
async function anyHalted(inserting: readonly Promise<boolean>[]): Promise<boolean> {
  const settled = await Promise.allSettled(inserting);
  const answers = settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  return answers.includes(true);
}

const encode = (rows: readonly PendingRow[]): Buffer => encodeRows(rows.map(({ cells }) => cells));
