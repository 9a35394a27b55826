import type { LogOffsets } from './log-offsets.ts';
import { createLru } from './lru.ts';
import { memoize } from './memoize.ts';

/** Place of a record on the log, as the columns of its row. */
export interface RowPlace {
  readonly log_partition: number;
  readonly log_offset: string | number;
}

interface LoggedRow {
  readonly assetId: string;
  readonly partition: number;
  readonly offset: number;
}

/** All rows from given offsets on, or those of the wanted assets, in the order of the log. */
interface RecentBatch<R> {
  readonly rows: readonly R[];
  readonly ends: LogOffsets;
}

/**
 * The rows of one topic that were inserted last, if the sink runs in this process. `R` is what is kept of a row, `P` what is
 * known of one when it is shown.
 */
export interface RecentRows<R, P> {
  /** A row that is being inserted, null if readers need none of it. It becomes readable when `shown` is called for it. */
  readonly inserted: (place: RowPlace, row: R | null) => void;
  /** Call when rows have become readable in the tables. */
  readonly shown: (places: readonly P[]) => void;
  /**
   * The rows from these offsets on, of all assets or of the wanted ones, if all are cached and at most `limit`; null if the tables
   * have to be read. Rows of few assets are found long after those of others have left the cache. Which assets are wanted is read
   * after the ends: a row behind them may be of an asset that is wanted since.
   */
  readonly behind: (from: LogOffsets, limit: number, wanted?: WantedAssets) => Promise<RecentBatch<R> | null>;
  /** Cached rows. */
  readonly all: () => Iterable<R>;
  /** Whether all later rows of its partition are cached, too. */
  readonly isFollowed: (row: R) => boolean;
}

/** Reads the ids of the assets that a client wants. */
export type WantedAssets = () => Promise<readonly string[]>;

export interface RecentLimits {
  readonly rows: number;
  /** Most assets whose last evicted row is remembered. */
  readonly assets: number;
  /** Length of their texts together, UTF-16 units. */
  readonly textLength: number;
}

interface RecentRowsOptions<R, P> {
  /** Where the rows end in the tables. */
  readonly readEnds: () => Promise<LogOffsets>;
  readonly limits: RecentLimits;
  readonly textLengthOf: (row: R) => number;
  /** Called with each row that is in the tables and not, or no longer, in the cache: what is known of it. */
  readonly onLeft?: (left: { readonly row: R } | { readonly place: P }) => void;
}

export function createRecentRows<R extends LoggedRow, P extends RowPlace>({
  readEnds,
  limits,
  textLengthOf,
  onLeft = () => undefined,
}: RecentRowsOptions<R, P>): RecentRows<R, P> {
  const waiting = createLru<string, { readonly row: R | null }>(limits.rows);
  /** By place, oldest first; rows of one partition in the order of their offsets. */
  const cached = new Map<string, R>();
  let textLength = 0;
  /** By partition, the offset behind the last row that was shown. */
  const ends = new Map<number, number>();
  /** By partition, the first offset from which every row is cached. */
  const floors = new Map<number, number>();
  /** By partition, the first offset from which every row is cached, or its asset is in `left`. */
  const listed = new Map<number, number>();
  /** Place of the last evicted row of each asset. */
  const left = new Map<string, Pick<R, 'partition' | 'offset'>>();

  const raise = (to: Map<number, number>, partition: number, offset: number): void => {
    to.set(partition, Math.max(to.get(partition) ?? 0, offset));
  };

  /** Starts behind the rows that were in the tables before the first insert. */
  const place = memoize(async (): Promise<void> => {
    for (const [partition, end] of await readEnds()) {
      for (const offsets of [floors, listed, ends]) raise(offsets, partition, end);
    }
  });

  const show = (shown: P): void => {
    const [key, partition, offset] = [keyOf(shown), shown.log_partition, Number(shown.log_offset)];
    const found = waiting.get(key);
    waiting.delete(key);
    const isFurther = offset >= (ends.get(partition) ?? 0);
    raise(ends, partition, offset + 1);
    // Inserted again: it was shown before, or its text was refused then and is in the tables only.
    if (cached.has(key)) return;
    if (found === undefined || !isFurther) {
      for (const offsets of [floors, listed]) raise(offsets, partition, offset + 1);
      onLeft({ place: shown });
    } else if (found.row !== null) {
      cached.set(key, found.row);
      textLength += textLengthOf(found.row);
    }
  };

  const leave = ({ assetId, partition, offset }: R): void => {
    const before = left.get(assetId);
    // One place of each asset is remembered: that in another partition is no longer.
    if (before !== undefined && before.partition !== partition) raise(listed, before.partition, before.offset + 1);
    left.set(assetId, { partition, offset });
  };

  const evict = (): void => {
    for (const [key, row] of cached) {
      if (cached.size <= limits.rows && textLength <= limits.textLength) return;
      cached.delete(key);
      textLength -= textLengthOf(row);
      raise(floors, row.partition, row.offset + 1);
      leave(row);
      onLeft({ row });
    }
  };

  /** What was listed is forgotten as a whole: it took many rows to fill, and they fill it again. */
  const forget = (): void => {
    if (left.size <= limits.assets) return;
    left.clear();
    for (const [partition, floor] of floors) raise(listed, partition, floor);
  };

  const reaches = (from: LogOffsets, floorOf: ReadonlyMap<number, number>): boolean =>
    [...floorOf].every(([partition, floor]) => (from.get(partition) ?? 0) >= floor);

  const hasLeft = (assetId: string, from: LogOffsets): boolean => {
    const row = left.get(assetId);
    return row !== undefined && row.offset >= (from.get(row.partition) ?? 0);
  };

  return {
    inserted: (at, row) => waiting.set(keyOf(at), { row }),
    shown: (places) => {
      for (const one of places) show(one);
      evict();
      forget();
    },
    behind: async (from, limit, wanted) => {
      await place();
      const upTo = new Map(ends);
      const assetIds = wanted === undefined ? null : new Set(await wanted());
      if (!reaches(from, assetIds === null ? floors : listed)) return null;
      if (assetIds !== null && [...assetIds].some((assetId) => hasLeft(assetId, from))) return null;
      const isBetween = ({ partition, offset }: R): boolean =>
        offset >= (from.get(partition) ?? 0) && offset < (upTo.get(partition) ?? 0);
      const rows = [...cached.values()].filter(
        (row) => isBetween(row) && (assetIds === null || assetIds.has(row.assetId)),
      );
      if (rows.length > limit) return null;
      rows.sort((a, b) => a.partition - b.partition || a.offset - b.offset);
      return { rows, ends: upTo };
    },
    all: () => cached.values(),
    isFollowed: ({ partition, offset }) => offset >= (floors.get(partition) ?? 0),
  };
}

const keyOf = ({ log_partition, log_offset }: RowPlace): string => `${log_partition}/${log_offset}`;
