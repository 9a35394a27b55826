import { setTimeout as pause } from 'node:timers/promises';
import { createBatchLoader } from '../../../api/readmodel/memory/batch-loader.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { partitionOf } from '../../../infra/log/murmur2.ts';
import { behindNow } from '../../engine/lags.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { lanes } from './refill.ts';

interface Patience {
  readonly pollMs: number;
  /** So often positions are read before the wait is given up. */
  readonly mostPolls: number;
}

const fiveSeconds: Patience = { pollMs: 10, mostPolls: 500 };

/** What reads commands, and then what inserts the rows of the events that they cause. */
const readers = [
  ['accounts', 'accounts.commands'],
  [lanes.accounts, 'accounts.events'],
] as const;

/**
 * Waits until the account topics are read and inserted up to where they ended at the call, in the partitions of the tenants.
 * Callers that come while one waits share the next wait.
 */
export function commandsInserted(
  engine: Pick<Engine, 'log' | 'processors'>,
  { pollMs, mostPolls } = fiveSeconds,
): NonNullable<TableReader['commandsInserted']> {
  const wait = createBatchLoader(async (tenantIds) => {
    let polls = 0;
    for (const [reader, topic] of readers) {
      const owned = new Set(
        tenantIds.map((tenantId) => partitionOf(Buffer.from(tenantId), engine.log.partitionsOf(topic))),
      );
      const isBehind = await behindNow(engine, reader, topic, (partition) => owned.has(partition));
      while (await isBehind()) {
        if (++polls > mostPolls) throw new RetryableError('the rows of earlier commands are not in the tables yet');
        await pause(pollMs);
      }
    }
  });
  return (tenantId) => wait([tenantId]);
}
