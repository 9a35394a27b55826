import type { StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { type Checkpoint, encodeCheckpoint } from './checkpoint.ts';
import { checkpointKey } from './stored-checkpoint.ts';

/**
 * Sets partitions back to their beginning, while no lane runs: their rows are inserted again. What was parked stays parked, and
 * no row counts as new to readers.
 */
export async function rewind(
  store: Pick<StateStore, 'get' | 'position' | 'commit'>,
  partitions: readonly { readonly topic: TopicName; readonly partition: number }[],
): Promise<void> {
  const moved = partitions.flatMap(({ topic, partition }) => {
    const next = store.position(topic, partition);
    const stored = store.get(0, checkpointKey(topic, partition));
    if (next === null || stored === undefined) return [];
    const checkpoint = JSON.parse(stored.toString('utf8')) as Checkpoint;
    return [{ topic, partition, checkpoint: { ...checkpoint, next: 0, checkpoints: [] } }];
  });
  await store.commit({
    partition: 0,
    positions: moved.map(({ topic, partition }) => ({ topic, partition, next: 0 })),
    writes: new Map(
      moved.map(({ topic, partition, checkpoint }) => [checkpointKey(topic, partition), encodeCheckpoint(checkpoint)]),
    ),
    outputs: [],
  });
}
