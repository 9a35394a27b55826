import type { Change } from '../../../schemas/generated/records.ts';
import type { ChangeStore } from '../../change-store.ts';
import type { FreshnessVersions } from '../../freshness.ts';
import { type LogPositions, readEnds } from '../../log-positions.ts';
import { createLru } from '../../lru.ts';
import { positionsPart } from '../../opaque-cursor.ts';
import type { TableReader } from '../../table-reader.ts';
import { type LoggedChange, readMembers, readRange } from './log-rows.ts';

/** Changes behind a place on the log, for whoever may see them. */
export interface Batch {
  /** In the order of the log. */
  readonly rows: readonly LoggedChange[];
  /** Words by id. */
  readonly changes: ReadonlyMap<string, Change>;
  /** Members of the groups of the rows. */
  readonly members: ReadonlyMap<string, readonly LoggedChange[]>;
  readonly ends: LogPositions;
  /** Whether it reaches the ends. */
  readonly isWhole: boolean;
}

export interface BatchReader {
  /** `assetIds` is asked only when more lies behind the place than is worth reading for everybody. */
  readonly behind: (from: LogPositions, assetIds: () => Promise<readonly string[]>) => Promise<Batch>;
}

/** Changes read at once. */
const batchSize = 200;
/** Batches kept for those who come a moment later. */
const keptBatches = 8;

/** Everybody who is at the same place is told from one reading, whoever they are: what is live costs the same for all. */
export function createBatchReader(
  tables: TableReader,
  store: ChangeStore,
  freshness: Pick<FreshnessVersions, 'position'>,
): BatchReader {
  const endsNow = readOncePer(freshness.position, () => readEnds(tables));
  const shared = createLru<string, Promise<Batch>>(keptBatches);

  const read = async (from: LogPositions, ends: LogPositions, assetIds: readonly string[] | null): Promise<Batch> => {
    const rows = await readRange(tables, { from, ends, limit: batchSize }, assetIds);
    const [changes, members] = await Promise.all([store.read(rows), readMembers(tables, rows)]);
    return { rows: rows.filter(isNewestOf(changes)), changes, members, ends, isWhole: rows.length < batchSize };
  };

  return {
    behind: async (from, assetIds) => {
      const ends = await endsNow();
      const key = JSON.stringify([positionsPart(from), positionsPart(ends)]);
      const batch = shared.get(key) ?? read(from, ends, null);
      shared.set(key, batch);
      batch.catch(() => shared.delete(key));
      const forAll = await batch;
      return forAll.isWhole ? forAll : read(from, ends, await assetIds());
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
