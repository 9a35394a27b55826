import { keptFor } from '../../api/kept-for.ts';
import type { TableReader } from '../../api/table-reader.ts';
import { RetryableError } from '../../infra/errors.ts';
import { filledKey, reachedIn } from '../../pipeline/sink/claims.ts';
import type { Config } from '../../infra/config/config.ts';
import type { Engine } from '../engine.ts';

/** About as often as a sink tells. */
const keptMs = 500;

type Told = Required<Pick<TableReader, 'filledUpTo' | 'reachedUpTo'>>;

/** What bounds those who read tables that are spread over shards; on one server the rows of a partition are seen in their order. */
export const boundsOnShards = (
  { clickhouseCluster }: Pick<Config, 'clickhouseCluster'>,
  engine: Pick<Engine, 'log' | 'processors'>,
  clock: () => number,
): Partial<Told> => (clickhouseCluster === null ? {} : filledUpTo(engine, clock));

/**
 * How far the sink has told that the changes are in the tables, and how far they were before it went back, by log
 * partition. While the log is out of reach nothing is inserted either: then it is what was told last.
 */
export function filledUpTo(engine: Pick<Engine, 'log' | 'processors'>, clock: () => number): Told {
  let last: Readonly<Record<keyof Told, ReadonlyMap<number, number>>> | null = null;
  const read = keptFor(keptMs, clock, async () => {
    try {
      const { position, get } = await engine.processors.positionsOf('sink', 'data');
      const partitions = Array.from({ length: engine.log.partitionsOf('changes') }, (_, partition) => partition);
      const filled = partitions.map((partition) => [partition, position('changes', partition) ?? 0] as const);
      const reached = filled.map(([partition, next]) => {
        return [partition, reachedIn(get(0, filledKey('changes', partition))?.toString('utf8') ?? '', next)] as const;
      });
      last = { filledUpTo: new Map(filled), reachedUpTo: new Map(reached) };
    } catch (error) {
      if (!(error instanceof RetryableError) || last === null) throw error;
    }
    return last;
  });
  return {
    filledUpTo: async () => (await read()).filledUpTo,
    reachedUpTo: async () => (await read()).reachedUpTo,
  };
}
