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
  /** JSON; null if only the tag is cached. */
  readonly bytes: Buffer | null;
}

/** Answers that are still valid, so that a repeated request needs no query (decision 27). */
export interface KnownAnswers {
  /** Null if the handler has to produce the answer. */
  readonly find: (key: AnswerKey) => KnownAnswer | null;
  /**
   * Call before the handler; the result caches the answer until a row that it depends on changes, at most until
   * `validUntil`, milliseconds. Of tenants' answers only the tags are cached, of the registry's also short bodies.
   */
  readonly keep: (key: AnswerKey) => (answer: KnownAnswer, validUntil: number) => Promise<void>;
}

export interface KnownAnswersOptions extends Omit<TenantCacheOptions, 'most'> {
  readonly registry: Pick<RegistryCache, 'version' | 'current'>;
}

/** A few hundred bytes each. */
const mostTags = 20_000;
/** Up to `longestBody` each. The body of a lookup of one asset is shared with the registry's cached record. */
const mostLookups = 5_000;
/** Fits most lookups of one asset, bytes. */
const longestBody = 4 * 1_024;
/** Longer URLs are rare, and would take much memory. */
const longestUrl = 1_024;

/** The name of the answer to a request; null if answers to it are not cached. */
export function answerKeyOf({ restsOn }: KeyedRoute, url: string, { tenantId }: Principal): AnswerKey | null {
  if (restsOn === undefined || url.length > longestUrl) return null;
  return { tenantId, url, restsOn };
}

export function createKnownAnswers({ registry, ...options }: KnownAnswersOptions): KnownAnswers {
  const ofTenants = createTenantCache<KnownAnswer>({ ...options, most: mostTags });
  const ofRegistry = createRegistryAnswers({ registry, ...options });
  return {
    find: ({ tenantId, url, restsOn }) =>
      restsOn === 'registry' ? ofRegistry.find(url) : ofTenants.find({ tenantId, query: url, restsOn }),
    keep: ({ tenantId, url, restsOn }) => {
      if (restsOn !== 'registry') {
        const keep = ofTenants.keep({ tenantId, query: url, restsOn });
        return (answer, validUntil) => keep({ ...answer, bytes: null }, validUntil);
      }
      const keep = ofRegistry.keep(url);
      return async (answer, validUntil) => {
        if (answer.bytes !== null && answer.bytes.length <= longestBody) await keep(answer, validUntil);
      };
    },
  };
}

/** Answers by URL, valid until the next record arrives. */
const createRegistryAnswers = ({
  registry,
  versions,
  clock,
}: Pick<KnownAnswersOptions, 'registry' | 'versions' | 'clock'>): VersionedCache<string, KnownAnswer> =>
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
