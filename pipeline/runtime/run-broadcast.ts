import type { Chunk } from '../../infra/log/log.ts';
import type { NewRecord } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import { type TopicName, topics } from '../../schemas/topics.ts';
import { applyChunk, type BatchContext, decodeChunk, encodeOutput } from './batch.ts';
import type { BroadcastFold, BroadcastView } from './broadcast.ts';
import { createMutex } from './mutex.ts';
import { createOverlay, type Overlay, runtimePrefix } from './overlay.ts';
import type { Output } from './processor.ts';
import { HaltedError, openVersionedStore, type RunningProcessor, type RuntimeDeps, supervise } from './role.ts';

const chunkRecords = 200;

/** Runs a broadcast fold: globals to their end, a full re-match for joins, then rows and globals as they come. */
export async function runBroadcast<T extends TopicName, G extends TopicName>(
  deps: RuntimeDeps,
  fold: BroadcastFold<T, G>,
): Promise<RunningProcessor> {
  const supervision = supervise(deps, fold.name);
  const { store, resendFrom } = await openVersionedStore(deps, fold, topics[fold.input].environment);
  const context: BatchContext = {
    processor: fold.name,
    codec: deps.codec,
    store,
    guard: supervision.guard,
    clock: deps.clock,
  };
  const partitions = Array.from({ length: deps.log.partitionsOf(fold.input) }, (_, partition) => partition);
  const view = fold.open();
  const exclusive = createMutex();
  let settled = false;

  const commitOverlay = async (partition: number, overlay: Overlay, outputs: readonly Output[]): Promise<void> => {
    const records: NewRecord[] = outputs.map((output) => encodeOutput(deps.codec, output));
    const writes = overlay.writes();
    if (writes.size === 0 && records.length === 0) return;
    await supervision.retry(() => store.commit({ partition, writes, positions: [], outputs: records }));
  };

  const onGlobals = async (chunk: Chunk): Promise<void> => {
    await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
    const overlays = partitions.map((partition) => ({
      partition,
      overlay: createOverlay(store, partition),
      outputs: [] as Output[],
    }));
    for (const record of decodeChunk<G>(deps.codec, chunk)) {
      const react = view.update(record);
      if (!settled && view.rematch !== undefined) continue;
      for (const { partition, overlay, outputs } of overlays) {
        if (record.offset < globalPosition(store, partition, chunk.partition)) continue;
        outputs.push(...react(overlay));
        overlay.keep();
      }
    }
    const next = (chunk.records.at(-1)?.offset ?? -1) + 1;
    for (const { partition, overlay, outputs } of overlays) {
      if (next <= globalPosition(store, partition, chunk.partition)) continue;
      overlay.put(globalKey(chunk.partition), next);
      overlay.keep();
      await commitOverlay(partition, overlay, outputs);
    }
  };

  const rematchAll = async (view: Required<BroadcastView<T, G>>): Promise<void> => {
    for (const partition of partitions) {
      const overlay = createOverlay(store, partition);
      for (const outputs of view.rematch(overlay)) {
        overlay.keep();
        await commitOverlay(partition, overlay, outputs);
        overlay.committed();
      }
    }
  };

  const onRows = async (chunk: Chunk): Promise<void> => {
    await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
    const result = applyChunk<T>(context, chunk, view.apply);
    const isNews = (result.positions[0]?.next ?? 0) > resendFrom(chunk.partition);
    const outputs = isNews ? result.outputs : [];
    await supervision.retry(() =>
      store.commit({ partition: chunk.partition, writes: result.writes, positions: result.positions, outputs }),
    );
    if (result.halted) throw new HaltedError(result.parked);
  };

  let globalsRead: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    globalsRead = resolve;
  });
  const globals = deps.log.consume({
    topics: [fold.global],
    group: null,
    maxRecords: chunkRecords,
    startAt: async () => 0,
    onChunk: (chunk) => exclusive(() => onGlobals(chunk)),
    onCaughtUp: async () => globalsRead(),
  });
  await Promise.race([ready, globals.done]);
  await exclusive(async () => {
    if (view.rematch !== undefined) await rematchAll({ ...view, rematch: view.rematch });
    settled = true;
  });
  const rows = deps.log.consume({
    topics: [fold.input],
    group: fold.name,
    maxRecords: chunkRecords,
    startAt: async (topic, partition) => store.position(topic, partition) ?? 0,
    onChunk: (chunk) => exclusive(() => onRows(chunk)),
  });
  deps.onHealth({ processor: fold.name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await Promise.all([rows.stop(), globals.stop()]);
  };
  return { name: fold.name, stop, done: supervision.outcome(Promise.race([rows.done, globals.done]), stop) };
}

const globalKey = (partition: number): string => `${runtimePrefix}global/${partition}`;

/** Next global offset that a partition of the input has to hear about. */
export function globalPosition(store: StateStore, partition: number, globalPartition: number): number {
  const bytes = store.get(partition, globalKey(globalPartition));
  return bytes === undefined ? 0 : Number(bytes.toString('utf8'));
}
