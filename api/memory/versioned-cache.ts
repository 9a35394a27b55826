import type { Versions } from './versions.ts';
import { isWithinMaxAge } from './staleness.ts';
import { createLru } from './lru.ts';
import type { RestsOn } from '../route.ts';
import type { WatchedAssets } from './watched-assets.ts';

/** What was read for a tenant, by what was asked. */
export interface Subject {
  readonly tenantId: string;
  readonly asked: string;
  readonly restsOn: Exclude<RestsOn, 'registry'>;
}

/**
 * What was read for tenants, kept for as long as nothing that it rests on has changed (architecture 7): the tenant, and
 * the assets that it watches or once watched.
 */
export interface VersionedCache<V> {
  /** Null when the tables have to be asked. */
  readonly find: (subject: Subject) => V | null;
  /** Called before the tables are asked; the result keeps the value, not beyond `validUntil`, milliseconds. */
  readonly watch: (subject: Subject) => (value: V, validUntil: number) => Promise<void>;
  /**
   * The kept value, or else what `ask` reads now. Whoever wants the same while it is being read shares it, unless there
   * was any news since: many clients come back at once to a service that has just started and keeps nothing yet.
   */
  readonly read: (subject: Subject, ask: () => Promise<Asked<V>>) => Promise<V>;
}

/** What the tables were asked for. */
export interface Asked<V> {
  readonly value: V;
  /** Until when it holds if there is no news, milliseconds. */
  readonly validUntil: number;
}

export interface VersionedCacheOptions {
  readonly versions: Versions;
  readonly watchedAssets: WatchedAssets;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Values kept. */
  readonly most: number;
}

interface Kept<V> {
  readonly value: V;
  /** Up to which nothing that it rests on has changed. */
  position: number;
  readonly askedAt: number;
  readonly validUntil: number;
  readonly assetIds: readonly string[];
}

interface UnderWay<V> {
  readonly position: number;
  readonly askedAt: number;
  readonly asked: Promise<Asked<V>>;
}

export function createVersionedCache<V>(options: VersionedCacheOptions): VersionedCache<V> {
  const { versions, watchedAssets, clock, most } = options;
  const kept = createLru<string, Kept<V>>(most);
  const underWay = new Map<string, UnderWay<V>>();

  const isUnchanged = (one: Kept<V>, tenantId: string): boolean => {
    const now = versions.position();
    if (one.position === now) return true;
    const unchanged =
      versions.tenantVersion(tenantId) <= one.position &&
      one.assetIds.every((assetId) => versions.assetVersion(assetId) <= one.position);
    if (unchanged) one.position = now;
    return unchanged;
  };
  const holds = (one: Kept<V>, tenantId: string): boolean => {
    const now = clock();
    return isWithinMaxAge(now - one.askedAt, versions) && now <= one.validUntil && isUnchanged(one, tenantId);
  };
  /** Another process's write is known here a moment later; who must see it at once asks the tables. */
  const believable = ({ restsOn }: Subject): boolean =>
    versions.current() && (restsOn === 'watches' || versions.hasAllWrites);

  const find = (subject: Subject): V | null => {
    if (!believable(subject)) return null;
    const one = kept.get(keyOf(subject));
    return one !== undefined && holds(one, subject.tenantId) ? one.value : null;
  };

  const watch = (subject: Subject): ((value: V, validUntil: number) => Promise<void>) => {
    const position = versions.position();
    const askedAt = clock();
    // Nothing is kept when this fails; that the tables cannot be asked is for the answer itself to say.
    const asked = watchedAssets.of(subject.tenantId).catch(() => null);
    return async (value, validUntil) => {
      const assetIds = await asked;
      if (assetIds === null) return;
      kept.set(keyOf(subject), { value, position, askedAt, validUntil, assetIds });
    };
  };

  const sharedBy = (subject: Subject): UnderWay<V> | null => {
    const one = underWay.get(keyOf(subject));
    if (one === undefined || !believable(subject)) return null;
    return one.position === versions.position() && clock() >= one.askedAt ? one : null;
  };

  const begin = async (subject: Subject, ask: () => Promise<Asked<V>>): Promise<V> => {
    const keep = watch(subject);
    const one: UnderWay<V> = { position: versions.position(), askedAt: clock(), asked: ask() };
    const key = keyOf(subject);
    underWay.set(key, one);
    try {
      const { value, validUntil } = await one.asked;
      await keep(value, validUntil);
      return value;
    } finally {
      if (underWay.get(key) === one) underWay.delete(key);
    }
  };

  const read = async (subject: Subject, ask: () => Promise<Asked<V>>): Promise<V> => {
    const known = find(subject);
    if (known !== null) return known;
    const shared = sharedBy(subject);
    if (shared !== null) {
      const { value, validUntil } = await shared.asked;
      if (clock() <= validUntil) return value;
    }
    return begin(subject, ask);
  };

  return { find, watch, read };
}

const keyOf = ({ tenantId, asked }: Subject): string => `${tenantId} ${asked}`;
