import { isKeyActive, parseApiKey, secretMatches } from '../schemas/values/api-key.ts';
import type { TableReader } from './table-reader.ts';
import { createLru } from './lru.ts';
import type { Principal } from './route.ts';

/** Finds out whose key a text is. */
export interface KeyRing {
  /** Null when the text is no key, or the key is unknown, revoked or expired. */
  readonly find: (text: string) => Promise<Principal | null>;
}

interface KeyRow {
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

const keySql = `
SELECT tenant_id, secret_sha256, scopes,
  toUnixTimestamp64Milli(expires_at) AS expires_at, toUnixTimestamp64Milli(revoked_at) AS revoked_at
FROM attestry.store_api_keys
WHERE key_id = {keyId:String}
ORDER BY seq DESC
LIMIT 1`;

/** How long an answer of the tables is believed: a revocation takes effect within 5 s (K-15). */
const believedMs = 3_000;
const maxKnown = 50_000;
const maxUnknown = 10_000;

export function createKeyRing(tables: TableReader, clock: () => number): KeyRing {
  const known = createLru<string, Knowledge>(maxKnown);
  const unknown = createLru<string, Knowledge>(maxUnknown);
  const underWay = new Map<string, Promise<Knowledge>>();

  const ask = async (keyId: string): Promise<Knowledge> => {
    const askedAt = clock();
    try {
      const [row] = await tables.query<KeyRow>(keySql, { keyId });
      const knowledge = { key: row === undefined ? null : storedKeyOf(keyId, row), askedAt };
      known.delete(keyId);
      (knowledge.key === null ? unknown : known).set(keyId, knowledge);
      return knowledge;
    } finally {
      underWay.delete(keyId);
    }
  };

  const lookUp = async (keyId: string): Promise<StoredKey | null> => {
    const remembered = known.get(keyId) ?? unknown.get(keyId);
    if (remembered !== undefined && clock() - remembered.askedAt < believedMs) return remembered.key;
    const asked = underWay.get(keyId) ?? ask(keyId);
    if (!underWay.has(keyId)) underWay.set(keyId, asked);
    return (await asked).key;
  };

  return {
    find: async (text) => {
      const parsed = parseApiKey(text);
      if (parsed === null) return null;
      const key = await lookUp(parsed.keyId);
      const matches = secretMatches(parsed.secret, key?.secretSha256 ?? null);
      return key !== null && matches && isKeyActive(key, clock()) ? key.principal : null;
    },
  };
}

const storedKeyOf = (keyId: string, row: KeyRow): StoredKey => ({
  principal: { keyId, tenantId: row.tenant_id, scopes: row.scopes },
  secretSha256: row.secret_sha256,
  expiresAt: timeOf(row.expires_at),
  revokedAt: timeOf(row.revoked_at),
});

const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));
