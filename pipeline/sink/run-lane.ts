import { ParkedRecordError, RetryableError } from '../../infra/errors.ts';
import type { Chunk, LogRecord, NewRecord } from '../../infra/log/log.ts';
import type { InputPosition, StateStore } from '../../infra/state/store.ts';
import { UndecodableValue } from '../../schemas/codec.ts';
import { type Environment, topicNames, topics } from '../../schemas/topics.ts';
import { createParkGuard, deadLetter } from '../runtime/parking.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, supervise } from '../runtime/role.ts';
import { createCheckpoints } from './checkpoints.ts';
import { encodeRows } from './encode.ts';
import { type RowGroup, rowGroupsOf } from './row-groups.ts';
import { type Cell, insertOrder, type RecordAt, sinkTables } from './tables.ts';

/** Writes rows to a table; the body is JSONCompactEachRow. */
export type InsertRows = (table: string, columns: readonly string[], body: Buffer) => Promise<void>;

export interface LaneOptions {
  readonly name: string;
  /** The lane carries the topics of one environment: accounts never wait behind the rest. */
  readonly environment: Environment;
  readonly insert: InsertRows;
  /** Identity of the tables: a lane that filled others starts from the log's beginning. */
  readonly tablesId: string;
}

interface PendingRow {
  readonly cells: readonly Cell[];
  readonly record: LogRecord;
}

/** Gathered before an insert while there is more to read; when there is not, it is inserted at once. */
const flushRows = 5_000;
const flushBytes = 8 * 1024 * 1024;
const chunkRecords = 1_000;

const stateVersion = 1;
const tablesKey = 'tables';

/**
 * Projects topics into tables. The position is stored after the insert, so a crash repeats rows with the same keys,
 * which collapse. A row the tables refuse is found by halving its batch, and its record is parked; when they refuse row
 * after row it is not the rows, and the lane stops before the batch counts as inserted.
 */
