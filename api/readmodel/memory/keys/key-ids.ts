import type { Logger } from '../../../../infra/logger.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { isFromOffset, offsetParameters } from '../log-offsets.ts';
import { createPollLoop } from '../poll-loop.ts';

/**
 * The ids of all keys that were ever made, revoked ones too. An id that is missing may still be that of a key made a moment
 * ago: the tables decide. A key that is presented under an id in this set is looked up without a limit, since a client
 * cannot invent such ids (G-22).
 */
export interface KeyIds {
  readonly has: (keyId: string) => boolean;
  /** Call with an id that was found in the tables. */
  readonly add: (keyId: string) => void;
}

export interface KeyIdsOptions {
  readonly tables: TableReader;
  readonly logger: Logger;
  /** Time between two polls, milliseconds. */
  readonly pollMs?: number;
}

export interface FollowedKeyIds extends KeyIds {
  /** Reads all ids, then polls for new ones until `stop`. */
  readonly start: () => Promise<void>;
  /** Polls now and resolves when the set contains the result. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Settles when polling ends: rejects with the error that ended it. */
  readonly done: Promise<void>;
}

interface KeyIdRow {
  readonly keyId: string;
  readonly partition: number;
  readonly lastOffset: number;
}

const newIdsSql =
  `
SELECT key_id AS keyId, log_partition AS partition, max(log_offset) AS lastOffset
FROM attestry.store_api_keys
WHERE ` +
  isFromOffset('key') +
  `
GROUP BY key_id, log_partition`;

/** A replica may show rows late, behind the cursor. So every poll of this number reads all ids. */
const pollsPerFullRead = 60;

export function createKeyIds({ tables, logger, pollMs = 1_000 }: KeyIdsOptions): FollowedKeyIds {
  const ids = new Set<string>();
  let cursors = new Map<number, number>();
  let polls = 0;

  const read = async (): Promise<void> => {
    const from = polls % pollsPerFullRead === 0 ? new Map<number, number>() : cursors;
    const rows = await readRows<KeyIdRow>(
      tables,
      { sql: newIdsSql, decode: { lastOffset: Number } },
      offsetParameters('key', from),
    );
    polls += 1;
    const next = new Map(from);
    for (const { keyId, partition, lastOffset } of rows) {
      ids.add(keyId);
      next.set(partition, Math.max(next.get(partition) ?? 0, lastOffset + 1));
    }
    cursors = next;
  };

  const loop = createPollLoop({
    read,
    pollMs: () => pollMs,
    logger,
    unreadable: 'the ids of new keys could not be read; the poll is repeated',
  });

  return {
    has: (keyId) => ids.has(keyId),
    add: (keyId) => void ids.add(keyId),
    refresh: loop.refresh,
    start: async () => {
      await loop.refresh();
      loop.begin();
    },
    stop: loop.stop,
    get done() {
      return loop.done;
    },
  };
}
