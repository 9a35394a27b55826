import type { Change } from '../../../../schemas/generated/records.ts';
import type { ChangeCache } from '../../memory/changes/change-cache.ts';
import type { Versions } from '../../memory/versions.ts';
import { memoize } from '../../memory/memoize.ts';
import { type LogOffsets, offsetsPart, readEnds } from '../../memory/log-offsets.ts';
import type { LoggedChange } from '../../memory/changes/logged-change.ts';
import { createLru } from '../../memory/lru.ts';
import type { RecentChanges } from '../../memory/changes/recent-changes.ts';
import type { Recent } from '../../memory/recent.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readMembers, readRange } from './log-rows.ts';

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
  /** `assetIds` is called only if there are too many changes to read those of all assets. */
  readonly behind: (from: LogOffsets, assetIds: () => Promise<readonly string[]>) => Promise<Batch>;
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
/** Batches in the cache, for streams that read the same a moment later. */
const mostBatches = 8;

/** Reads each batch once for all streams at the same place, so live changes cost the same for any number of streams. */
export function createBatchReader({ tables, store, versions, ...rest }: BatchDependencies): BatchReader {
  const recent = rest.recent?.changes ?? null;
  const endsNow = readOncePer(versions.position, () => readEnds(tables));
  const shared = createLru<string, Promise<Batch>>(mostBatches);
  const membersOf = (rows: readonly LoggedChange[]): Batch['members'] =>
    memoize(() => membersFrom(recent, tables, rows));

  const read = async (from: LogOffsets, ends: LogOffsets, assetIds: readonly string[] | null): Promise<Batch> => {
    const rows = await readRange(tables, { from, ends, limit: batchSize }, assetIds);
    const members = membersOf(rows);
    const [changes] = await Promise.all([store.read(rows), members()]);
    return { rows: rows.filter(isNewestOf(changes)), changes, members, ends, isWhole: rows.length < batchSize };
  };

  const recall = async (from: LogOffsets): Promise<Batch | null> => {
    const found = (await recent?.behind(from, batchSize)) ?? null;
    if (found === null) return null;
    store.keep(found.changes);
    const changes = new Map(found.changes.map((change) => [change.id, change]));
    const rows = found.rows.filter(isNewestOf(changes));
    return { rows, changes, members: membersOf(rows), ends: found.ends, isWhole: true };
  };

  return {
    behind: async (from, assetIds) => {
      const key = JSON.stringify([offsetsPart(from), versions.position()]);
      const batch = shared.get(key) ?? recall(from).then(async (found) => found ?? read(from, await endsNow(), null));
      shared.set(key, batch);
      batch.catch(() => shared.delete(key));
      const forAll = await batch;
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

/** Shares one read among all streams that the same change wakes. An error is not cached. */
function readOncePer<T>(period: () => number, read: () => Promise<T>): () => Promise<T> {
  let cached: { readonly period: number; readonly answer: Promise<T> } | null = null;
  return () => {
    const current = period();
    if (cached?.period === current) return cached.answer;
    const answer = read();
    cached = { period: current, answer };
    answer.catch(() => {
      cached = null;
    });
    return answer;
  };
}
