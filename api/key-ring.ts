import { isKeyActive, parseApiKey, secretMatches } from '../schemas/values/api-key.ts';
import type { TableReader } from './table-reader.ts';
import { createLru } from './lru.ts';
import type { Principal } from './route.ts';
import { engineDeadlineMs, within } from './upstream.ts';

/** Finds out whose key a text is. */
export interface KeyRing {
  /** Null when the text is no key, or the key is unknown, revoked or expired. */
  readonly find: (text: string) => Promise<Principal | null>;
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
/** What was asked at a later time than now was asked by a clock that has gone back since: its age is not known. */
const isBelieved = (ageMs: number): boolean => ageMs >= 0 && ageMs < believedMs;
const maxKnown = 50_000;
const maxUnknown = 10_000;

export function createKeyRing(tables: TableReader, clock: () => number): KeyRing {
  const known = createLru<string, Knowledge>(maxKnown);
  const unknown = createLru<string, Knowledge>(maxUnknown);

  const ask = async (keyIds: readonly string[]): Promise<Found> => {
    const askedAt = clock();
    const rows = await tables.query<KeyRow>(keysSql, { keyIds });
    const found = new Map(rows.map((row) => [row.key_id, storedKeyOf(row)]));
    for (const keyId of keyIds) {
      const key = found.get(keyId) ?? null;
      known.delete(keyId);
      (key === null ? unknown : known).set(keyId, { key, askedAt });
    }
    return found;
  };
  const askTogether = oneAtATime(ask);

  const lookUp = async (keyId: string): Promise<StoredKey | null> => {
    const remembered = known.get(keyId) ?? unknown.get(keyId);
    if (remembered !== undefined && isBelieved(clock() - remembered.askedAt)) return remembered.key;
    return (await within(engineDeadlineMs, 'the tables', askTogether(keyId))).get(keyId) ?? null;
  };

  return {
    find: async (text) => {
      const parsed = parseApiKey(text);
      if (parsed === null) return null;
      const key = await lookUp(parsed.keyId);
      const matches = secretMatches(parsed.secret, key?.secretSha256 ?? null);
      return key !== null && matches && isKeyActive(key, clock()) ? key.principal : null;
    },
    isActive: async (keyId) => {
      const key = await lookUp(keyId);
      return key !== null && isKeyActive(key, clock());
    },
  };
}

/**
 * One query at a time, for all ids asked about while the one before was under way: whoever makes up keys occupies one
 * connection at most, however many there are.
 */
function oneAtATime(ask: (keyIds: readonly string[]) => Promise<Found>): (keyId: string) => Promise<Found> {
  let gathering: { readonly keyIds: Set<string>; readonly answer: Promise<Found> } | null = null;
  let before: Promise<unknown> = Promise.resolve();
  return (keyId) => {
    if (gathering === null) {
      const keyIds = new Set<string>();
      const answer = before.then(() => {
        gathering = null;
        return ask([...keyIds]);
      });
      before = answer.catch(() => undefined);
      gathering = { keyIds, answer };
    }
    gathering.keyIds.add(keyId);
    return gathering.answer;
  };
}

const storedKeyOf = (row: KeyRow): StoredKey => ({
  principal: { keyId: row.key_id, tenantId: row.tenant_id, scopes: row.scopes },
  secretSha256: row.secret_sha256,
  expiresAt: timeOf(row.expires_at),
  revokedAt: timeOf(row.revoked_at),
});

const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));
