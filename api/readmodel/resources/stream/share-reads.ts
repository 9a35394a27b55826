import { workQueue } from '../../../../infra/async/work-queue.ts';
import { writeStreamCursor } from './cursor.ts';
import type { EventReader, InTurn, StreamBatch } from './read-events.ts';

/** Concurrent reads of all streams, so that other requests do not wait behind all of them. */
const readsAtOnce = 2;

/** A reader whose calls share one read per tenant and cursor, and run few reads at a time. */
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
      // A call after the read has begun may have been woken by a change that this read does not see.
      const inTurn: InTurn = (part) =>
        queue.run(() => {
          if (underWay.get(key) === reading) underWay.delete(key);
          return part();
        });
      const reading = reader.after(tenantId, cursor, inTurn);
      underWay.set(key, reading);
      return reading;
    },
  };
}
