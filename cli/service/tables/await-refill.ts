import { dropDetachedParts } from '../../../infra/clickhouse/upkeep/broken-parts.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { pause } from '../../../infra/async/async.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import { behindNow } from '../../engine/lags.ts';
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
export async function untilInserted(
  filling: readonly TopicName[],
  engine: Pick<Engine, 'log' | 'processors'>,
  endOf: (lane: string) => string | null,
  signal: AbortSignal,
): Promise<RefillEnd> {
  for (const topic of filling) {
    const lane = lanes[topics[topic].environment];
    const isBehind = await behindNow(engine, lane, topic);
    while (await isBehind()) {
      if (signal.aborted) return 'stopped';
      const sinkEnded = endOf(lane);
      if (sinkEnded !== null) return { sinkEnded };
      await pause(pollMs, signal);
    }
  }
  return 'filled';
}

/** Waits in the same way until the tables of a refill have all rows. */
export async function awaitRefill(
  { broken, topics: filling }: Refill,
  tables: Pick<Tables, 'command'>,
  engine: Pick<Engine, 'log' | 'processors'>,
  endOf: (lane: string) => string | null,
  signal: AbortSignal,
): Promise<RefillEnd> {
  const end = await untilInserted(filling, engine, endOf, signal);
  if (end !== 'filled') return end;
  // Last: a start that is interrupted before begins again.
  for (const table of broken) await dropDetachedParts(tables, table);
  return end;
}

/** @throws Error when the lane that fills emptied tables has ended */
export function refuseUnfilled(end: RefillEnd, { broken }: Pick<Refill, 'broken'>): void {
  if (typeof end === 'string' || broken.length === 0) return;
  throw new Error(`The tables are not filled again, because their sink ended: ${end.sinkEnded}`);
}
