/** The engine accesses of a fold, recorded without an engine: the keys it reads and the sizes of its writes. */
import type { Assignment, Chunk, Log, LogRecord } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import type { Processor } from '../../../pipeline/runtime/processor.ts';
import type { RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import { runFold } from '../../../pipeline/runtime/run-fold.ts';
import type { TopicName } from '../../../schemas/topics.ts';

export interface ChunkTrace {
  readonly partition: number;
  /** Sizes of the records read. */
  readonly records: readonly number[];
  readonly reads: readonly string[];
  /** Sizes of the values written; 0 deletes. */
  readonly writes: readonly (readonly [key: string, bytes: number])[];
  /** Sizes of the records written, values and keys. */
  readonly outputs: readonly number[];
}

/** Runs a fold over chunks with everything in memory and records the reads and writes of each chunk. */
export async function traceFold<T extends TopicName>(
  deps: RuntimeDeps,
  processor: Processor<T>,
  chunks: readonly Chunk[],
): Promise<readonly ChunkTrace[]> {
  const traces: ChunkTrace[] = [];
  let reads: string[] = [];
  const state = new Map<string, Buffer>();
  const get = (partition: number, key: string): Buffer | undefined => {
    reads.push(keyOf(partition, key));
    return state.get(keyOf(partition, key));
  };
  const store: StateStore = {
    get,
    text: (partition, key) => get(partition, key)?.toString('utf8'),
    entries: () => [],
    position: () => null,
    version: () => processor.stateVersion,
    reset: async () => undefined,
    commit: async ({ partition, writes, outputs }) => {
      for (const [key, value] of writes) {
        if (value === null) state.delete(keyOf(partition, key));
        else state.set(keyOf(partition, key), value);
      }
      traces.push({
        partition,
        records: chunks[traces.length]?.records.map(sizeOf) ?? [],
        reads,
        writes: [...writes].map(([key, value]) => [keyOf(partition, key), value?.length ?? 0] as const),
        outputs: outputs.map(sizeOf),
      });
      reads = [];
    },
  };
  const log = { ...deps.log, consume: deliver(chunks) };
  const running = await runFold({ ...deps, log, openStore: () => store }, processor);
  await running.done;
  return traces;
}

/** A consumption of all partitions that ends after the last chunk. */
function deliver(chunks: readonly Chunk[]): Log['consume'] {
  const places = new Map(chunks.map((chunk) => [`${chunk.topic}/${chunk.partition}`, chunk]));
  return ({ startAt, onChunk }) => {
    const run = async (): Promise<void> => {
      for (const { topic, partition } of places.values()) await startAt(topic, partition, forAlways);
      for (const chunk of chunks) await onChunk(chunk);
    };
    const done = run();
    return { done, stop: () => done };
  };
}

const forAlways: Assignment = { committed: null, shared: false, retained: false, isOwned: () => true };

const sizeOf = ({ key, value }: Pick<LogRecord, 'value'> & { readonly key: string | Buffer | null }): number =>
  (key?.length ?? 0) + (value?.length ?? 0);

const keyOf = (partition: number, key: string): string => `${partition}/${key}`;
