import type { Change } from '../../../../schemas/generated/records.ts';
import type { ChangeCache } from '../../memory/changes/change-cache.ts';
import type { Versions } from '../../memory/versions.ts';
import { memoize } from '../../memory/memoize.ts';
import { type LogOffsets, readEnds } from '../../memory/log-offsets.ts';
import type { LoggedChange } from '../../memory/changes/logged-change.ts';
import type { RecentChanges } from '../../memory/changes/recent-changes.ts';
import type { Recent } from '../../memory/recent.ts';
import type { WantedAssets } from '../../memory/recent-rows.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readMembers, readRange } from './log-rows.ts';
import { sharedByPlace, sharedUntilNew } from './shared-by-place.ts';

/** Changes from given offsets on, of all tenants. */
export interface Batch {
  /** In the order of the log. */
  readonly rows: readonly LoggedChange[];
  /** Texts by id. */
  readonly changes: ReadonlyMap<string, Change>;
  /** Members of the groups of the rows; read at the first call. */
  readonly members: () => Promise<ReadonlyMap<string, readonly LoggedChange[]>>;
  readonly ends: LogOffsets;
  /** Whether it reaches the ends. */
  readonly isWhole: boolean;
}

export interface BatchReader {
  /** `assetIds` is called only if the changes of all assets are not in memory, or too many. */
  readonly behind: (from: LogOffsets, assetIds: WantedAssets) => Promise<Batch>;
}

export interface BatchDependencies {
  readonly tables: TableReader;
  readonly store: ChangeCache;
  readonly versions: Pick<Versions, 'position'>;
  /** Null if another process inserts the changes. */
  readonly recent: Recent | null;
}

/** Changes of a batch. */
const batchSize = 200;

/** Reads each batch once for all streams at the same place, so live changes cost the same for any number of streams. */
export function createBatchReader({ tables, store, versions, ...rest }: BatchDependencies): BatchReader {
  const recent = rest.recent?.changes ?? null;
  const endsNow = sharedUntilNew(versions.position, () => readEnds(tables));
  const membersOf = (rows: readonly LoggedChange[]): Batch['members'] =>
    memoize(() => membersFrom(recent, tables, rows));

  const read = async (from: LogOffsets, ends: LogOffsets, assetIds: readonly string[] | null): Promise<Batch> => {
    const rows = await readRange(tables, { from, ends, limit: batchSize }, assetIds);
    const members = membersOf(rows);
    const [changes] = await Promise.all([store.read(rows), members()]);
    return { rows: rows.filter(isNewestOf(changes)), changes, members, ends, isWhole: rows.length < batchSize };
  };

  const recall = async (from: LogOffsets, wanted?: WantedAssets): Promise<Batch | null> => {
    const found = (await recent?.behind(from, batchSize, wanted)) ?? null;
    if (found === null) return null;
    store.keep(found.changes);
    const changes = new Map(found.changes.map((change) => [change.id, change]));
    const rows = found.rows.filter(isNewestOf(changes));
    return { rows, changes, members: membersOf(rows), ends: found.ends, isWhole: true };
  };

  const recalledBy = sharedByPlace(versions.position, (from: LogOffsets) => recall(from));
  const readBy = sharedByPlace(versions.position, async (from: LogOffsets) => read(from, await endsNow(), null));

  return {
    behind: async (from, assetIds) => {
      const recalled = await recalledBy(from);
      if (recalled !== null) return recalled;
      const own = await recall(from, assetIds);
      if (own !== null) return own;
      const forAll = await readBy(from);
      return forAll.isWhole ? forAll : read(from, forAll.ends, await assetIds());
    },
  };
}

/** Most groups were inserted a moment ago; the tables are read for the others. */
async function membersFrom(
  recent: RecentChanges | null,
  tables: TableReader,
  rows: readonly LoggedChange[],
): Promise<ReadonlyMap<string, readonly LoggedChange[]>> {
  const known = await recent?.groupsOf(rows);
  if (known === undefined) return readMembers(tables, rows);
  return new Map([...known.members, ...(await readMembers(tables, known.unknown))]);
}

/** A change that was revised since is further behind on the log, and is sent from there. */
const isNewestOf =
  (changes: ReadonlyMap<string, Change>) =>
  ({ id, revision }: LoggedChange, index: number, rows: readonly LoggedChange[]): boolean =>
    changes.get(id)?.revision === revision &&
    rows.findIndex((other) => other.id === id && other.revision === revision) === index;
