import type { StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { decodeCheckpoint, encodeCheckpoint, resumeFrom, tablesOf } from './checkpoint.ts';
import { checkpointKey } from './stored-checkpoint.ts';

/** State key of a lane: the boot of the machine in which its tables had all rows, or `emptied`. */
export const wholeInKey = 'whole-in';

/** No boot: tables were emptied, and are not known to be filled again. */
const emptied = 'emptied';

/** Stored with positions that are set back because tables are emptied: a process that ends before the refill leaves no other sign. */
export const emptiedWrite: readonly [string, Buffer] = [wholeInKey, Buffer.from(emptied)];

/**
 * Whether tables in this process may lack rows of a lane: a refill has not ended, or the machine was started since they had all,
 * and new files of the engine are not synced. The end of a process alone loses none.
 * @param boot of the machine; null, where it is unknown, counts as the same
 */
export function mayLackRows(store: Pick<StateStore, 'get'>, boot: string | null): boolean {
  const wholeIn = store.get(0, wholeInKey)?.toString('utf8');
  return wholeIn === emptied || (boot !== null && wholeIn !== boot);
}

/** Whether a service has recorded that its tables have all rows of the lane, in whichever boot. */
export const isRecorded = (store: Pick<StateStore, 'get'>): boolean => store.get(0, wholeInKey) !== undefined;

/** Records that the tables have all rows of the lane. A boot that is unknown is stored as a text that no boot has. */
export const recordWhole = (store: Pick<StateStore, 'commit'>, boot: string | null): Promise<void> =>
  store.commit({
    partition: 0,
    positions: [],
    outputs: [],
    writes: new Map([[wholeInKey, Buffer.from(boot ?? 'unknown')]]),
  });

/** Equal to no epoch of an engine. */
const otherEpoch = 'unsynced';

/**
 * Sets partitions back to where their rows are on the disk for sure, while no lane runs; again, it changes nothing.
 * @param now milliseconds
 */
export async function setBackUnsynced(
  store: Pick<StateStore, 'get' | 'position' | 'commit'>,
  partitions: readonly { readonly topic: TopicName; readonly partition: number }[],
  now: number,
): Promise<void> {
  const moved = partitions.flatMap(({ topic, partition }) => {
    const position = store.position(topic, partition);
    if (position === null) return [];
    const known = decodeCheckpoint(store.get(0, checkpointKey(topic, partition)), position);
    const checkpoint = resumeFrom(
      [known],
      known.reached,
      { tables: tablesOf(topic), epoch: otherEpoch, shared: false },
      now,
    );
    return [{ topic, partition, checkpoint }];
  });
  await store.commit({
    partition: 0,
    positions: moved.map(({ topic, partition, checkpoint: { next } }) => ({ topic, partition, next })),
    writes: new Map(
      moved.map(({ topic, partition, checkpoint }) => [checkpointKey(topic, partition), encodeCheckpoint(checkpoint)]),
    ),
    outputs: [],
  });
}
