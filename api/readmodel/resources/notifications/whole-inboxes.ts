import { createHash } from 'node:crypto';
import { memoizeByObject } from '../../../../schemas/values/memoize-by-object.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import { createVersionedCache } from '../../memory/versioned-cache.ts';
import type { Versions } from '../../memory/versions.ts';
import type { TableReader } from '../../tables/reader.ts';
import { visibilitySlices } from '../../visibility/visible.ts';
import { type NoticeRows, readNoticeRows, wholeInbox } from './notice-rows.ts';

/** Cached inboxes, some hundred bytes a notification. */
const mostInboxes = 100;
/** A larger inbox is read each time. */
const mostNotices = 5_000;

interface Options {
  readonly tables: TableReader;
  readonly versions: Versions;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * Reads whole inboxes. What is cached rests on the assets and on what the tenant may see of them: a mark alters
 * neither, so the page behind a mark reads the markers alone. A tenant without items has an empty one.
 */
export function createWholeInboxes({
  tables,
  versions,
  clock,
}: Options): (snapshot: TenantSnapshot) => Promise<NoticeRows> {
  const cache = createVersionedCache<TenantSnapshot, NoticeRows>({
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
    const found = await readNoticeRows(tables, snapshot, wholeInbox);
    if (found.count <= mostNotices) await keep(found, Number.POSITIVE_INFINITY);
    return found;
  };
}

/** Of all that the query binds: two snapshots with one fingerprint have the same notifications. */
const fingerprintOf = memoizeByObject((snapshot: TenantSnapshot) =>
  createHash('sha256')
    .update(JSON.stringify(visibilitySlices(snapshot, () => true)))
    .digest('base64'),
);
