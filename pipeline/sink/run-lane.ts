import { ParkedRecordError, RetryableError } from '../../infra/errors.ts';
import type { Chunk, LogRecord } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import { UndecodableValue } from '../../schemas/codec.ts';
import { type Environment, type TopicName, topicNames, topics } from '../../schemas/topics.ts';
import { deadLetter } from '../runtime/parking.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, supervise } from '../runtime/role.ts';
import { createCheckpoints } from './checkpoints.ts';
import { createInserts, insertsOf, type InsertRows } from './inserts.ts';
import { addRows, emptyBatch, type LaneBatch } from './lane-batch.ts';
import { rowGroupsOf } from './row-groups.ts';
import { type RecordAt, sinkTables } from './tables.ts';

export interface LaneOptions {
  readonly name: string;
  /** The lane carries the topics of one environment: accounts never wait behind the rest. */
  readonly environment: Environment;
  readonly insert: InsertRows;
  /** How long to gather before a first insert when nothing was to be read, milliseconds. */
  readonly lingerMs: number;
  /** Identity of the tables: a lane that filled others starts from the log's beginning. */
  readonly tablesId: string;
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
  /** Where the last run was, by place. */
  const reached = new Map<string, number>();
  const reachedIn = (topic: TopicName, partition: number): number => reached.get(`${topic}/${partition}`) ?? 0;
  let batch = emptyBatch();
  /** The batch before, whose rows go into the tables while this one is gathered. */
  let writing: Promise<void> = Promise.resolve();

  /** What is inserted again after an unclean stop was parked then, if it was: neither said nor counted again. */
  const isNews = ({ topic, partition, offset }: LogRecord): boolean => offset >= reachedIn(topic, partition);

  const park = ({ letters }: LaneBatch, record: LogRecord, errorClass: string, message: string): void => {
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
      for (const { group, rows } of made) addRows(batch, group, rows, record);
      batch.bytes += record.value?.length ?? 0;
      return true;
    } catch (error) {
      if (error instanceof UndecodableValue) park(batch, record, 'undecodable', error.message);
      else if (error instanceof ParkedRecordError) park(batch, record, 'refused', error.message);
      else throw error;
      return false;
    }
  };

  const insertAll = createInserts((table, columns, body) =>
    supervision.retry(() => options.insert(table, columns, body)),
  );

  const write = async (full: LaneBatch): Promise<void> => {
    const { pending, positions, letters } = full;
    const inserts = [...pending].flatMap(([{ tables }, rows]) => insertsOf(tables, rows));
    const halted = await insertAll(inserts, (record, error) =>
      park(full, record, 'refused by the tables', error instanceof Error ? error.message : String(error)),
    );
    const outputs = [...letters.values()];
    const done = halted
      ? { positions: [], writes: new Map<string, Buffer | null>() }
      : { positions: [...positions.values()], writes: checkpoints.writes() };
    await supervision.retry(() => store.commit({ partition: 0, outputs, ...done }));
    if (halted) throw new HaltedError(outputs.length);
  };

  /** Hands the batch over to be written; batches are written one after the other. */
  const flush = async (): Promise<void> => {
    await writing;
    if (batch.positions.size === 0) return;
    writing = write(batch);
    // Whoever flushes next, or waits for the tables, gets the error.
    writing.catch(() => undefined);
    batch = emptyBatch();
  };
  const flushAndWait = async (): Promise<void> => {
    await flush();
    await writing;
  };

  const consumption = deps.log.consume({
    topics: carried,
    group: name,
    maxRecords: chunkRecords,
    lingerMs: options.lingerMs,
    startAt: async (topic, partition, { committed, shared }) => {
      // What others have told of other tables says nothing of these.
      const told = committed?.note === options.tablesId ? committed.next : 0;
      const done = Math.max(store.position(topic, partition) ?? 0, told);
      reached.set(`${topic}/${partition}`, done);
      return checkpoints.startAt(topic, partition, done, shared);
    },
    // What was handed over is not in the tables yet.
    progress: (topic, partition) => {
      const next = Math.max(store.position(topic, partition) ?? 0, reachedIn(topic, partition));
      return { next, note: options.tablesId };
    },
    onChunk: async (chunk: Chunk) => {
      await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
      const { topic, partition, records } = chunk;
      // Never back, whatever is inserted again: what was parked up to there would be news once more.
      const readUpTo = (next: number): unknown =>
        batch.positions.set(`${topic}/${partition}`, {
          topic,
          partition,
          next: Math.max(next, reachedIn(topic, partition)),
        });
      for (const record of records) {
        const parked = !gather(record);
        const halted = isNews(record) && supervision.guard.count(parked);
        if (!halted && batch.rows < flushRows && batch.bytes < flushBytes) continue;
        const inBatch = batch.letters.size;
        readUpTo(record.offset + 1);
        if (!halted) {
          await flush();
          continue;
        }
        await flushAndWait();
        throw new HaltedError(inBatch);
      }
      readUpTo((records.at(-1)?.offset ?? -1) + 1);
    },
    onCaughtUp: async () => {
      await flushAndWait();
      checkpoints.caughtUp();
    },
  });
  deps.onHealth({ processor: name, state: 'running' });
  /** However reading ends: the batch under way is written to its end, and its error is the lane's. */
  const ended = consumption.done.finally(() => writing);
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(consumption);
    // A halt, or a stop while it tried again, is as orderly as any: what was inserted is known.
    const orderly = await ended.then(
      () => true,
      (error: unknown) => error instanceof HaltedError || error instanceof RetryableError,
    );
    if (orderly) await checkpoints.finish();
  };
  return { name, stop, done: supervision.outcome(ended, stop) };
}

/** Positions belong to the tables they were reached in; the state says which those are once it has been reset. */
async function startOverForNewTables(store: StateStore, tablesId: string): Promise<void> {
  if (store.version() === stateVersion && store.get(0, tablesKey)?.toString('utf8') === tablesId) return;
  await store.reset(stateVersion);
  const writes = new Map([[tablesKey, Buffer.from(tablesId)]]);
  await store.commit({ partition: 0, positions: [], outputs: [], writes });
}

function readRecord(deps: RuntimeDeps, record: LogRecord): { readonly value: unknown; readonly at: RecordAt } {
  if (record.value === null) throw new UndecodableValue('the record has no value', null);
  const { partition, offset, timestamp } = record;
  return { value: deps.codec.decode(record.topic, record.value), at: { partition, offset, timestamp } };
}
