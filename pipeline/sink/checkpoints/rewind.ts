import type { Log } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import { checkpointKey } from './stored-checkpoint.ts';
import { emptiedWrite } from './unsynced-rows.ts';

/** All partitions of topics. */
export const partitionsOf = (
  log: Pick<Log, 'partitionsOf'>,
  names: readonly TopicName[],
): readonly { readonly topic: TopicName; readonly partition: number }[] =>
  names.flatMap((topic) => Array.from({ length: log.partitionsOf(topic) }, (_, partition) => ({ topic, partition })));

/**
 * Sets partitions back to their beginning, while no lane runs: their rows are inserted again. What was parked stays parked, and
 * no row counts as new to readers. The tables of the lane count as emptied until `recordWhole`.
 */
export async function rewind(
  store: Pick<StateStore, 'get' | 'position' | 'commit'>,
  partitions: readonly { readonly topic: TopicName; readonly partition: number }[],
): Promise<void> {
  const moved = partitions.flatMap(({ topic, partition }) => {
    const next = store.position(topic, partition);
    // Never read: the lane begins at the beginning.
    if (next === null) return [];
    const last = decodeCheckpoint(store.get(0, checkpointKey(topic, partition)), next);
    // A lane takes all records below a position for parked, so that is kept where the position is lost.
    const parkedUpTo = Math.max(next, last.parkedUpTo);
    const reached = Math.max(next, last.reached);
    return [{ topic, partition, checkpoint: { ...last, next: 0, shown: 0, checkpoints: [], parkedUpTo, reached } }];
  });
  await store.commit({
    partition: 0,
    positions: moved.map(({ topic, partition }) => ({ topic, partition, next: 0 })),
    writes: new Map([
      emptiedWrite,
      ...moved.map(
        ({ topic, partition, checkpoint }) => [checkpointKey(topic, partition), encodeCheckpoint(checkpoint)] as const,
      ),
    ]),
    outputs: [],
  });
}
