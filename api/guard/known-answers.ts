import { isWithinMaxAge } from '../memory/staleness.ts';
import { createLru } from '../memory/lru.ts';
import type { RegistryCache } from '../memory/registry/cache.ts';
import type { KeyedRoute, Principal, RestsOn } from '../route.ts';
import { createVersionedCache, type VersionedCacheOptions } from '../memory/versioned-cache.ts';

/** Who asks what. Keys of one tenant ask the same; of the registry, everybody does. */
export interface Question {
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
  /** JSON; null where only the tag is kept. */
  readonly bytes: Buffer | null;
}

/** Answers that still hold, so that what is asked again needs no work (architecture 7). */
export interface KnownAnswers {
  /** Null when the answer has to be made. */
  readonly find: (question: Question) => KnownAnswer | null;
  /**
   * Called before the answer is made; the result keeps it, for as long as nothing changes it and not beyond `validUntil`,
   * milliseconds. Of a tenant's answers only the tags are kept; of the registry's, those of a few kilobytes.
   */
  readonly watch: (question: Question) => (answer: KnownAnswer, validUntil: number) => Promise<void>;
}

export interface KnownAnswersOptions extends Omit<VersionedCacheOptions, 'most'> {
  readonly registry: Pick<RegistryCache, 'version' | 'current'>;
}

/** A few hundred bytes each. */
const mostTags = 20_000;
/** Up to `longestKept` each; of lookups of one asset, that is shared with what is kept of the record. */
const mostLookups = 5_000;
/** The answer to most lookups of one asset, bytes. */
const longestKept = 4 * 1_024;
/** Longer URLs are rare, and would make what is kept large. */
const longestUrl = 1_024;

/** What a request to a route asks; null when no answer to it is kept. */
export function questionOf({ restsOn }: KeyedRoute, url: string, { tenantId }: Principal): Question | null {
  if (restsOn === undefined || url.length > longestUrl) return null;
  return { tenantId, url, restsOn };
}

export function createKnownAnswers({ registry, ...options }: KnownAnswersOptions): KnownAnswers {
  const ofTenants = createVersionedCache<KnownAnswer>({ ...options, most: mostTags });
  const ofRegistry = createRegistryMemory({ registry, ...options });
  return {
    find: ({ tenantId, url, restsOn }) => {
      if (restsOn === 'registry') return ofRegistry.find(url);
      return ofTenants.find({ tenantId, asked: url, restsOn });
    },
    watch: ({ tenantId, url, restsOn }) => {
      if (restsOn === 'registry') return ofRegistry.watch(url);
      const keep = ofTenants.watch({ tenantId, asked: url, restsOn });
      return (answer, validUntil) => keep({ ...answer, bytes: null }, validUntil);
    },
  };
}

interface Kept {
  readonly answer: KnownAnswer;
  readonly version: number;
  readonly askedAt: number;
  readonly validUntil: number;
}

/** Lookups since the last record came in. */
function createRegistryMemory({
  registry,
  versions,
  clock,
}: Pick<KnownAnswersOptions, 'registry' | 'versions' | 'clock'>): {
  readonly find: (url: string) => KnownAnswer | null;
  readonly watch: (url: string) => (answer: KnownAnswer, validUntil: number) => Promise<void>;
} {
  const kept = createLru<string, Kept>(mostLookups);
  const holds = ({ version, askedAt, validUntil }: Kept): boolean => {
    const now = clock();
    return version === registry.version() && isWithinMaxAge(now - askedAt, versions) && now < validUntil;
  };
  return {
    find: (url) => {
      const one = kept.get(url);
      return one !== undefined && registry.current() && holds(one) ? one.answer : null;
    },
    watch: (url) => {
      const version = registry.version();
      const askedAt = clock();
      return async (answer, validUntil) => {
        if (answer.bytes === null || answer.bytes.length > longestKept) return;
        kept.set(url, { answer, version, askedAt, validUntil });
      };
    },
  };
}
