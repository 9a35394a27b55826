import { workQueue } from '../../../infra/clickhouse/work-queue.ts';
import { writeStreamCursor } from './cursor.ts';
import type { EventReader, StreamBatch } from './read-events.ts';

/** Streams read this much at once: whoever asks something else does not wait behind all of them. */
const readsAtOnce = 2;

/** The same reader, but those who are at the same place share one reading, and few readings run at once. */
export function shareReads(reader: EventReader): EventReader {
  const queue = workQueue(
    Array.from({ length: readsAtOnce }, (_, index) => index),
    Number.POSITIVE_INFINITY,
  );
  const underWay = new Map<string, Promise<StreamBatch>>();
  return {
    now: (tenantId) => queue.run(() => reader.now(tenantId)),
    after: (tenantId, cursor) => {
      const key = `${tenantId} ${writeStreamCursor(cursor)}`;
      const shared = underWay.get(key);
      if (shared !== undefined) return shared;
      // Whoever asks once this has begun to read may have been woken by something it does not see.
      const reading = queue.run(() => {
        underWay.delete(key);
        return reader.after(tenantId, cursor);
      });
      underWay.set(key, reading);
      return reading;
    },
  };
}
