import { type BodyHolder, createBodyStore } from './body-store.ts';
import type { KeptBody } from './kept-body.ts';
import type { RegistryCache } from '../../readmodel/memory/registry/cache.ts';
import { createTenantCache, type TenantCacheOptions } from '../../readmodel/memory/tenants/tenant-cache.ts';
import { createVersionedCache, type VersionedCache } from '../../readmodel/memory/versioned-cache.ts';
import type { KeyedRoute } from '../route.ts';
import type { Principal } from '../../readmodel/principal.ts';
import type { RestsOn } from '../../readmodel/memory/tenants/tenant-cache.ts';

/** Names an answer. Keys of one tenant share answers; answers of the registry are the same for every key. */
export interface AnswerKey {
  readonly tenantId: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly restsOn: RestsOn;
}

/** An answer with status 200. */
export interface KnownAnswer {
  /** Entity tag of the body, without `W/`. */
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if only the tag is cached. */
  readonly body: KeptBody | null;
}

/** Answers that are still valid, so that a repeated request needs no query (decision 27). */
export interface KnownAnswers {
  /** Null if the handler has to produce the answer. */
  readonly find: (key: AnswerKey) => KnownAnswer | null;
  /**
   * Call before the handler; the result caches the answer until a row that it depends on changes, at most until
   * `validUntil`, milliseconds. Its body may be dropped before that.
   */
  readonly keep: (key: AnswerKey) => (answer: KnownAnswer, validUntil: number) => Promise<void>;
}

export interface KnownAnswersOptions extends Omit<TenantCacheOptions, 'most'> {
  readonly registry: Pick<RegistryCache, 'version' | 'current'>;
}

/** A few hundred bytes each. */
const mostTags = 20_000;
/** The body of a lookup of one asset is shared with the registry's cached record. */
const mostLookups = 5_000;
/** Bodies of both kinds together, with their compressed forms, and the longest that is cached, bytes (decision 118). */
const mostBodyBytes = 64 * 1_024 * 1_024;
const longestBody = 1_024 * 1_024;
/** Longer URLs are rare, and would take much memory. */
const longestUrl = 1_024;

/** The name of the answer to a request; null if answers to it are not cached. */
export function answerKeyOf({ restsOn }: KeyedRoute, url: string, { tenantId }: Principal): AnswerKey | null {
  if (restsOn === undefined || url.length > longestUrl) return null;
  return { tenantId, url, restsOn };
}

export function createKnownAnswers({ registry, ...options }: KnownAnswersOptions): KnownAnswers {
  const ofTenants = createTenantCache<HeldAnswer>({ ...options, most: mostTags });
  const ofRegistry = createRegistryAnswers({ registry, ...options });
  const bodies = createBodyStore<HeldAnswer>(mostBodyBytes, longestBody);
  // An answer of a tenant is outdated as soon as any of its rows changes. Erasing a tenant is such a change: its texts leave
  // the memory with it.
  options.versions.subscribe(({ tenants }) => {
    for (const tenantId of tenants) bodies.dropTenant(tenantId);
  });

  const findHeld = ({ tenantId, url, restsOn }: AnswerKey): HeldAnswer | null =>
    restsOn === 'registry' ? ofRegistry.find(url) : ofTenants.find({ tenantId, query: url, restsOn });
  const keepHeld = ({ tenantId, url, restsOn }: AnswerKey): ReturnType<typeof ofTenants.keep> =>
    restsOn === 'registry' ? ofRegistry.keep(url) : ofTenants.keep({ tenantId, query: url, restsOn });

  return {
    find: (key) => {
      const held = findHeld(key);
      if (held !== null) bodies.used(held);
      return held;
    },
    keep: (key) => {
      const keep = keepHeld(key);
      const tenantId = key.restsOn === 'registry' ? null : key.tenantId;
      return async ({ tag, headers, body }, validUntil) => {
        const held: HeldAnswer = { tag, headers, body: null };
        await keep(held, validUntil);
        // A row may have changed while the answer was produced; the body of an outdated answer is not retained.
        if (body === null || findHeld(key) !== held) return;
        bodies.add(`${tenantId ?? ''} ${key.url}`, tenantId, held, body);
      };
    },
  };
}

interface HeldAnswer extends Omit<KnownAnswer, 'body'>, BodyHolder {}

/** Answers by URL, valid until the next record arrives. */
const createRegistryAnswers = ({
  registry,
  versions,
  clock,
}: Pick<KnownAnswersOptions, 'registry' | 'versions' | 'clock'>): VersionedCache<string, HeldAnswer> =>
  createVersionedCache({
    restsOn: {
      isReliable: registry.current,
      position: registry.version,
      observe: () => (since) => registry.version() === since,
    },
    keyOf: (url) => url,
    versions,
    clock,
    most: mostLookups,
  });
