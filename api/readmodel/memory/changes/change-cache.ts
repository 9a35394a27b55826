import type { Change } from '../../../../schemas/generated/records.ts';
import { changeOf, type ChangeRow, changesSql } from './change-row.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readInSlices } from '../../tables/slices.ts';
import { createLru } from '../lru.ts';

/** Identifies a revision of a change by columns of the sorting key. */
export interface ChangeReference {
  readonly assetId: string;
  readonly id: string;
  readonly revision: number;
  /** Milliseconds. */
  readonly detectedAt: number;
}

export interface ChangeCache {
  /** Changes by id. A change that was revised after it was referenced is returned in its newer revision. */
  readonly read: (references: readonly ChangeReference[]) => Promise<ReadonlyMap<string, Change>>;
  /** Adds changes that the caller has already. */
  readonly keep: (changes: readonly Change[]) => void;
}

/** Cached revisions; a few kilobytes each. */
const mostRevisions = 5_000;

/** Full changes by reference. A revision never changes, so it is cached without a version; misses share one query. */
export function createChangeCache(tables: TableReader): ChangeCache {
  const cache = createLru<string, Change>(mostRevisions);
  const keep = (changes: readonly Change[]): void => {
    for (const change of changes) cache.set(keyOf(change), change);
  };
  return {
    read: async (references) => {
      const found = new Map<string, Change>();
      const missing: ChangeReference[] = [];
      for (const reference of references) {
        const change = cache.get(keyOf(reference));
        if (change === undefined) missing.push(reference);
        else found.set(change.id, change);
      }
      const read = [...(await readChanges(tables, missing)).values()];
      keep(read);
      for (const change of read) found.set(change.id, change);
      return found;
    },
    keep,
  };
}

const keyOf = ({ id, revision }: Pick<Change, 'id' | 'revision'>): string => `${id}/${revision}`;

/** Reads full changes by id, without the cache. */
export async function readChanges(
  tables: TableReader,
  references: readonly ChangeReference[],
): Promise<ReadonlyMap<string, Change>> {
  const rows = await readInSlices(references, (slice) =>
    tables.query<ChangeRow>(changesSql, {
      assetIds: [...new Set(slice.map(({ assetId }) => assetId))],
      ids: slice.map(({ id }) => id),
      times: [...new Set(slice.map(({ detectedAt }) => detectedAt))],
    }),
  );
  const newest = new Map<string, ChangeRow>();
  for (const row of rows) {
    const other = newest.get(row.id);
    if (other === undefined || other.revision < row.revision) newest.set(row.id, row);
  }
  return new Map([...newest.values()].map((row) => [row.id, changeOf(row)]));
}
