import { memoizeFor } from '../../../api/readmodel/memory/memoize.ts';
import type { BoundedTopic, TableReader } from '../../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { checkpointKey, reachedIn, shownIn } from '../../../pipeline/sink/checkpoints/stored-checkpoint.ts';
import type { Config } from '../../../infra/config/config.ts';
import type { Engine } from '../../engine/open-engine.ts';

/** About the interval at which a sink commits, milliseconds. */
const cacheMs = 500;

type OffsetBounds = Required<Pick<TableReader, 'filledUpTo' | 'reachedUpTo'>>;

/**
 * The offset bounds for readers of tables spread over shards. On one server the rows of a partition become visible in
 * order, so no bound is needed.
 */
export const boundsOnShards = (
  { clickhouseCluster }: Pick<Config, 'clickhouseCluster'>,
  engine: Pick<Engine, 'log' | 'processors'>,
  clock: () => number,
): Partial<OffsetBounds> => (clickhouseCluster === null ? {} : filledUpTo(engine, clock));

type Bounds = Readonly<Record<keyof OffsetBounds, ReadonlyMap<number, number>>>;

/**
 * Per partition of a topic: the offset up to which the sink has inserted and committed the rows that readers read, and the highest such offset before it
 * went back. While the log is unreachable nothing is inserted either, so the last known offsets remain valid.
 */
export function filledUpTo(engine: Pick<Engine, 'log' | 'processors'>, clock: () => number): OffsetBounds {
  let last: Readonly<Record<BoundedTopic, Bounds>> | null = null;
  const read = memoizeFor(cacheMs, clock, async () => {
    try {
      const { position, get } = await engine.processors.positionsOf('sink', 'data');
      const boundsOf = (topic: BoundedTopic): Bounds => {
        const partitions = Array.from({ length: engine.log.partitionsOf(topic) }, (_, partition) => partition);
        const boundsFrom = (read: typeof shownIn): ReadonlyMap<number, number> =>
          new Map(
            partitions.map((partition) => {
              const checkpoint = get(0, checkpointKey(topic, partition))?.toString('utf8') ?? '';
              return [partition, read(checkpoint, position(topic, partition) ?? 0)] as const;
            }),
          );
        return { filledUpTo: boundsFrom(shownIn), reachedUpTo: boundsFrom(reachedIn) };
      };
      last = { changes: boundsOf('changes'), verdicts: boundsOf('verdicts') };
    } catch (error) {
      if (!(error instanceof RetryableError) || last === null) throw error;
    }
    return last;
  });
  return {
    filledUpTo: async (topic) => (await read())[topic].filledUpTo,
    reachedUpTo: async (topic) => (await read())[topic].reachedUpTo,
  };
}
