import type { Consumer, EachBatchPayload } from 'kafkajs';
import { pause } from '../../../async/async.ts';
import type { DecodedBatch } from '../client/internals.ts';
import type { Delivery, Reading } from '../consume/delivery.ts';
import type { KafkaEngine } from '../consume/engine.ts';
import { startPositions } from '../consume/start-positions.ts';
import { fetchedBatch } from '../wire/records.ts';

interface BatchDeliveryDeps {
  readonly engine: KafkaEngine;
  readonly consumer: Consumer;
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
}

/** The assignment in which a batch was fetched. */
interface BatchAssignment {
  /** It has ended, or its partitions are being revoked. */
  readonly isOver: () => boolean;
  /** Its partitions are owned: further chunks may be delivered. */
  readonly isCurrent: () => boolean;
  /** Sends a heartbeat; rejects when the group no longer has the member. */
  readonly check: () => Promise<void>;
}

interface BatchDelivery {
  /** Delivers the records of a batch that kafkajs has fetched, from where the partition has been read. */
  readonly deliver: (payload: EachBatchPayload, assignment: BatchAssignment) => Promise<void>;
  /** Lets kafkajs fetch from where the partition has been read. */
  readonly seek: (reading: Reading) => void;
}

/** Interval between two checks whether partitions that were given up are owned again. */
const idleMs = 50;

export function createBatchDelivery({ engine, consumer, delivery, signal }: BatchDeliveryDeps): BatchDelivery {
  const seek = ({ kafkaTopic, partition, next }: Reading): void =>
    consumer.seek({ topic: kafkaTopic, partition, offset: String(next) });

  /** Whether the fetched batch continues at the delivered offset without a gap. */
  const followsOn = async (reading: Reading, from: number, end: number): Promise<boolean> => {
    if (from <= reading.next && reading.next <= end) return true;
    const [now] = await startPositions(engine, reading.topic, [reading.partition], async () => reading.next);
    if (now !== undefined) reading.next = now.next;
    return from <= reading.next;
  };

  return {
    seek,
    deliver: async (payload, { isOver, isCurrent: isOwned, check }) => {
      const { batch } = payload;
      const reading = delivery.find(batch.topic, batch.partition);
      const isCurrent = (): boolean => isOwned() && payload.isRunning() && !payload.isStale();
      if (isOver()) {
        await pause(idleMs, signal);
        await check();
        return;
      }
      if (reading === undefined || signal.aborted || !isCurrent()) return;
      const fetched = fetchedBatch(batch as unknown as DecodedBatch);
      if (!(await followsOn(reading, fetched.from, fetched.end))) {
        seek(reading);
        return;
      }
      const complete = await delivery.deliver(reading, fetched, {
        isCurrent,
        afterChunk: async (lastOffset) => {
          payload.resolveOffset(String(lastOffset));
          await check();
        },
      });
      if (complete && isCurrent() && reading.next >= fetched.next) payload.resolveOffset(batch.lastOffset());
    },
  };
}
