import type { Assignment, Chunk } from '../../../infra/log/log.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { type ParkedByHand, passingRecords, placeOf } from '../parked-by-hand.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';

interface PassedGlobals {
  readonly supervision: Pick<Supervision, 'retry'>;
  readonly byHand: ParkedByHand;
  /** Up to where each partition of the global topic was read. */
  readonly next: () => ReadonlyMap<number, number>;
}

/**
 * A global record that is parked is left out of the view of every instance, from its next start on. Every instance reads the
 * topic from the start, so the request alone decides, and not what an instance has passed.
 */
export const withoutParkedGlobals = (chunk: Chunk, byHand: ParkedByHand): Chunk => ({
  ...chunk,
  records: chunk.records.filter((record) => byHand.requestFor(record) === undefined),
});

/**
 * Writes which global records were passed, once, when a partition is live. Not in a commit of the state: the global topic may
 * be in the other LMDB environment. A second copy of the entry is harmless.
 */
export function createPassedGlobals(
  deps: Pick<RuntimeDeps, 'log' | 'codec' | 'clock'>,
  { name, global }: { readonly name: string; readonly global: TopicName },
  { supervision, byHand, next }: PassedGlobals,
): (assignment: Assignment) => Promise<void> {
  const written = new Set<string>();
  return async (assignment) => {
    for (const parking of byHand.requestsOf(global)) {
      const { partition, offset } = parking;
      const isRead = offset < (next().get(partition) ?? 0);
      if (!isRead || written.has(placeOf(parking)) || !assignment.isOwned()) continue;
      if (byHand.hasPassed({ topic: global, partition, offset })) continue;
      const request = { topic: global, partition, from: offset, maxRecords: 1 };
      const [record] = await supervision.retry(() => deps.log.read(request));
      if (record?.offset !== offset) continue;
      const passing = passingRecords(deps.codec, { record, processor: name, parking, time: deps.clock() });
      await supervision.retry(() => deps.log.append(passing));
      written.add(placeOf(parking));
    }
  };
}
