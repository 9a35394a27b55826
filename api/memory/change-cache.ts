import type { Change } from '../../schemas/generated/records.ts';
import { changeOf, type ChangeRow, changesSql } from './change-row.ts';
import type { TableReader } from '../tables/reader.ts';
import { createLru } from './lru.ts';

/** Where a revision of a change is found. */
export interface ChangeReference {
  readonly assetId: string;
  readonly id: string;
  readonly revision: number;
  /** Milliseconds. */
  readonly detectedAt: number;
}

export interface ChangeCache {
  /** Changes by id. One that has been revised since it was referred to comes in its newer revision. */
  readonly read: (references: readonly ChangeReference[]) => Promise<ReadonlyMap<string, Change>>;
  /** Keeps changes that were found elsewhere. */
  readonly keep: (changes: readonly Change[]) => void;
}

/** Revisions kept in memory; a few kilobytes each. */
const keptRevisions = 5_000;

/**
 * Full changes for references that a slim query picked: a revision never alters, so it is kept in memory, and what is
 * missing is read in one query (architecture 7).
 */
export function createChangeCache(tables: TableReader): ChangeCache {
  const kept = createLru<string, Change>(keptRevisions);
  const keep = (changes: readonly Change[]): void => {
    for (const change of changes) kept.set(keyOf(change), change);
  };
  return {
    read: async (references) => {
      const found = new Map<string, Change>();
      const missing: ChangeReference[] = [];
      for (const reference of references) {
        const change = kept.get(keyOf(reference));
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

/** Full changes by id, read and not kept. */
export async function readChanges(
  tables: TableReader,
  references: readonly ChangeReference[],
): Promise<ReadonlyMap<string, Change>> {
  if (references.length === 0) return new Map();
  const rows = await tables.query<ChangeRow>(changesSql, {
    assetIds: [...new Set(references.map(({ assetId }) => assetId))],
    ids: references.map(({ id }) => id),
    times: [...new Set(references.map(({ detectedAt }) => detectedAt))],
  });
  const newest = new Map<string, ChangeRow>();
  for (const row of rows) {
    const other = newest.get(row.id);
    if (other === undefined || other.revision < row.revision) newest.set(row.id, row);
  }
  return new Map([...newest.values()].map((row) => [row.id, changeOf(row)]));
}
