import { RetryableError } from '../../infra/errors.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import { createParkGuard, type ParkGuard } from '../runtime/parking.ts';
import type { RowBlock } from './lane-batch.ts';
import { besideLastTables, lastTables, laterTables, type TargetTable } from './tables.ts';

/** Writes rows to a table; the body is JSONCompactEachRow. */
export type InsertRows = (table: string, columns: readonly string[], body: Buffer) => Promise<void>;

/** The rows of a batch that go into one table. */
export interface TableInsert extends TargetTable, RowBlock {}

/** Called with the record of each row that a table refuses. */
type OnRefused = (record: LogRecord, error: unknown) => void;

/** Inserts a batch; true if a table refuses row after row. */
export type InsertBatch = (batch: readonly TableInsert[], onRefused: OnRefused) => Promise<boolean>;

/** The inserts of a block: tables that take the same rows share the encoded bytes. */
export const insertsOf = (tables: readonly TargetTable[], block: RowBlock): readonly TableInsert[] =>
  block.records.length === 0 ? [] : tables.map((table) => ({ ...table, ...block }));

/**
 * Inserts a batch: its tables concurrently, but the last tables after those that belong to them. If a table refuses rows, the
 * batch is halved until the refused rows are found. If it refuses row after row, the cause is not the rows: then the result is
 * true, and the batch must not count as inserted.
 * @param insert rejects with RetryableError when it gave up; any other error means that the table refuses the rows
 */
export function createInserts(insert: InsertRows): InsertBatch {
  const guards = new Map<string, ParkGuard>();
  const guardOf = (table: string): ParkGuard => {
    const guard = guards.get(table) ?? createParkGuard();
    guards.set(table, guard);
    return guard;
  };

  const insertRange = async (part: TableInsert, from: number, to: number, onRefused: OnRefused): Promise<boolean> => {
    const { table, columns, rows, records } = part;
    const guard = guardOf(table);
    try {
      await insert(table, columns, rows.slice(from, to));
      for (let row = from; row < to; row += 1) guard.count(false);
      return false;
    } catch (error) {
      if (error instanceof RetryableError) throw error;
      const first = records[from];
      if (to - from === 1 && first !== undefined) {
        onRefused(first, error);
        return guard.count(true);
      }
      const middle = from + Math.ceil((to - from) / 2);
      return (await insertRange(part, from, middle, onRefused)) || insertRange(part, middle, to, onRefused);
    }
  };

  const insertConcurrently = (parts: readonly TableInsert[], onRefused: OnRefused): Promise<boolean> =>
    anyHalted(parts.map((part) => insertRange(part, 0, part.records.length, onRefused)));

  return async (batch, onRefused) => {
    const isFirst = firstOf(batch);
    if (await insertConcurrently(batch.filter(isFirst), onRefused)) return true;
    // Clients wait for rows of the last tables, so these begin before the others.
    const others = batch.filter((part) => !isFirst(part));
    return insertConcurrently([...others.filter(isLast), ...others.filter((part) => !isLast(part))], onRefused);
  };
}

const isLast = ({ table }: TableInsert): boolean => lastTables.has(table);

const topicOf = ({ records }: TableInsert): string | undefined => records[0]?.topic;

/**
 * The inserts that must end before the last tables: other tables of the same topics, except those that no client waits for, and
 * tables read together with them.
 */
function firstOf(batch: readonly TableInsert[]): (part: TableInsert) => boolean {
  const topics = new Set(batch.filter(isLast).map(topicOf));
  const isRead = (part: TableInsert): boolean => topics.has(topicOf(part)) && !laterTables.has(part.table);
  return (part) => topics.size > 0 && !isLast(part) && (isRead(part) || besideLastTables.has(part.table));
}

/** Waits for all before it rejects with the first error, so that no insert is still under way. */
async function anyHalted(inserting: readonly Promise<boolean>[]): Promise<boolean> {
  const settled = await Promise.allSettled(inserting);
  const halted = settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  return halted.includes(true);
}
