import { createHash } from 'node:crypto';
import { memoizeByObject } from '../../../../schemas/values/memoize-by-object.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import { createVersionedCache } from '../../memory/versioned-cache.ts';
import type { Versions } from '../../memory/versions.ts';
import type { TableReader } from '../../tables/reader.ts';
import { visibilitySlices } from '../../visibility/visible.ts';
import { type Groups, readGroups, wholeInbox } from './groups.ts';

/** Cached inboxes, some hundred bytes a group. */
const mostInboxes = 100;
/** A larger inbox is read each time. */
const mostGroups = 5_000;

interface Options {
  readonly tables: TableReader;
  readonly versions: Versions;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * Reads every group of inboxes. What is cached rests on the assets and on what the tenant may see of them: a mark alters
 * neither, so the page behind a mark reads the markers alone. A tenant without items has no groups.
 */
export function createWholeInboxes({
  tables,
  versions,
  clock,
}: Options): (snapshot: TenantSnapshot) => Promise<Groups> {
  const cache = createVersionedCache<TenantSnapshot, Groups>({
    restsOn: {
      position: versions.position,
      isReliable: versions.current,
      observe:
        ({ assetIds }) =>
        (since) =>
          assetIds.every((assetId) => versions.assetVersion(assetId) <= since),
    },
    keyOf: fingerprintOf,
    versions,
    clock,
    most: mostInboxes,
  });
  return async (snapshot) => {
    const cached = cache.find(snapshot);
    if (cached !== null) return cached;
    const keep = cache.keep(snapshot);
    const groups = await readGroups(tables, snapshot, wholeInbox);
    if (groups.count <= mostGroups) await keep(groups, Number.POSITIVE_INFINITY);
    return groups;
  };
}

/** Of all that the query binds: two snapshots with one fingerprint have the same groups. */
const fingerprintOf = memoizeByObject((snapshot: TenantSnapshot) =>
  createHash('sha256')
    .update(JSON.stringify(visibilitySlices(snapshot, () => true)))
    .digest('base64'),
);
