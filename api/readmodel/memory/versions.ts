import type { Logger } from '../../../infra/logger.ts';
import type { TableReader } from '../tables/reader.ts';
import { createPollLoop } from './poll-loop.ts';
import { isCurrent } from './staleness.ts';
import { createTenantWrites, type TenantWrites } from './tenant-writes.ts';
import { type ChangedIds, createVersionPoller } from './version-poller.ts';

export type { ChangedIds };

/**
 * Versions of the rows in the tables: numbers that only grow. The version of an id is the position at which its last change
 * was found, 0 if none was since the start. A cache reads `position` before its query; the result stays valid while no
 * version that it depends on is higher (decision 27).
 */
export interface Versions {
  /** Position of the latest change of any row. */
  readonly position: () => number;
  /** Of an asset's changes and record. */
  readonly assetVersion: (assetId: string) => number;
  /** Of a tenant's rows: watch items, limit, seen marker, read markers, hidden intervals. */
  readonly tenantVersion: (tenantId: string) => number;
  /** Of the asset records as a whole. */
  readonly registryVersion: () => number;
  /** Of the declarations of assets and parties as a whole. */
  readonly declarationsVersion: () => number;
  /** False if a change may have gone unnoticed for over a second: then no cached value counts as current. */
  readonly current: () => boolean;
  /**
   * Whether this process inserts every row, and reports those of account tables before it acknowledges them. Otherwise it
   * learns of another process's write at its next poll.
   */
  readonly hasAllWrites: boolean;
  /** Whether no rows of the tenant are being inserted: otherwise its cached values do not count as current. */
  readonly isSettled: TenantWrites['isSettled'];
  /** Calls the listener after every change; the result unsubscribes. */
  readonly subscribe: (listener: (changed: ChangedIds) => void) => () => void;
}

export interface VersionTrackerOptions {
  readonly tables: TableReader;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether this process reports every write by `changesInserted` and `tenantsChanged`; then it does not poll. */
  readonly hasAllWrites: boolean;
  /** Longest time between two polls, milliseconds. */
  readonly pollMs?: number;
}

export interface VersionTracker extends Versions {
  /** Determines where the tables end, then polls until `stop` unless every write is reported. */
  readonly start: () => Promise<void>;
  /** Polls now and resolves when the versions contain the result. */
  readonly refresh: () => Promise<void>;
  /** Call after changes of these assets were inserted. */
  readonly changesInserted: (assetIds: Iterable<string>) => void;
  /** Call after declarations of assets or parties were inserted. */
  readonly declarationsInserted: () => void;
  /** Inserts rows of these tenants; call `tenantsChanged` at the end of `insert`. */
  readonly whileWriting: TenantWrites['during'];
  /** Call after rows of these tenants were inserted. */
  readonly tenantsChanged: (tenantIds: Iterable<string>) => void;
  /** Call when new records of these assets are served. */
  readonly recordsServed: (assetIds: Iterable<string>) => void;
  readonly stop: () => Promise<void>;
  /** Settles when polling ends: rejects with the error that ended it. */
  readonly done: Promise<void>;
}

const longestPollMs = 250;
/** While changes arrive, more are likely to follow. */
const busyPollMs = 100;

export function createVersionTracker(options: VersionTrackerOptions): VersionTracker {
  const { tables, logger, clock, hasAllWrites, pollMs = longestPollMs } = options;
  const poll = createVersionPoller(tables);
  const writes = createTenantWrites();
  const listeners = new Set<(changed: ChangedIds) => void>();
  const assets = new Map<string, number>();
  const tenants = new Map<string, number>();
  let position = 0;
  let registry = 0;
  let declarations = 0;
  let isBusy = false;
  let polledAt = Number.NEGATIVE_INFINITY;

  const advance = (changed: ChangedIds, ofRecords = false): void => {
    if (changed.assets.size === 0 && changed.tenants.size === 0) return;
    position += 1;
    if (ofRecords) registry = position;
    for (const id of changed.assets) assets.set(id, position);
    for (const id of changed.tenants) tenants.set(id, position);
    for (const listener of listeners) listener(changed);
  };

  const declared = (): void => {
    position += 1;
    declarations = position;
  };

  const read = async (): Promise<void> => {
    const startedAt = clock();
    const { isUnseen, hasDeclarations, ...changed } = await poll();
    advance(changed);
    if (hasDeclarations) declared();
    isBusy = isUnseen && changed.assets.size > 0;
    polledAt = startedAt;
  };

  const loop = createPollLoop({
    read,
    pollMs: () => (isBusy ? Math.min(pollMs, busyPollMs) : pollMs),
    logger,
    unreadable: 'the tables could not be polled for changes; the poll is repeated',
  });

  return {
    position: () => position,
    assetVersion: (assetId) => assets.get(assetId) ?? 0,
    tenantVersion: (tenantId) => tenants.get(tenantId) ?? 0,
    registryVersion: () => registry,
    declarationsVersion: () => declarations,
    hasAllWrites,
    current: () => hasAllWrites || isCurrent(clock() - polledAt),
    isSettled: writes.isSettled,
    whileWriting: writes.during,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh: loop.refresh,
    changesInserted: (assetIds) => advance({ assets: new Set(assetIds), tenants: none }),
    declarationsInserted: declared,
    tenantsChanged: (tenantIds) => advance({ assets: none, tenants: new Set(tenantIds) }),
    recordsServed: (assetIds) => advance({ assets: new Set(assetIds), tenants: none }, true),
    start: async () => {
      await loop.refresh();
      if (!hasAllWrites) loop.begin();
    },
    stop: loop.stop,
    get done() {
      return loop.done;
    },
  };
}

const none: ReadonlySet<string> = new Set();