export async function runSinkLane(deps: RuntimeDeps, options: LaneOptions): Promise<RunningProcessor> {
  const { name, environment } = options;
  const supervision = supervise(deps, name);
  const store = deps.openStore(name, environment);
  await startOverForNewTables(store, options.tablesId);
  const checkpoints = createCheckpoints(store, deps.clock);
  await checkpoints.start();

  const carried = topicNames.filter(
    (topic) => topics[topic].environment === environment && sinkTables[topic].length > 0,
  );
  const groups = new Map(carried.map((topic) => [topic, rowGroupsOf(topic)]));
  const pending = new Map<RowGroup, PendingRow[]>();
  const positions = new Map<string, InputPosition>();
  /** By place: several tables may refuse the same record. */
  const letters = new Map<string, NewRecord>();
  const refusals = createParkGuard();
  /** Where the last run was, by place. */
  const reached = new Map<string, number>();
  let gatheredRows = 0;
  let gatheredBytes = 0;

  /** What is inserted again after an unclean stop was parked then, if it was: neither said nor counted again. */
  const isNews = ({ topic, partition, offset }: LogRecord): boolean =>
    offset >= (reached.get(`${topic}/${partition}`) ?? 0);

  const park = (record: LogRecord, errorClass: string, message: string): void => {
    if (!isNews(record)) return;
    const { topic, partition, offset } = record;
    const letter = deadLetter(deps.codec, { record, processor: name, errorClass, message, time: deps.clock() });
    letters.set(`${topic}/${partition}/${offset}`, letter);
  };

  /** Takes the rows of a record; false when it was parked instead. */
  const gather = (record: LogRecord): boolean => {
    try {
      const { value, at } = readRecord(deps, record);
      // All of the record's rows are made before any is taken: a record that is refused leaves none behind.
      const made = (groups.get(record.topic) ?? []).map((group) => ({ group, rows: group.rowsOf(value, at) }));
      for (const { group, rows } of made) {
        const gathered = pending.get(group) ?? [];
        pending.set(group, gathered);
        for (const cells of rows) gathered.push({ cells, record });
        gatheredRows += rows.length * group.tables.length;
      }
      gatheredBytes += record.value?.length ?? 0;
      return true;
    } catch (error) {
      if (error instanceof UndecodableValue) park(record, 'undecodable', error.message);
      else if (error instanceof ParkedRecordError) park(record, 'refused', error.message);
      else throw error;
      return false;
    }
  };

  const insertRows = async (
    table: string,
    columns: readonly string[],
    rows: readonly PendingRow[],
    body: Buffer = encodePending(rows),
  ): Promise<void> => {
    if (rows.length === 0) return;
    try {
      await supervision.retry(() => options.insert(table, columns, body));
      for (const _ of rows) refusals.count(false);
    } catch (error) {
      if (error instanceof RetryableError) throw error;
      const [first] = rows;
      if (rows.length === 1 && first !== undefined) {
        park(first.record, 'refused by the tables', error instanceof Error ? error.message : String(error));
        if (!refusals.count(true)) return;
        await commit([], new Map());
        throw new HaltedError(letters.size);
      }
      const middle = Math.ceil(rows.length / 2);
      await insertRows(table, columns, rows.slice(0, middle));
      await insertRows(table, columns, rows.slice(middle));
    }
  };

  const commit = (next: readonly InputPosition[], writes: ReadonlyMap<string, Buffer | null>): Promise<void> =>
    supervision.retry(() => store.commit({ partition: 0, positions: next, outputs: [...letters.values()], writes }));

  const flush = async (): Promise<void> => {
    if (positions.size === 0) return;
    const inserts = [...pending].flatMap(([{ tables }, rows]) => {
      if (rows.length === 0) return [];
      const body = encodePending(rows);
      return tables.map(({ table, columns }) => ({ table, columns, rows, body }));
    });
    for (const name of insertOrder(inserts.map(({ table }) => table))) {
      const insert = inserts.find(({ table }) => table === name);
      if (insert !== undefined) await insertRows(insert.table, insert.columns, insert.rows, insert.body);
    }
    await commit([...positions.values()], checkpoints.writes());
    pending.clear();
    positions.clear();
    letters.clear();
    gatheredRows = 0;
    gatheredBytes = 0;
  };

  const consumption = deps.log.consume({
    topics: carried,
    group: name,
    maxRecords: chunkRecords,
    startAt: async (topic, partition) => {
      reached.set(`${topic}/${partition}`, store.position(topic, partition) ?? 0);
      return checkpoints.startAt(topic, partition);
    },
    onChunk: async (chunk: Chunk) => {
      await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
      const { topic, partition, records } = chunk;
      const readUpTo = (next: number): unknown => positions.set(`${topic}/${partition}`, { topic, partition, next });
      for (const record of records) {
        const parked = !gather(record);
        const halted = isNews(record) && supervision.guard.count(parked);
        if (!halted && gatheredRows < flushRows && gatheredBytes < flushBytes) continue;
        const inBatch = letters.size;
        readUpTo(record.offset + 1);
        await flush();
        if (halted) throw new HaltedError(inBatch);
      }
      readUpTo((records.at(-1)?.offset ?? -1) + 1);
    },
    onCaughtUp: async () => {
      await flush();
      checkpoints.caughtUp();
    },
  });
  deps.onHealth({ processor: name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    // A halt, or a stop while it tried again, is as orderly as any: what was inserted is known.
    const orderly = await consumption.stop().then(
      () => true,
      (error: unknown) => error instanceof HaltedError || error instanceof RetryableError,
    );
    if (orderly) await checkpoints.finish();
  };
  return { name, stop, done: supervision.outcome(consumption.done, stop) };
}

/** Positions belong to the tables they were reached in; the state says which those are once it has been reset. */
async function startOverForNewTables(store: StateStore, tablesId: string): Promise<void> {
  if (store.version() === stateVersion && store.get(0, tablesKey)?.toString('utf8') === tablesId) return;
  await store.reset(stateVersion);
  const writes = new Map([[tablesKey, Buffer.from(tablesId)]]);
  await store.commit({ partition: 0, positions: [], outputs: [], writes });
}

const encodePending = (rows: readonly PendingRow[]): Buffer => encodeRows(rows.map(({ cells }) => cells));

function readRecord(deps: RuntimeDeps, record: LogRecord): { readonly value: unknown; readonly at: RecordAt } {
  if (record.value === null) throw new UndecodableValue('the record has no value', null);
  const { partition, offset, timestamp } = record;
  return { value: deps.codec.decode(record.topic, record.value), at: { partition, offset, timestamp } };
}
