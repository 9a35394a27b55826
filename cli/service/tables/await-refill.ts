import { dropDetachedParts } from '../../../infra/clickhouse/upkeep/broken-parts.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { pause } from '../../../infra/async/async.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import { lagsOf, type PartitionLag } from '../../engine/lags.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { lanes, type Refill } from './refill.ts';

const pollMs = 20;

/** How the wait for a refill ended. */
export type RefillEnd = 'filled' | 'stopped' | { readonly sinkEnded: string };

/**
 * Waits until the lanes have read the topics to where they end now, or until `signal` ends the wait, or until a lane no longer
 * reads.
 * @param endOf why a lane no longer reads; null while it does
 */
export async function awaitRefill(
  { broken, topics: filling }: Refill,
  tables: Pick<Tables, 'command'>,
  engine: Pick<Engine, 'log' | 'processors'>,
  endOf: (lane: string) => string | null,
  signal: AbortSignal,
): Promise<RefillEnd> {
  const lagsIn = async (topic: TopicName): Promise<readonly PartitionLag[]> => {
    const { environment } = topics[topic];
    const positions = await engine.processors.positionsOf(lanes[environment], environment);
    return lagsOf(engine.log, positions, [topic], null);
  };
  for (const topic of filling) {
    // Records of later are new, and no reader waits for them.
    const ends = new Map((await lagsIn(topic)).map(({ partition, end }) => [partition, end]));
    const isBehind = ({ partition, position, lag }: PartitionLag): boolean =>
      lag > 0 && position < (ends.get(partition) ?? 0);
    while ((await lagsIn(topic)).some(isBehind)) {
      if (signal.aborted) return 'stopped';
      const sinkEnded = endOf(lanes[topics[topic].environment]);
      if (sinkEnded !== null) return { sinkEnded };
      await pause(pollMs, signal);
    }
  }
  // Last: a start that is interrupted before begins again.
  for (const table of broken) await dropDetachedParts(tables, table);
  return 'filled';
}

/** @throws Error when the lane that fills emptied tables has ended */
export function refuseUnfilled(end: RefillEnd, { broken }: Pick<Refill, 'broken'>): void {
  if (typeof end === 'string' || broken.length === 0) return;
  throw new Error(`The tables are not filled again, because their sink ended: ${end.sinkEnded}`);
}
