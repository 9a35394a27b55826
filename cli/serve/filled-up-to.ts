import { keptFor } from '../../api/kept-for.ts';
import type { TableReader } from '../../api/table-reader.ts';
import { RetryableError } from '../../infra/errors.ts';
import type { Engine } from '../engine.ts';

/** About as often as a sink tells. */
const keptMs = 500;

/**
 * How far the sink has told that the changes are in the tables, by log partition. While the log is out of reach nothing is
 * inserted either: then it is what was told last.
 */
export function filledUpTo(
  engine: Pick<Engine, 'log' | 'processors'>,
  clock: () => number,
): NonNullable<TableReader['filledUpTo']> {
  let last: ReadonlyMap<number, number> | null = null;
  return keptFor(keptMs, clock, async () => {
    try {
      const { position } = await engine.processors.positionsOf('sink', 'data');
      const partitions = Array.from({ length: engine.log.partitionsOf('changes') }, (_, partition) => partition);
      last = new Map(partitions.map((partition) => [partition, position('changes', partition) ?? 0]));
    } catch (error) {
      if (!(error instanceof RetryableError) || last === null) throw error;
    }
    return last;
  });
}
