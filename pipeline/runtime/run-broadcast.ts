import type { Chunk } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { applyChunk, decodeChunk, encodeOutput } from './batch.ts';
import { type BroadcastFold, globalKey, globalPosition } from './broadcast.ts';
import { createMutex } from '../../infra/mutex.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import type { ParkGuard } from './parking.ts';
import type { Output } from './processor.ts';
import { openFolded } from '../rebuild/refold.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, type Supervision, supervise } from './role.ts';

const chunkRecords = 200;

/** Runs a broadcast fold: globals to their end, a full re-match for joins, then rows and globals as they come. */
export async function runBroadcast<T extends TopicName, G extends TopicName>(
  deps: RuntimeDeps,
  fold: BroadcastFold<T, G>,
): Promise<RunningProcessor> {
  const supervision = supervise(deps, fold.name);
  const store = await openFolded(deps, fold, async (anew, chunksOf) => {
    const work = createWork(deps, fold, { store: anew, supervision, guard: null });
    for await (const chunk of chunksOf(fold.global, chunkRecords)) await work.onGlobals(chunk);
    for await (const chunk of chunksOf(fold.input, chunkRecords)) await work.onRows(chunk);
  });
  const work = createWork(deps, fold, { store, supervision, guard: supervision.guard });
  const exclusive = createMutex();
  let globalsRead: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    globalsRead = resolve;
  });
  const globals = deps.log.consume({
    topics: [fold.global],
    group: null,
    maxRecords: chunkRecords,
    startAt: async () => 0,
    onChunk: (chunk) => exclusive(() => work.onGlobals(chunk)),
    onCaughtUp: async () => globalsRead(),
  });
  await Promise.race([ready, globals.done]);
  await exclusive(work.settle);
  const rows = deps.log.consume({
    topics: [fold.input],
    group: fold.name,
    maxRecords: chunkRecords,
    lingerMs: fold.lingerMs ?? 0,
    startAt: async (topic, partition) => store.position(topic, partition) ?? 0,
    onChunk: (chunk) => exclusive(() => work.onRows(chunk)),
  });
  deps.onHealth({ processor: fold.name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(rows, globals);
  };
  return { name: fold.name, stop, done: supervision.outcome(Promise.all([rows.done, globals.done]), stop) };
}

interface WorkContext {
  readonly store: StateStore;
  readonly supervision: Supervision;
  /** Null while state is made anew: what is worked out is not said. */
  readonly guard: ParkGuard | null;
}

/** What is done with rows and globals; never two of these at a time. */
interface Work {
  readonly onGlobals: (chunk: Chunk) => Promise<void>;
  readonly onRows: (chunk: Chunk) => Promise<void>;
  /** The globals were read to their end. */
  readonly settle: () => Promise<void>;
}

function createWork<T extends TopicName, G extends TopicName>(
  deps: RuntimeDeps,
  fold: BroadcastFold<T, G>,
  { store, supervision, guard }: WorkContext,
): Work {
  const { codec } = deps;
  const partitions = Array.from({ length: deps.log.partitionsOf(fold.input) }, (_, partition) => partition);
  const view = fold.open();
  /** Next offsets of the globals a join has read before its re-match: heard of by nobody until that is committed. */
  const unheard = new Map<number, number>();
  let settled = view.rematch === undefined;

  const commit = async (partition: number, overlay: Overlay, outputs: readonly Output[]): Promise<void> => {
    overlay.keep();
    const writes = overlay.writes();
    const records = guard === null ? [] : outputs.map((output) => encodeOutput(codec, output));
    if (writes.size === 0 && records.length === 0) return;
    await supervision.retry(() => store.commit({ partition, writes, positions: [], outputs: records }));
  };

  return {
    onGlobals: async (chunk) => {
      await supervision.retry(() => codec.prepare(chunk.records.map((record) => record.value)));
      const overlays = partitions.map((partition) => {
        const heard = globalPosition(store, partition, chunk.partition);
        return { partition, heard, overlay: createOverlay(store, partition), outputs: [] as Output[] };
      });
      for (const record of decodeChunk<G>(codec, chunk)) {
        const react = view.update(record);
        if (!settled) continue;
        for (const { heard, overlay, outputs } of overlays) {
          if (record.offset < heard) continue;
          outputs.push(...react(overlay));
          overlay.keep();
        }
      }
      const next = (chunk.records.at(-1)?.offset ?? -1) + 1;
      if (!settled) {
        unheard.set(chunk.partition, next);
        return;
      }
      for (const { partition, heard, overlay, outputs } of overlays) {
        if (next <= heard) continue;
        overlay.put(globalKey(chunk.partition), next);
        await commit(partition, overlay, outputs);
      }
    },
    onRows: async (chunk) => {
      await supervision.retry(() => codec.prepare(chunk.records.map((record) => record.value)));
      const context = { processor: fold.name, codec, store, guard, clock: deps.clock };
      const result = applyChunk<T>(context, chunk, view.apply);
      await supervision.retry(() => store.commit(result.commit));
      if (result.halted) throw new HaltedError(result.parked);
    },
    settle: async () => {
      for (const partition of view.rematch === undefined ? [] : partitions) {
        const overlay = createOverlay(store, partition);
        for (const outputs of view.rematch?.(overlay) ?? []) {
          await commit(partition, overlay, outputs);
          overlay.committed();
        }
        for (const [global, next] of unheard) {
          if (next > globalPosition(store, partition, global)) overlay.put(globalKey(global), next);
        }
        await commit(partition, overlay, []);
      }
      settled = true;
    },
  };
}
