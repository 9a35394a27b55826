import type { Reading } from './delivery.ts';
import type { KafkaEngine } from './engine.ts';

/** Records of some partitions that were not delivered yet. */
export async function lagOf(
  readings: readonly Reading[],
  reader: Pick<KafkaEngine['reader'], 'ranges'>,
): Promise<number> {
  let lag = 0;
  for (const { kafkaTopic, partition, next } of readings) {
    const [range] = await reader.ranges(kafkaTopic, [partition]);
    lag += Math.max(0, (range?.end ?? 0) - Math.max(next, range?.low ?? 0));
  }
  return lag;
}
