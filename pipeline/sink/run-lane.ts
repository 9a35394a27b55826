import { RetryableError } from '../../infra/errors.ts';
import { createMutex } from '../../infra/async/mutex.ts';
import type { Chunk, Consumption } from '../../infra/log/log.ts';
import type { StateCommit } from '../../infra/state/store.ts';
import { type Environment, topicNames, topics } from '../../schemas/topics.ts';
import { createParkedByHand } from '../runtime/partitions/read-parkings.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, supervise } from '../runtime/role.ts';
import { type EngineEpoch, ownEngineEpoch } from './checkpoints/engine-epoch.ts';
import { createCheckpoints, resetForNewTables } from './checkpoints/checkpoints.ts';
import { createInserts, type InsertRows } from './inserts.ts';
import { trackEpoch } from './checkpoints/epoch-tracker.ts';
import { partitionsOf, rewind } from './checkpoints/rewind.ts';
import { createRereading, type ReadAgain } from './read-again.ts';
import { createRecordGatherer } from './gather-records.ts';
import { emptyBatches, lettersIn, readUpTo } from './lane-batch.ts';
import { createBatchWriter } from './write-batches.ts';
import { laterTimer } from './later-timer.ts';
import { sinkTables } from './tables.ts';

export interface LaneOptions {
  readonly name: string;
  /** The lane carries the topics of one environment: accounts never wait behind the rest. */
  readonly environment: Environment;
  readonly insert: InsertRows;
  /** How long an idle lane gathers records before an insert, milliseconds. */
  readonly lingerMs: number;
  /** Identity of the tables: a lane that filled other tables starts from the beginning of the log. */
  readonly tablesId: string;
  /** Current epoch of their engine; null if it is in this process, and ends with it. */
  readonly epoch: EngineEpoch | null;
  /** Interval at which checkpoints of idle partitions advance, milliseconds. */
  readonly tickMs?: number;
}

const defaultTickMs = 60_000;

export interface RunningLane extends RunningProcessor {
  /** Reports the epoch of the engine. In a new one, the rows that the last may have lost are inserted again. */
  readonly onEngineEpoch: (epoch: EngineEpoch) => void;
  readonly readAgain: ReadAgain;
}

/** Size of a batch while there is more to read. Otherwise a batch is inserted at once. */
const flushRows = 5_000;
const flushBytes = 8 * 1024 * 1024;
const chunkRecords = 1_000;

/**
 * Projects topics into tables. The position is stored after the insert, so after a crash the same rows are inserted again and
 * replace each other. Rows that no client waits for are gathered for up to a second, and have a position of their own. A row that a table refuses is found by halving its batch, and its record is parked. If a table refuses
 * row after row, the cause is not the rows: the lane stops before the batch counts as inserted.
 */
