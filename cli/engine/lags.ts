import type { Log, PartitionRange } from '../../infra/log/log.ts';
import { type TopicName, topics } from '../../schemas/topics.ts';
import { globalOffset } from '../../pipeline/runtime/partitions/global-offsets.ts';
import type { Engine, Positions } from './engine-parts.ts';

export interface PartitionLag {
  readonly topic: TopicName;
  readonly partition: number;
  /** Next offset to read. */
  readonly position: number;
  /** Next offset to be written. */
  readonly end: number;
  readonly lag: number;
}

/**
 * Positions of a processor per partition of its inputs. For a global topic the slowest partition of the input counts.
 */
export async function lagsOf(
  log: Pick<Log, 'ranges' | 'partitionsOf'>,
  positions: Positions,
  inputs: readonly TopicName[],
  global: TopicName | null,
): Promise<readonly PartitionLag[]> {
  const lags: PartitionLag[] = [];
  for (const topic of inputs) {
    for (const range of await log.ranges(topic)) {
      lags.push(lagOf(topic, range, positions.position(topic, range.partition) ?? 0));
    }
  }
  if (global !== null) {
    const owners = Array.from({ length: log.partitionsOf(inputs[0] ?? global) }, (_, partition) => partition);
    for (const range of await log.ranges(global)) {
      const slowest = Math.min(...owners.map((partition) => globalOffset(positions, partition, range.partition)));
      lags.push(lagOf(global, range, slowest));
    }
  }
  return lags;
}

/** Records that retention has deleted are not part of the lag. */
function lagOf(topic: TopicName, { partition, low, end }: PartitionRange, position: number): PartitionLag {
  return { topic, partition, position, end, lag: Math.max(0, end - Math.max(position, low)) };
}

/**
 * A check whether a processor is still behind where a topic ends at the call, in the partitions that count. Records of later
 * are not waited for.
 */
export async function behindNow(
  { log, processors }: Pick<Engine, 'log' | 'processors'>,
  processor: string,
  topic: TopicName,
  counts: (partition: number) => boolean = () => true,
): Promise<() => Promise<boolean>> {
  const lags = async (): Promise<readonly PartitionLag[]> => {
    const positions = await processors.positionsOf(processor, topics[topic].environment);
    return (await lagsOf(log, positions, [topic], null)).filter(({ partition }) => counts(partition));
  };
  const ends = new Map((await lags()).map(({ partition, end }) => [partition, end]));
  return async () =>
    (await lags()).some(({ partition, position, lag }) => lag > 0 && position < (ends.get(partition) ?? 0));
}
