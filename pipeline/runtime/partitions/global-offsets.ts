/** How far partitions have heard of the globals. */
import type { StateStore } from '../../../infra/state/store.ts';
import { runtimePrefix } from '../overlay.ts';

export const globalOffsetKey = (partition: number): string => `${runtimePrefix}global/${partition}`;

/** Next global offset that a partition of the input has to hear about. */
export function globalOffset(store: Pick<StateStore, 'get'>, partition: number, globalPartition: number): number {
  const bytes = store.get(partition, globalOffsetKey(globalPartition));
  return bytes === undefined ? 0 : Number(bytes.toString('utf8'));
}

/** The positions that an input partition has heard up to, one per partition of the global topic, as text. */
export const globalOffsetsNote = (store: StateStore, partition: number, globalPartitions: number): string =>
  Array.from({ length: globalPartitions }, (_, global) => globalOffset(store, partition, global)).join(',');

/** Reads a note back; nothing was heard where it says nothing. */
export const globalOffsetIn = (note: string, globalPartition: number): number =>
  Number(note.split(',')[globalPartition] ?? 0) || 0;
