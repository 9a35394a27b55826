import type { Log } from '../../infra/log/log.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { consumers } from '../../pipeline/processors/catalogue.ts';
import { lagsOf, type PartitionLag } from './lags.ts';
import type { Engine } from './open-engine.ts';

export interface ProcessorStatus {
  readonly name: string;
  readonly partitions: readonly PartitionLag[];
}

/** Position, end and lag of all processors and sink lanes, or of the named ones, in any process. */
export async function processorStatus(
  { log, processors }: Pick<Engine, 'log' | 'processors'>,
  names: ReadonlySet<string> | null = null,
): Promise<readonly ProcessorStatus[]> {
  const ranges = rememberRanges(log);
  return Promise.all(
    consumers
      .filter(({ name }) => names === null || names.has(name))
      .map(async ({ name, inputs, global, environment }) => {
        const positions = await processors.positionsOf(name, environment);
        return { name, partitions: await lagsOf(ranges, positions, inputs, global) };
      }),
  );
}

/** Reads the end of each topic once, for all its readers. */
function rememberRanges(log: Log): Pick<Log, 'ranges' | 'partitionsOf'> {
  const known = new Map<TopicName, ReturnType<Log['ranges']>>();
  return {
    partitionsOf: log.partitionsOf,
    ranges: (topic) => {
      const ranges = known.get(topic) ?? log.ranges(topic);
      known.set(topic, ranges);
      return ranges;
    },
  };
}

/** Processors with unread records, and how many. */
export function laggards(
  statuses: readonly ProcessorStatus[],
): readonly { readonly name: string; readonly lag: number }[] {
  return statuses
    .map(({ name, partitions }) => ({ name, lag: partitions.reduce((sum, { lag }) => sum + lag, 0) }))
    .filter(({ lag }) => lag > 0);
}
