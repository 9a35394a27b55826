import { areOfTables } from '../../../pipeline/sink/checkpoints/checkpoints.ts';
import { checkpointKey, reachedIn } from '../../../pipeline/sink/checkpoints/stored-checkpoint.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { Engine } from '../../engine/open-engine.ts';
import type { SinkTables } from '../workers/sink-tables.ts';
import { lanes } from './refill.ts';

/** Its records acknowledge writes: what clients and operators have an answer for is one of them. */
export const acknowledging = 'accounts.events' satisfies TopicName;

/**
 * Whether tables may lack rows of events that are on the log, before the lane of accounts runs: an event was appended and the
 * process ended before its rows were inserted, or the tables are new. With the log on Kafka the group has the position: the lane of
 * another process may have filled tables on a server, so none count as lacking there; tables in this process may lack all.
 */
export async function lackEvents(
  { log, openStore, schemas }: Pick<Engine, 'log' | 'openStore' | 'schemas'>,
  { tablesId, epoch }: Pick<SinkTables, 'tablesId' | 'epoch'>,
): Promise<boolean> {
  const ranges = (await log.ranges(acknowledging)).filter(({ low, end }) => end > low);
  if (schemas === null) return epoch === null && ranges.length > 0;
  const store = openStore(lanes.accounts, 'accounts');
  const isOfThese = areOfTables(store, tablesId);
  return ranges.some(({ partition, end }) => {
    const position = isOfThese ? store.position(acknowledging, partition) : null;
    if (position === null) return true;
    // After an unclean end, positions go back, but rows that were inserted are there.
    const stored = store.get(0, checkpointKey(acknowledging, partition))?.toString('utf8') ?? '';
    return reachedIn(stored, position) < end;
  });
}
