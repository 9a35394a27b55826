import type { Change } from '../../../../schemas/generated/records.ts';
import { changeOf } from './change-row.ts';
import { memoize } from '../memoize.ts';
import { type LogOffsets, readEnds } from '../log-offsets.ts';
import { loggedOf, type LoggedChange, type LoggedRow } from './logged-change.ts';
import { createLru } from '../lru.ts';
import type { TableReader } from '../../tables/reader.ts';

/** A row of `store_feed_changes` as it was inserted. */
export interface InsertedChange extends LoggedRow {
  /** The change as JSON text; the name of the table's column. */
  readonly words: string;
}

/** Place of a change on the log. */
export type ChangePlace = Pick<LoggedRow, 'log_partition' | 'log_offset'>;

/** An inserted row, decoded once. */
interface CachedChange {
  readonly row: LoggedChange;
  readonly words: string;
}

/** All changes from given offsets on. */
interface RecentBatch {
  /** In the order of the log. */
  readonly rows: readonly LoggedChange[];
  /** Changes of the rows, in their order. */
  readonly changes: readonly Change[];
  readonly ends: LogOffsets;
}

/**
 * The changes that were inserted last, if the sink runs in this process. Streams read them from here, because the tables
 * are sorted by asset and a query by log offset reads two columns of all rows (decision 27).
 */
export interface RecentChanges {
  /** Rows being inserted. They become readable when `shown` is called for them. */
  readonly inserted: (rows: readonly InsertedChange[]) => void;
  /** Call when changes have become readable in the tables. */
  readonly shown: (places: readonly ChangePlace[]) => void;
  /** The changes from these offsets on if all are cached and at most `limit`; null if the tables have to be read. */
  readonly behind: (from: LogOffsets, limit: number) => Promise<RecentBatch | null>;
}

interface RecentLimits {
  readonly rows: number;
  /** Length of their texts together, UTF-16 units. */
  readonly textLength: number;
}

const usualLimits: RecentLimits = { rows: 1_000, textLength: 8 * 1024 * 1024 };

export function createRecentChanges(tables: TableReader, limits = usualLimits): RecentChanges {
  const waiting = createLru<string, CachedChange>(limits.rows);
  /** By place, oldest first; rows of one partition in the order of their offsets. */
  const cached = new Map<string, CachedChange>();
  let textLength = 0;
  /** By partition, the offset behind the last change that was shown. */
  const ends = new Map<number, number>();
  /** By partition, the first offset from which every change is cached. */
  const floors = new Map<number, number>();

  const raise = (to: Map<number, number>, partition: number, offset: number): void => {
    to.set(partition, Math.max(to.get(partition) ?? 0, offset));
  };

  /** Starts behind the rows that were in the tables before the first insert. */
  const place = memoize(async (): Promise<void> => {
    for (const [partition, end] of await readEnds(tables)) {
      raise(floors, partition, end);
      raise(ends, partition, end);
    }
  });

  const show = (key: string, partition: number, offset: number): void => {
    const change = waiting.get(key);
    waiting.delete(key);
    const isFurther = offset >= (ends.get(partition) ?? 0);
    raise(ends, partition, offset + 1);
    // Inserted again: it was shown before, or its text was refused then and is in the tables only.
    if (cached.has(key)) return;
    if (change === undefined || !isFurther) raise(floors, partition, offset + 1);
    else {
      cached.set(key, change);
      textLength += change.words.length;
    }
  };

  const evict = (): void => {
    for (const [key, { row, words }] of cached) {
      if (cached.size <= limits.rows && textLength <= limits.textLength) return;
      cached.delete(key);
      textLength -= words.length;
      raise(floors, row.partition, row.offset + 1);
    }
  };

  return {
    inserted: (rows) => {
      for (const row of rows) waiting.set(keyOf(row), { row: loggedOf(row), words: row.words });
    },
    shown: (places) => {
      for (const one of places) show(keyOf(one), one.log_partition, Number(one.log_offset));
      evict();
    },
    behind: async (from, limit) => {
      await place();
      if ([...floors].some(([partition, floor]) => (from.get(partition) ?? 0) < floor)) return null;
      const found = [...cached.values()].filter(({ row }) => row.offset >= (from.get(row.partition) ?? 0));
      if (found.length > limit) return null;
      found.sort(({ row: a }, { row: b }) => a.partition - b.partition || a.offset - b.offset);
      return { rows: found.map(({ row }) => row), changes: found.map(changeOf), ends: new Map(ends) };
    },
  };
}

const keyOf = ({ log_partition, log_offset }: ChangePlace): string => `${log_partition}/${log_offset}`;
