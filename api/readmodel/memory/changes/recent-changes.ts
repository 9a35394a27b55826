import type { Change } from '../../../../schemas/generated/records.ts';
import { readRows } from '../../tables/rows.ts';
import { changeOf } from './change-row.ts';
import { memoize } from '../memoize.ts';
import { type LogOffsets, readEnds } from '../log-offsets.ts';
import { createRecentRows, type RecentLimits, type RowPlace, type WantedAssets } from '../recent-rows.ts';
import { loggedOf, type LoggedChange, type LoggedRow } from './logged-change.ts';
import type { TableReader } from '../../tables/reader.ts';

/** A row of `store_feed_changes` as it was inserted. */
export interface InsertedChange extends LoggedRow {
  /** The change as JSON text; the name of the table's column. */
  readonly words: string;
}

/** What is used of a row of `store_changes`. */
export type ShownRow = RowPlace & Pick<LoggedRow, 'detected_at'>;

/** An inserted row, decoded once. */
interface CachedChange extends LoggedChange {
  readonly words: string;
}

/** All changes from given offsets on, or those of the wanted assets. */
interface RecentBatch {
  /** In the order of the log. */
  readonly rows: readonly LoggedChange[];
  /** Changes of the rows, in their order. */
  readonly changes: readonly Change[];
  readonly ends: LogOffsets;
}

/** Groups of changes. */
interface RecentGroups {
  /** By group, all its members in the tables, ids ascending. */
  readonly members: ReadonlyMap<string, readonly LoggedChange[]>;
  /** Changes whose groups have to be read from the tables. */
  readonly unknown: readonly LoggedChange[];
}

/**
 * The changes that were inserted last, if the sink runs in this process. Streams read them from here, because the tables
 * are sorted by asset and a query by log offset reads two columns of all rows (decision 27).
 */
export interface RecentChanges {
  /** Rows being inserted. They become readable when `shown` is called for them. */
  readonly inserted: (rows: readonly InsertedChange[]) => void;
  /** Call when changes have become readable in the tables. */
  readonly shown: (rows: readonly ShownRow[]) => void;
  /**
   * The changes from these offsets on, of all assets or of the wanted ones, if all are cached and at most `limit`; null if the tables
   * have to be read.
   */
  readonly behind: (from: LogOffsets, limit: number, wanted?: WantedAssets) => Promise<RecentBatch | null>;
  /** A change in its newest revision in the tables; null if they have to be read. */
  readonly newestOf: (id: string) => { readonly row: LoggedChange; readonly change: Change } | null;
  /** The groups of changes that were read. */
  readonly groupsOf: (changes: readonly LoggedChange[]) => Promise<RecentGroups>;
}

const usualLimits: RecentLimits = { rows: 1_000, assets: 100_000, textLength: 8 * 1024 * 1024 };

const newestSql = 'SELECT toUnixTimestamp64Milli(max(detected_at)) AS newest FROM attestry.store_changes';

export function createRecentChanges(tables: TableReader, limits = usualLimits): RecentChanges {
  /**
   * The latest detection of a change that is not cached. Members of a group share the time of their detection, so a group of
   * a later time has no other members than cached ones.
   */
  let newestElsewhere = 0;
  const raiseNewest = (detectedAt: number): void => {
    newestElsewhere = Math.max(newestElsewhere, detectedAt);
  };
  const recent = createRecentRows<CachedChange, ShownRow>({
    readEnds: () => readEnds(tables),
    limits,
    textLengthOf: ({ words }) => words.length,
    onLeft: (left) => raiseNewest('row' in left ? left.row.detectedAt : Number(left.place.detected_at)),
  });
  const readNewest = memoize(async (): Promise<void> => {
    const query = { sql: newestSql, decode: { newest: Number } };
    for (const { newest } of await readRows<{ readonly newest: number }>(tables, query, {})) raiseNewest(newest);
  });

  return {
    inserted: (rows) => {
      for (const row of rows) recent.inserted(row, { ...loggedOf(row), words: row.words });
    },
    shown: recent.shown,
    behind: async (from, limit, wanted) => {
      const found = await recent.behind(from, limit, wanted);
      return found === null ? null : { ...found, changes: found.rows.map(changeOf) };
    },
    newestOf: (id) => {
      const revisions = [...recent.all()].filter((row) => row.id === id);
      const newest = revisions.sort((a, b) => b.revision - a.revision)[0];
      // A later revision is further behind in the same partition.
      return newest !== undefined && recent.isFollowed(newest) ? { row: newest, change: changeOf(newest) } : null;
    },
    groupsOf: async (changes) => {
      await readNewest();
      const isKnown = ({ detectedAt }: LoggedChange): boolean => detectedAt > newestElsewhere;
      const groups = new Set(changes.filter(isKnown).map(({ groupId }) => groupId));
      const unknown = changes.filter((change) => !isKnown(change));
      return { members: groups.size === 0 ? noMembers : membersAmong(recent.all(), groups), unknown };
    },
  };
}

const noMembers: RecentGroups['members'] = new Map();

/** The newest revision of each member, by group. */
function membersAmong(rows: Iterable<LoggedChange>, groups: ReadonlySet<string>): RecentGroups['members'] {
  const byGroup = new Map<string, Map<string, LoggedChange>>();
  for (const row of rows) {
    const { id, groupId, revision } = row;
    if (!groups.has(groupId)) continue;
    const members = byGroup.get(groupId) ?? new Map<string, LoggedChange>();
    if ((members.get(id)?.revision ?? -1) < revision) members.set(id, row);
    byGroup.set(groupId, members);
  }
  const ascending = (a: LoggedChange, b: LoggedChange): number => (a.id < b.id ? -1 : 1);
  return new Map([...byGroup].map(([groupId, members]) => [groupId, [...members.values()].sort(ascending)]));
}
