import type { Logger } from '../../infra/logger.ts';
import { createVersionPoller, type ChangedIds } from './version-poller.ts';
import { isCurrent } from './staleness.ts';
import { createPollLoop } from './poll-loop.ts';
import type { TableReader } from '../tables/reader.ts';

export type { ChangedIds };

/**
 * What is new in the tables, as numbers that only grow (architecture 7). A version is the position at which the last news
 * of its subject came in, 0 when none came since the start. Whoever keeps an answer reads `position` before the query:
 * the answer holds for as long as no version it rests on is higher than that.
 */
export interface Versions {
  /** Position of the latest news of all. */
  readonly position: () => number;
  /** Of an asset's changes and of its record. */
  readonly assetVersion: (assetId: string) => number;
  /** Of what a key holder has: watches, limit, seen marker, read markers, hidden intervals. */
  readonly tenantVersion: (tenantId: string) => number;
  /** Of the asset records as a whole. */
  readonly registryVersion: () => number;
  /** False when news may have gone unnoticed for over a second: then nothing kept may be called current. */
  readonly current: () => boolean;
  /**
   * Whether every write passes through this process, which tells of those on account tables before they are acknowledged.
   * Otherwise one of another process is known here after the next look at the tables.
   */
  readonly hasAllWrites: boolean;
  /** Calls the listener after every advance; the result ends that. */
  readonly subscribe: (listener: (changed: ChangedIds) => void) => () => void;
}

export interface VersionTrackerOptions {
  readonly tables: TableReader;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether this process tells of every write by `changesInserted` and `tenantsChanged`; then the tables are not polled. */
  readonly hasAllWrites: boolean;
  /** Longest time between two looks at the tables, milliseconds. */
  readonly pollMs?: number;
}

export interface VersionTracker extends Versions {
  /** Learns where the tables are, then looks for news until `stop`, unless it is told of all. */
  readonly start: () => Promise<void>;
  /** Looks for news now and resolves when they count. */
  readonly refresh: () => Promise<void>;
  /** Says that changes of these assets were inserted. */
  readonly changesInserted: (assetIds: Iterable<string>) => void;
  /** Says that these tenants' rows were inserted. */
  readonly tenantsChanged: (tenantIds: Iterable<string>) => void;
  /** Says that records of these assets are served from now on. */
  readonly recordsServed: (assetIds: Iterable<string>) => void;
  readonly stop: () => Promise<void>;
  /** Settles when the looking ends: rejects with the error that ended it. */
  readonly done: Promise<void>;
}

const longestPollMs = 250;
/** While changes come, more are on their way. */
const busyPollMs = 100;

export function createVersionTracker(options: VersionTrackerOptions): VersionTracker {
  const { tables, logger, clock, hasAllWrites, pollMs = longestPollMs } = options;
  const readChangedIds = createVersionPoller(tables);
  const listeners = new Set<(changed: ChangedIds) => void>();
  const assets = new Map<string, number>();
  const tenants = new Map<string, number>();
  let position = 0;
  let registry = 0;
  let isBusy = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let following: Promise<void> = Promise.resolve();

  const advance = (changed: ChangedIds, ofRecords = false): void => {
    if (changed.assets.size === 0 && changed.tenants.size === 0) return;
    position += 1;
    if (ofRecords) registry = position;
    for (const id of changed.assets) assets.set(id, position);
    for (const id of changed.tenants) tenants.set(id, position);
    for (const listener of listeners) listener(changed);
  };

  const look = async (): Promise<void> => {
    const asked = clock();
    const { isUnseen, ...changed } = await readChangedIds();
    advance(changed);
    isBusy = isUnseen && changed.assets.size > 0;
    askedAt = asked;
  };

  const follower = createPollLoop({
    read: look,
    pollMs: () => (isBusy ? Math.min(pollMs, busyPollMs) : pollMs),
    logger,
    unreadable: 'the tables could not be asked for changed; they are asked again',
  });

  return {
    position: () => position,
    assetVersion: (assetId) => assets.get(assetId) ?? 0,
    tenantVersion: (tenantId) => tenants.get(tenantId) ?? 0,
    registryVersion: () => registry,
    hasAllWrites,
    current: () => hasAllWrites || isCurrent(clock() - askedAt),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh: follower.refresh,
    changesInserted: (assetIds) => advance({ assets: new Set(assetIds), tenants: none }),
    tenantsChanged: (tenantIds) => advance({ assets: none, tenants: new Set(tenantIds) }),
    recordsServed: (assetIds) => advance({ assets: new Set(assetIds), tenants: none }, true),
    start: async () => {
      await follower.refresh();
      if (hasAllWrites) return;
      following = follower.follow();
      following.catch(() => undefined);
    },
    stop: async () => {
      follower.end();
      await following.catch(() => undefined);
    },
    get done() {
      return following;
    },
  };
}

const none: ReadonlySet<string> = new Set();
