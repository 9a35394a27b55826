import { ParkedRecordError, RetryableError } from '../../infra/errors.ts';
import type { Chunk, Consumption, LogRecord } from '../../infra/log/log.ts';
import { UndecodableValue } from '../../schemas/codec.ts';
import { type Environment, topicNames, topics } from '../../schemas/topics.ts';
import { deadLetter } from '../runtime/parking.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, supervise } from '../runtime/role.ts';
import { type EngineEpoch, ownEngineEpoch } from './checkpoints/engine-epoch.ts';
import { createCheckpoints, resetForNewTables } from './checkpoints/checkpoints.ts';
import { createInserts, insertsOf, type InsertRows, writeBehind } from './inserts.ts';
import { trackEpoch } from './checkpoints/epoch-tracker.ts';
import { addRecord, emptyBatch, type LaneBatch } from './lane-batch.ts';
import { sinkTables } from './tables.ts';

export interface LaneOptions {
  readonly name: string;
  /** The lane carries the topics of one environment: accounts never wait behind the rest. */
  readonly environment: Environment;
  readonly insert: InsertRows;
  /** How long to gather before a first insert when nothing was to be read, milliseconds. */
  readonly lingerMs: number;
  /** Identity of the tables: a lane that filled others starts from the log's beginning. */
  readonly tablesId: string;
  /** Life of their engine as it is now; null where it is in this process, and ends with it. */
  readonly life: EngineEpoch | null;
  /** How often it is seen to what an idle lane says of its positions, milliseconds. */
  readonly tickMs?: number;
}

const usualTickMs = 60_000;

export interface RunningLane extends RunningProcessor {
  /** Tells which life the engine of the tables is in: what the last one may have lost is inserted again. */
  readonly onEngineEpoch: (life: EngineEpoch) => void;
}

/** Gathered before an insert while there is more to read; when there is not, it is inserted at once. */
const flushRows = 5_000;
const flushBytes = 8 * 1024 * 1024;
const chunkRecords = 1_000;

/**
 * Projects topics into tables. The position is stored after the insert, so a crash repeats rows with the same keys,
 * which collapse. A row the tables refuse is found by halving its batch, and its record is parked; when they refuse row
 * after row it is not the rows, and the lane stops before the batch counts as inserted.
 */
export async function runSinkLane(deps: RuntimeDeps, options: LaneOptions): Promise<RunningLane> {
  const { name, environment } = options;
  const supervision = supervise(deps, name);
  const store = deps.openStore(name, environment);
  await resetForNewTables(store, options.tablesId);
  const own = options.life === null ? ownEngineEpoch(store) : null;
  const life = trackEpoch(own === null ? (options.life ?? '') : await own.start(), deps.clock);
  const { now, aliveAt } = life;
  const filling = createCheckpoints({ store, tablesId: options.tablesId, life: now, aliveAt, clock: deps.clock });

  const carried = topicNames.filter(
    (topic) => topics[topic].environment === environment && sinkTables[topic].length > 0,
  );
  let batch = emptyBatch();
  /** Of the batch before, whose rows go into the tables while this one is gathered. */
  const writing = writeBehind();

  const isNews = ({ topic, partition, offset }: LogRecord): boolean => offset >= filling.parkedUpTo(topic, partition);

  const park = ({ letters }: LaneBatch, record: LogRecord, errorClass: string, message: string): void => {
    if (!isNews(record)) return;
    const { topic, partition, offset } = record;
    const letter = deadLetter(deps.codec, { record, processor: name, errorClass, message, time: deps.clock() });
    letters.set(`${topic}/${partition}/${offset}`, letter);
  };

  /** Takes the rows of a record; false when it was parked instead. */
  const gather = (record: LogRecord): boolean => {
    try {
      addRecord(batch, deps.codec, record);
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
    const inserts = [...pending].flatMap(([group, block]) => insertsOf(group, block));
    const halted = await insertAll(inserts, (record, error) =>
      park(full, record, 'refused by the tables', error instanceof Error ? error.message : String(error)),
    );
    const outputs = [...letters.values()];
    const { done, ...step } = filling.step(halted ? [] : [...positions.values()]);
    await supervision.retry(() => store.commit({ partition: 0, outputs, ...step }));
    done();
    if (halted) throw new HaltedError(outputs.length);
  };

  /** Hands the batch over to be written; batches are written one after the other. */
  const flush = async (): Promise<void> => {
    await writing.ended();
    if (batch.positions.size === 0) return;
    const full = batch;
    batch = emptyBatch();
    writing.begin(() => write(full));
  };
  const flushAndWait = async (): Promise<void> => {
    await flush();
    await writing.ended();
  };

  const consume = (): Consumption =>
    deps.log.consume({
      topics: carried,
      group: name,
      maxRecords: chunkRecords,
      lingerMs: options.lingerMs,
      startAt: (topic, partition, assignment) => supervision.retry(() => filling.take(topic, partition, assignment)),
      // What was handed over is not in the tables yet.
      offsetToCommit: filling.progress,
      onChunk: takeChunk,
      onCaughtUp: flushAndWait,
    });
  const takeChunk = async ({ topic, partition, records }: Chunk): Promise<void> => {
    await supervision.retry(() => deps.codec.prepare(records.map((record) => record.value)));
    const readUpTo = (next: number): unknown =>
      batch.positions.set(`${topic}/${partition}`, { topic, partition, next });
    const parkedUpTo = filling.parkedUpTo(topic, partition);
    for (const record of records) {
      const parked = !gather(record);
      const halted = record.offset >= parkedUpTo && supervision.guard.count(parked);
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
  };

  let consumption = consume();
  let stopping = false;
  /** However reading ends: the batch under way is written to its end, and its error is the lane's. */
  const run = async (): Promise<void> => {
    for (;;) {
      await consumption.done.finally(() => writing.ended());
      if (stopping || !life.enter()) return;
      batch = emptyBatch();
      deps.logger.warn(
        { processor: name },
        'the engine of the tables was started anew, or has a host that was not seen before; what may be lost is inserted again',
      );
      consumption = consume();
    }
  };
  /** Positions that nothing is added to become surer all the same. A batch that is written does that by itself. */
  const tick = (): void => {
    if (writing.isBusy() || stopping) return;
    const { done, ...step } = filling.step([]);
    if (step.positions.length === 0) return;
    writing.begin(async () => {
      await supervision.retry(() => store.commit({ partition: 0, outputs: [], ...step }));
      done();
    });
  };
  const ticking = setInterval(tick, options.tickMs ?? usualTickMs).unref();
  deps.onHealth({ processor: name, state: 'running' });
  const ended = run().finally(() => clearInterval(ticking));
  const stop = async (): Promise<void> => {
    stopping = true;
    supervision.abort();
    await stopAll(consumption);
    // A halt, or a stop while it tried again, is as orderly as any: what was inserted is known.
    const orderly = await ended.then(
      () => true,
      (error: unknown) => error instanceof HaltedError || error instanceof RetryableError,
    );
    if (orderly) await own?.finish();
  };
  const onEngineEpoch = (seen: EngineEpoch): void => {
    // Its error, if it has one, is that of the lane.
    if (life.look(seen)) consumption.stop().catch(() => undefined);
  };
  return { name, stop, done: supervision.outcome(ended, stop), onEngineEpoch };
}
