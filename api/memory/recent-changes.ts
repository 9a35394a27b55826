import type { Change } from '../../schemas/generated/records.ts';
import { changeOf } from './change-row.ts';
import { memoize } from './memoize.ts';
import { type LogOffsets, readEnds } from './log-offsets.ts';
import { loggedOf, type LoggedChange, type LoggedRow } from './logged-change.ts';
import { createLru } from './lru.ts';
import type { TableReader } from '../tables/reader.ts';

/** A row of `store_feed_changes` as it was inserted. */
export interface InsertedChange extends LoggedRow {
  /** The change as JSON text. */
  readonly words: string;
}

/** Where a change is on the log. */
export type ChangePlace = Pick<LoggedRow, 'log_partition' | 'log_offset'>;

/** Everything behind a place. */
export interface RecentBatch {
  /** In the order of the log. */
  readonly rows: readonly LoggedChange[];
  /** Words of the rows, in their order. */
  readonly changes: readonly Change[];
  readonly ends: LogOffsets;
}

/**
 * The changes that were inserted last. Whoever follows what is new finds it here, where the sink runs in this process:
 * in the tables it would have to be looked for.
 */
export interface RecentChanges {
  /** Rows that go into the tables; they count from when they are told of as `shown`. */
  readonly inserted: (rows: readonly InsertedChange[]) => void;
  /** Changes that can be read from now on. */
  readonly shown: (places: readonly ChangePlace[]) => void;
  /** What lies behind a place, if it is all here and no more than `limit`; null when the tables have to be asked. */
  readonly behind: (from: LogOffsets, limit: number) => Promise<RecentBatch | null>;
}

export interface RecentLimits {
  readonly rows: number;
  /** Of their words, UTF-16 units. */
  readonly words: number;
}

const usualLimits: RecentLimits = { rows: 1_000, words: 8 * 1024 * 1024 };

export function createRecentChanges(tables: TableReader, limits = usualLimits): RecentChanges {
  const waiting = createLru<string, InsertedChange>(limits.rows);
  /** By place, oldest first; of one partition in the order of their offsets. */
  const kept = new Map<string, InsertedChange>();
  let words = 0;
  /** Behind the last change of each partition that was told of. */
  const ends = new Map<number, number>();
  /** By partition, the first offset from which all is here. */
  const floors = new Map<number, number>();

  const raise = (to: Map<number, number>, partition: number, offset: number): void => {
    to.set(partition, Math.max(to.get(partition) ?? 0, offset));
  };

  /** What the tables held before this began to keep what comes. */
  const place = memoize(async (): Promise<void> => {
    for (const [partition, end] of await readEnds(tables)) {
      raise(floors, partition, end);
      raise(ends, partition, end);
    }
  });

  const show = (key: string, partition: number, offset: number): void => {
    const row = waiting.get(key);
    waiting.delete(key);
    const isFurther = offset >= (ends.get(partition) ?? 0);
    raise(ends, partition, offset + 1);
    // Inserted again: told before, or it had been refused then and is in the tables alone.
    if (kept.has(key)) return;
    if (row === undefined || !isFurther) raise(floors, partition, offset + 1);
    else {
      kept.set(key, row);
      words += row.words.length;
    }
  };

  const forgetOldest = (): void => {
    for (const [key, row] of kept) {
      if (kept.size <= limits.rows && words <= limits.words) return;
      kept.delete(key);
      words -= row.words.length;
      raise(floors, row.log_partition, Number(row.log_offset) + 1);
    }
  };

  return {
    inserted: (rows) => {
      for (const row of rows) waiting.set(keyOf(row), row);
    },
    shown: (places) => {
      for (const one of places) show(keyOf(one), one.log_partition, Number(one.log_offset));
      forgetOldest();
    },
    behind: async (from, limit) => {
      await place();
      if ([...floors].some(([partition, floor]) => (from.get(partition) ?? 0) < floor)) return null;
      const found = [...kept.values()].filter(
        ({ log_partition: one, log_offset }) => Number(log_offset) >= (from.get(one) ?? 0),
      );
      if (found.length > limit) return null;
      found.sort((a, b) => a.log_partition - b.log_partition || Number(a.log_offset) - Number(b.log_offset));
      return { rows: found.map(loggedOf), changes: found.map(changeOf), ends: new Map(ends) };
    },
  };
}

const keyOf = ({ log_partition, log_offset }: ChangePlace): string => `${log_partition}/${log_offset}`;
