import { isKeyActive, parseApiKey, secretMatches } from '../../schemas/values/api-key.ts';
import { createBatchLoader } from './batch-loader.ts';
import type { TableReader } from '../tables/reader.ts';
import { createLru } from './lru.ts';
import type { Principal } from '../route.ts';
import { engineDeadlineMs, within } from '../tables/deadline.ts';

/** Finds out whose key a text is. */
export interface ApiKeys {
  /** Null when the text is no key, or the key is unknown, revoked or expired. */
  readonly find: (text: string) => Promise<Principal | null> | Principal | null;
  /** Whether that is known already, and `find` asks nobody. */
  readonly knows: (text: string) => boolean;
  /** As `find` where that is known already, otherwise null: asks nobody who would have to be waited for. */
  readonly findKnown: (text: string) => Principal | null;
  /** Whether a key that was found before is still neither revoked nor expired. */
  readonly isActive: (keyId: string) => Promise<boolean>;
}

interface KeyRow {
  readonly key_id: string;
  readonly tenant_id: string;
  readonly secret_sha256: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

interface StoredKey {
  readonly principal: Principal;
  readonly secretSha256: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** What is known of a key id, and since when. */
interface Knowledge {
  readonly key: StoredKey | null;
  readonly askedAt: number;
}

const keysSql = `
SELECT key_id, tenant_id, secret_sha256, scopes,
  toUnixTimestamp64Milli(expires_at) AS expires_at, toUnixTimestamp64Milli(revoked_at) AS revoked_at
FROM attestry.store_api_keys FINAL
WHERE key_id IN {keyIds:Array(String)}`;

type Found = ReadonlyMap<string, StoredKey>;

/** How long an answer of the tables is believed: a revocation takes effect within 5 s (K-15). */
const believedMs = 3_000;
/** From then on it is asked anew while it is believed: whoever uses a key all the time never waits for the tables. */
const refreshedAfterMs = 800;
/** Keys that are due within it are asked about together: each on its own, a query a millisecond if many are in use. */
const refreshGatherMs = 500;
/** What was asked at a later time than now was asked by a clock that has gone back since: its age is not known. */
const isBelieved = (ageMs: number): boolean => ageMs >= 0 && ageMs < believedMs;
const maxKnown = 50_000;
const maxUnknown = 10_000;

export function createApiKeys(
  tables: TableReader,
  clock: () => number,
  isErased: (tenantId: string) => Promise<boolean> = async () => false,
): ApiKeys {
  const known = createLru<string, Knowledge>(maxKnown);
  const unknown = createLru<string, Knowledge>(maxUnknown);

  const ask = async (keyIds: readonly string[]): Promise<Found> => {
    const askedAt = clock();
    const rows = await tables.query<KeyRow>(keysSql, { keyIds });
    const found = new Map(rows.map((row) => [row.key_id, storedKeyOf(row)]));
    await leaveOutErased(found, isErased);
    for (const keyId of keyIds) {
      const key = found.get(keyId) ?? null;
      // Two questions may be under way at a time: what was asked later is newer, also when it came first.
      const later = believed(keyId);
      if (later !== null && later.askedAt > askedAt) continue;
      known.delete(keyId);
      (key === null ? unknown : known).set(keyId, { key, askedAt });
    }
    return found;
  };
  const askAbout = createBatchLoader(ask);
  const askAgain = createBatchLoader(ask, { windowMs: refreshGatherMs });

  const believed = (keyId: string): Knowledge | null => {
    const remembered = known.get(keyId) ?? unknown.get(keyId);
    return remembered !== undefined && isBelieved(clock() - remembered.askedAt) ? remembered : null;
  };
  const refreshing = new Set<string>();
  const refresh = (keyId: string): void => {
    if (refreshing.has(keyId)) return;
    refreshing.add(keyId);
    const over = (): void => void refreshing.delete(keyId);
    // What fails is asked again by whoever comes when the answer is no longer believed.
    askAgain([keyId]).then(over, over);
  };
  const askFor = async (keyId: string): Promise<StoredKey | null> =>
    (await within(engineDeadlineMs, 'the tables', askAbout([keyId]))).get(keyId) ?? null;
  const recall = (keyId: string): Knowledge | null => {
    const remembered = believed(keyId);
    if (remembered !== null && clock() - remembered.askedAt >= refreshedAfterMs) refresh(keyId);
    return remembered;
  };
  /** At once when it is believed. */
  const lookUp = (keyId: string): Promise<StoredKey | null> | StoredKey | null => {
    const remembered = recall(keyId);
    return remembered === null ? askFor(keyId) : remembered.key;
  };
  const admitted = (key: StoredKey | null, secret: string): Principal | null => {
    const matches = secretMatches(secret, key?.secretSha256 ?? null);
    return key !== null && matches && isKeyActive(key, clock()) ? key.principal : null;
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
      const remembered = parsed === null ? null : recall(parsed.keyId);
      return parsed === null || remembered === null ? null : admitted(remembered.key, parsed.secret);
    },
    knows: (text) => {
      const parsed = parseApiKey(text);
      return parsed === null || believed(parsed.keyId) !== null;
    },
    isActive: async (keyId) => {
      const key = await lookUp(keyId);
      return key !== null && isKeyActive(key, clock());
    },
  };
}

/** Tables that are filled again, or restored, may have keys of tenants that were erased since. */
async function leaveOutErased(
  found: Map<string, StoredKey>,
  isErased: (tenantId: string) => Promise<boolean>,
): Promise<void> {
  const erased = await Promise.all([...found.values()].map(({ principal }) => isErased(principal.tenantId)));
  [...found.keys()].forEach((keyId, index) => {
    if (erased[index] === true) found.delete(keyId);
  });
}

const storedKeyOf = (row: KeyRow): StoredKey => ({
  principal: { keyId: row.key_id, tenantId: row.tenant_id, scopes: row.scopes },
  secretSha256: row.secret_sha256,
  expiresAt: timeOf(row.expires_at),
  revokedAt: timeOf(row.revoked_at),
});

const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));
