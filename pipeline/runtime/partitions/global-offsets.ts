/** How far an instance has read the global topic, and how far each partition of the input has processed it. */
import type { Chunk } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { runtimePrefix } from '../overlay.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import type { AssignedPartition } from './assignments.ts';
import { createReader } from './reader.ts';

export const globalOffsetKey = (partition: number): string => `${runtimePrefix}global/${partition}`;

/** Next global offset that an input partition has to process. */
export function globalOffset(store: Pick<StateStore, 'get'>, partition: number, globalPartition: number): number {
  const bytes = store.get(partition, globalOffsetKey(globalPartition));
  return bytes === undefined ? 0 : Number(bytes.toString('utf8'));
}

/** The next global offsets of an input partition, one per partition of the global topic, as commit metadata. */
export const globalOffsetsMetadata = (store: StateStore, partition: number, globalPartitions: number): string =>
  Array.from({ length: globalPartitions }, (_, global) => globalOffset(store, partition, global)).join(',');

/** Reads such metadata; 0 where it has no offset. */
export const globalOffsetIn = (metadata: string, globalPartition: number): number =>
  Number(metadata.split(',')[globalPartition] ?? 0) || 0;

export interface GlobalReader {
  /** Next offset of each partition of the global topic. */
  readonly next: ReadonlyMap<number, number>;
  readonly onChunk: (chunk: Chunk) => Promise<void>;
  /** Reads to the current end of the topic, for a partition being assigned. The consumer skips these records later. */
  readonly toEnd: (assigned: AssignedPartition) => Promise<void>;
}

/** `apply` gets every record once, in log order. */
export function createGlobalReader(
  deps: Pick<RuntimeDeps, 'log' | 'codec'>,
  topic: TopicName,
  supervision: Supervision,
  apply: (chunk: Chunk, next: number) => Promise<void>,
): GlobalReader {
  const read = new Map(Array.from({ length: deps.log.partitionsOf(topic) }, (_, at) => [at, 0]));

  const onChunk = async (chunk: Chunk): Promise<void> => {
    const from = read.get(chunk.partition) ?? 0;
    const records = chunk.records.filter(({ offset }) => offset >= from);
    const last = records.at(-1);
    if (last === undefined) return;
    const next = last.offset + 1;
    await supervision.retry(() => deps.codec.prepare(records.map((record) => record.value)));
    await apply({ ...chunk, records }, next);
    read.set(chunk.partition, next);
  };

  return {
    next: read,
    onChunk,
    toEnd: async ({ assignment }) => {
      const reader = createReader(deps, supervision, assignment);
      for (const { partition, end } of await reader.ranges(topic)) {
        const from = read.get(partition) ?? 0;
        for await (const page of reader.pages({ topic, partition, from, end })) await onChunk(page);
      }
    },
  };
}
