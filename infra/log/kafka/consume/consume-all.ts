import type { Assignment, ConsumeOptions } from '../../log.ts';
import { createDelivery, type Delivery, type Reading } from './delivery.ts';
import type { KafkaEngine } from './engine.ts';
import type { ReadLoop } from './consumption.ts';
import { createReader } from '../wire/reader.ts';
import { firstReadable, startPositions } from './start-positions.ts';

/**
 * Reads all partitions of the topics without a group: no coordinator, no rebalance, no state at the brokers. It has
 * connections of its own, because a fetch that waits for new records blocks later requests on the same connection.
 */
export function createReadAll(engine: KafkaEngine): ReadLoop {
  let delivery: Delivery | null = null;
  let assigned = false;
  return async (options, signal) => {
    const reader = createReader(engine.openCluster);
    const current = (delivery ??= createDelivery(options, signal));
    try {
      if (!assigned) await current.assign(() => allPositions({ ...engine, reader }, options));
      assigned = true;
      await readUntilFailure({ ...engine, reader }, current, signal);
    } finally {
      await reader.close();
    }
  };
}

/** A reader without a group owns all partitions for good. */
const ungrouped: Assignment = { committed: null, shared: false, retained: false, isOwned: () => true };

async function allPositions(engine: KafkaEngine, { topics, startAt }: ConsumeOptions): Promise<readonly Reading[]> {
  const all: Reading[] = [];
  for (const topic of topics) {
    const partitions = Array.from({ length: engine.catalogue.topic(topic).partitions }, (_, partition) => partition);
    all.push(
      ...(await startPositions(engine, topic, partitions, (name, partition) => startAt(name, partition, ungrouped))),
    );
  }
  return all;
}

/** Reads from every node that leads some of the partitions, until one of them fails or the signal aborts. */
async function readUntilFailure(engine: KafkaEngine, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const nodes = await engine.reader.leaders(delivery.readings());
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  await settleAll(
    [...nodes].map(async ([node, readings]) => {
      try {
        while (!either.aborted) await readOnce(engine, delivery, node, readings, either);
      } catch (error) {
        failed.abort();
        throw error;
      }
    }),
  );
}

async function readOnce(
  engine: KafkaEngine,
  delivery: Delivery,
  node: string,
  readings: readonly Reading[],
  signal: AbortSignal,
): Promise<void> {
  const { reader, timings } = engine;
  const wants = readings.map(({ kafkaTopic, partition, next }) => ({ kafkaTopic, partition, from: next }));
  const batches = await reader.fetch(node, wants, timings.fetchWaitMs);
  if (batches === null) {
    for (const reading of readings) await skipDeleted(engine, reading);
    return;
  }
  const steps = { isCurrent: () => !signal.aborted, afterChunk: async () => undefined };
  await settleAll(
    batches.map(async (batch) => {
      const reading = delivery.find(batch.kafkaTopic, batch.partition);
      if (reading !== undefined && batch.next > batch.from) await delivery.deliver(reading, batch, steps);
    }),
  );
}

/** The offset has expired; throws UsageError when it is lost, or when the log was replaced by a shorter one. */
async function skipDeleted(engine: KafkaEngine, reading: Reading): Promise<void> {
  const [range] = await engine.reader.ranges(reading.kafkaTopic, [reading.partition]);
  if (range !== undefined) reading.next = firstReadable(engine, reading.topic, range, reading.next);
}

/** Waits for all, then throws the first rejection in the order of `work`. */
async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
