import { isKeyActive, parseApiKey, secretMatches } from '../../../../schemas/values/api-key.ts';
import { createBatchLoader } from '../batch-loader.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import type { KeyIds } from './key-ids.ts';
import { createLru } from '../lru.ts';
import type { Principal } from '../../principal.ts';
import { engineDeadlineMs, within } from '../../tables/deadline.ts';

/**
 * No query of its own; a query for a key that exists; a query for an id that no key is known to have, which a client may
 * invent.
 */
type KeyLookup = 'none' | 'known' | 'unknown';

/** Finds the tenant and scopes of a key. */
export interface ApiKeys {
  /** Null if the text is not a key, or the key is unknown, revoked or expired. */
  readonly find: (text: string) => Promise<Principal | null> | Principal | null;
  /** What `find` needs for this text. */
  readonly lookupOf: (text: string) => KeyLookup;
  /** `find` from the cache only; null also if the key is not cached. Never waits. */
  readonly findKnown: (text: string) => Principal | null;
  /** Whether a key is still neither revoked nor expired. */
  readonly isActive: (keyId: string) => Promise<boolean>;
  /** Tenant and scopes of a key that is neither revoked nor expired, for those who signed in with it; else null. */
  readonly principalOf: (keyId: string) => Promise<Principal | null>;
}

interface KeyRow {
  readonly keyId: string;
  readonly tenantId: string;
  readonly secretSha256: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

interface StoredKey {
  readonly principal: Principal;
  readonly secretSha256: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** The cached key of a key id. */
interface CachedKey {
  /** Null if there is no such key. */
  readonly key: StoredKey | null;
  readonly readAt: number;
}

const keysSql = `
SELECT key_id AS keyId, tenant_id AS tenantId, secret_sha256 AS secretSha256, scopes,
  toUnixTimestamp64Milli(expires_at) AS expiresAt, toUnixTimestamp64Milli(revoked_at) AS revokedAt
FROM attestry.store_api_keys FINAL
WHERE key_id IN {keyIds:Array(String)}`;

type FoundKeys = ReadonlyMap<string, StoredKey>;

/** Lifetime of an entry, milliseconds: a revocation takes effect within 5 s (K-15). */
const maxAgeMs = 3_000;
/** Refresh ahead: entries older than this are reloaded in the background, so active keys never wait. */
const refreshAfterMs = 800;
/** Keys that are due within this time are reloaded in one query. One query a key would be a query a millisecond under load. */
const refreshWindowMs = 500;
/** A negative age means that the clock went back, so the real age is unknown. */
const isFresh = (ageMs: number): boolean => ageMs >= 0 && ageMs < maxAgeMs;
const mostKeys = 50_000;
const mostUnknownIds = 10_000;

export interface ApiKeysOptions {
  readonly tables: TableReader;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly keyIds: KeyIds;
  readonly isErased?: (tenantId: string) => Promise<boolean>;
  /** Called with each key that was presented and is valid. */
  readonly used?: (principal: Principal) => void;
}

export function createApiKeys({ tables, clock, keyIds, isErased = async () => false, used }: ApiKeysOptions): ApiKeys {
  const known = createLru<string, CachedKey>(mostKeys);
  /** Separate, so that invented key ids do not evict real keys. */
  const unknown = createLru<string, CachedKey>(mostUnknownIds);

  const load = async (wanted: readonly string[]): Promise<FoundKeys> => {
    const readAt = clock();
    const rows = await readRows<KeyRow>(
      tables,
      { sql: keysSql, decode: { expiresAt: Number, revokedAt: Number } },
      { keyIds: wanted },
    );
    const found = new Map(rows.map((row) => [row.keyId, storedKeyOf(row)]));
    await removeErased(found, isErased);
    for (const keyId of wanted) {
      const key = found.get(keyId) ?? null;
      // Two queries may run concurrently. The one that began later is newer, also if its result came first.
      const newer = cached(keyId);
      if (newer !== null && newer.readAt > readAt) continue;
      if (key !== null) keyIds.add(keyId);
      known.delete(keyId);
      (key === null ? unknown : known).set(keyId, { key, readAt });
    }
    return found;
  };
  const loadNow = createBatchLoader(load);
  const loadAhead = createBatchLoader(load, { windowMs: refreshWindowMs });

  const cached = (keyId: string): CachedKey | null => {
    const entry = known.get(keyId) ?? unknown.get(keyId);
    return entry !== undefined && isFresh(clock() - entry.readAt) ? entry : null;
  };
  const refreshing = new Set<string>();
  const refresh = (keyId: string): void => {
    if (refreshing.has(keyId)) return;
    refreshing.add(keyId);
    const settled = (): void => void refreshing.delete(keyId);
    // After a failure, the first request once the entry has expired reads the tables.
    loadAhead([keyId]).then(settled, settled);
  };
  const beingRead = new Set<string>();
  const readKey = async (keyId: string): Promise<StoredKey | null> => {
    beingRead.add(keyId);
    try {
      return (await within(engineDeadlineMs, 'the tables', loadNow([keyId]))).get(keyId) ?? null;
    } finally {
      beingRead.delete(keyId);
    }
  };
  const recall = (keyId: string): CachedKey | null => {
    const entry = cached(keyId);
    if (entry !== null && clock() - entry.readAt >= refreshAfterMs) refresh(keyId);
    return entry;
  };
  /** Synchronous if the key is cached. */
  const lookUp = (keyId: string): Promise<StoredKey | null> | StoredKey | null => {
    const entry = recall(keyId);
    return entry === null ? readKey(keyId) : entry.key;
  };
  const admitted = (key: StoredKey | null, secret: string): Principal | null => {
    const matches = secretMatches(secret, key?.secretSha256 ?? null);
    if (key === null || !matches || !isKeyActive(key, clock())) return null;
    used?.(key.principal);
    return key.principal;
  };

  return {
    find: (text) => {
      const parsed = parseApiKey(text);
      if (parsed === null) return null;
      const { keyId, secret } = parsed;
      const key = lookUp(keyId);
      return key instanceof Promise ? key.then((found) => admitted(found, secret)) : admitted(key, secret);
    },
    findKnown: (text) => {
      const parsed = parseApiKey(text);
      const entry = parsed === null ? null : recall(parsed.keyId);
      return parsed === null || entry === null ? null : admitted(entry.key, parsed.secret);
    },
    lookupOf: (text) => {
      const parsed = parseApiKey(text);
      if (parsed === null || cached(parsed.keyId) !== null) return 'none';
      if (keyIds.has(parsed.keyId)) return 'known';
      return beingRead.has(parsed.keyId) ? 'none' : 'unknown';
    },
    isActive: async (keyId) => {
      const key = await lookUp(keyId);
      return key !== null && isKeyActive(key, clock());
    },
    principalOf: async (keyId) => {
      const key = await lookUp(keyId);
      return key !== null && isKeyActive(key, clock()) ? key.principal : null;
    },
  };
}

/** Tables that are rebuilt or restored may contain keys of tenants that were erased meanwhile. */
async function removeErased(
  found: Map<string, StoredKey>,
  isErased: (tenantId: string) => Promise<boolean>,
): Promise<void> {
  const erased = await Promise.all([...found.values()].map(({ principal }) => isErased(principal.tenantId)));
  [...found.keys()].forEach((keyId, index) => {
    if (erased[index] === true) found.delete(keyId);
  });
}

const storedKeyOf = ({ keyId, tenantId, scopes, ...key }: KeyRow): StoredKey => ({
  principal: { keyId, tenantId, scopes },
  ...key,
});
