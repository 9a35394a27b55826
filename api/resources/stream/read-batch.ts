import type { Change } from '../../../schemas/generated/records.ts';
import type { ChangeCache } from '../../memory/change-cache.ts';
import type { Versions } from '../../memory/versions.ts';
import { memoize } from '../../memory/memoize.ts';
import { type LogOffsets, readEnds } from '../../memory/log-offsets.ts';
import type { LoggedChange } from '../../memory/logged-change.ts';
import { createLru } from '../../memory/lru.ts';
import { offsetsPart } from '../../http/opaque-cursor.ts';
import type { RecentChanges } from '../../memory/recent-changes.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readMembers, readRange } from './log-rows.ts';

/** Changes behind a place on the log, for whoever may see them. */
export interface Batch {
  /** In the order of the log. */
  readonly rows: readonly LoggedChange[];
  /** Words by id. */
  readonly changes: ReadonlyMap<string, Change>;
  /** Members of the groups of the rows; read when they are asked for first. */
  readonly members: () => Promise<ReadonlyMap<string, readonly LoggedChange[]>>;
  readonly ends: LogOffsets;
  /** Whether it reaches the ends. */
  readonly isWhole: boolean;
}

export interface BatchReader {
  /** `assetIds` is asked only when more lies behind the place than is worth reading for everybody. */
  readonly behind: (from: LogOffsets, assetIds: () => Promise<readonly string[]>) => Promise<Batch>;
}

export interface BatchDependencies {
  readonly tables: TableReader;
  readonly store: ChangeCache;
  readonly versions: Pick<Versions, 'position'>;
  /** Null where changes are inserted by another process. */
  readonly recent: RecentChanges | null;
}

/** Changes read at once. */
const batchSize = 200;
/** Batches kept for those who come a moment later. */
const keptBatches = 8;

/** Everybody who is at the same place is told from one reading, whoever they are: what is live costs the same for all. */
export function createBatchReader({ tables, store, versions, recent }: BatchDependencies): BatchReader {
  const endsNow = readOncePer(versions.position, () => readEnds(tables));
  const shared = createLru<string, Promise<Batch>>(keptBatches);
  const membersOf = (rows: readonly LoggedChange[]): Batch['members'] => memoize(() => readMembers(tables, rows));

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

/** A change that was revised since stands further behind, and is told there. */
const isNewestOf =
  (changes: ReadonlyMap<string, Change>) =>
  ({ id, revision }: LoggedChange, index: number, rows: readonly LoggedChange[]): boolean =>
    changes.get(id)?.revision === revision &&
    rows.findIndex((other) => other.id === id && other.revision === revision) === index;

/** Everybody whom the same news wakes asks the same. A failure is not kept. */
function readOncePer<T>(period: () => number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly period: number; readonly answer: Promise<T> } | null = null;
  return () => {
    const current = period();
    if (kept?.period === current) return kept.answer;
    const answer = read();
    kept = { period: current, answer };
    answer.catch(() => {
      kept = null;
    });
    return answer;
  };
}