export async function runSinkLane(deps: RuntimeDeps, options: LaneOptions): Promise<RunningLane> {
  const { name, environment } = options;
  const supervision = supervise(deps, name);
  const store = deps.openStore(name, environment);
  await supervision.retry(() => resetForNewTables(store, options.tablesId));
  const own = options.epoch === null ? ownEngineEpoch(store) : null;
  const tracker = trackEpoch(own === null ? (options.epoch ?? '') : await supervision.retry(own.start), deps.clock);
  const { now, aliveAt } = tracker;
  const checkpoints = createCheckpoints({ store, tablesId: options.tablesId, epoch: now, aliveAt, clock: deps.clock });

  const carried = topicNames.filter(
    (topic) => topics[topic].environment === environment && sinkTables[topic].length > 0,
  );
  const byHand = createParkedByHand(deps, { name, inputs: carried }, supervision);
  let batches = emptyBatches();

  const { gather, park } = createRecordGatherer(deps, { name, checkpoints, byHand });
  const insertAll = createInserts((table, columns, body) =>
    supervision.retry(() => options.insert(table, columns, body)),
  );
  const commit = (step: StateCommit): Promise<void> => supervision.retry(() => store.commit(step));
  const writer = createBatchWriter({ insertAll, park, checkpoints, commit });
  const oneAtATime = createMutex();

  /** Begins to write the batches once the previous ones are written; without `all`, only the rows that clients wait for. */
  const flush = (all: boolean): Promise<void> =>
    oneAtATime(async () => {
      await writer.ended(all);
      const full = batches;
      if (full.prompt.positions.size + (all ? full.later.positions.size : 0) === 0) return;
      batches = all ? emptyBatches() : { prompt: emptyBatches().prompt, later: full.later };
      writer.begin(full, all);
      if (all) gathering.end();
    });
  const gathering = laterTimer(() => {
    // `run` handles its error.
    const stopReading = (): void => void consumption.stop().catch(() => undefined);
    flush(true)
      .then(() => writer.ended(true))
      .catch(stopReading);
  });
  const flushAndWait = async (all: boolean): Promise<void> => {
    await flush(all);
    await writer.ended(all);
  };
  const onCaughtUp = async (): Promise<void> => {
    await flushAndWait(false);
    if (batches.later.positions.size > 0) gathering.quiet();
  };

  const consume = (): Consumption =>
    deps.log.consume({
      topics: carried,
      group: name,
      maxRecords: chunkRecords,
      lingerMs: options.lingerMs,
      startAt: async (topic, partition, assignment) => {
        await byHand.follow();
        return supervision.retry(() => checkpoints.assign(topic, partition, assignment));
      },
      // Not the delivered offset: rows of a batch may not be in the tables yet.
      offsetToCommit: checkpoints.offsetToCommit,
      onChunk: takeChunk,
      onCaughtUp,
    });
  const takeChunk = async ({ topic, partition, records }: Chunk): Promise<void> => {
    await byHand.follow();
    await supervision.retry(() => deps.codec.prepare(records.map((record) => record.value)));
    const parkedUpTo = checkpoints.parkedUpTo(topic, partition);
    for (const record of records) {
      const parked = !gather(batches, record);
      const halted = record.offset >= parkedUpTo && supervision.guard.count(parked);
      const { prompt, later } = batches;
      const isFull = prompt.rows + later.rows >= flushRows || prompt.bytes + later.bytes >= flushBytes;
      if (!halted && !isFull) continue;
      const inBatches = lettersIn(batches);
      readUpTo(batches, { topic, partition, next: record.offset + 1 });
      if (!halted) {
        await flush(true);
        continue;
      }
      await flushAndWait(true);
      throw new HaltedError(inBatches);
    }
    deps.inHand?.(name, null);
    readUpTo(batches, { topic, partition, next: (records.at(-1)?.offset ?? -1) + 1 });
  };

  let consumption = consume();
  let stopping = false;
  const isStopping = (): boolean => stopping;
  const rereading = createRereading(
    (names) => supervision.retry(() => rewind(store, partitionsOf(deps.log, names))),
    // `run` handles its error.
    () => void consumption.stop().catch(() => undefined),
  );
  /** When reading ends, the current write ends first, and its error is that of the lane. */
  const run = async (): Promise<void> => {
    for (;;) {
      try {
        await consumption.done;
        // A stop leaves nothing for the next start that this one can insert.
        if (isStopping()) await flush(true);
      } finally {
        gathering.end();
        await oneAtATime(() => writer.ended(true));
      }
      const isOtherEpoch = tracker.enter();
      if (isStopping() || !(isOtherEpoch || rereading.isAsked())) return;
      batches = emptyBatches();
      if (isOtherEpoch) {
        deps.logger.warn(
          { processor: name },
          'the engine of the tables was restarted, or has a new host; rows that it may have lost are inserted again',
        );
      }
      await rereading.carryOut();
      if (isStopping()) return;
      consumption = consume();
    }
  };
  /** Advances the checkpoints of idle partitions. Writing a batch does so as well. */
  const tick = (): void => {
    if (!stopping) writer.tick();
  };
  const ticking = setInterval(tick, options.tickMs ?? defaultTickMs).unref();
  deps.onHealth({ processor: name, state: 'running' });
  const ended = run().finally(() => {
    clearInterval(ticking);
    rereading.end();
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    supervision.abort();
    await stopAll(consumption);
    // A halt, or a stop during a retry, is a clean stop too: it is known which rows were inserted.
    const orderly = await ended.then(
      () => true,
      (error: unknown) => error instanceof HaltedError || error instanceof RetryableError,
    );
    if (orderly) await own?.finish();
  };
  const onEngineEpoch = (seen: EngineEpoch): void => {
    // `run` handles its error.
    if (tracker.observe(seen)) consumption.stop().catch(() => undefined);
  };
  return { name, stop, done: supervision.outcome(ended, stop), onEngineEpoch, readAgain: rereading.readAgain };
}
