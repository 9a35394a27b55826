import { createBatchLoader } from '../../api/readmodel/memory/batch-loader.ts';
import { createLru } from '../../api/readmodel/memory/lru.ts';
import { engineDeadlineMs, within } from '../../api/readmodel/tables/deadline.ts';
import type { TableReader } from '../../api/readmodel/tables/reader.ts';

/** A session as the tables have it. Times in milliseconds. */
export interface StoredSession {
  readonly sessionSha256: string;
  readonly tenantId: string;
  readonly keyId: string;
  readonly openedAt: number;
  /** Of the last renewal; of the opening before the first. */
  readonly renewedAt: number;
  readonly closed: boolean;
}

export interface SessionStore {
  /** Null if there is no such session. It may be three seconds old. */
  readonly find: (sessionSha256: string) => Promise<StoredSession | null>;
  /** Forgets what is cached of the sessions of a key, because this process changed one or several of them. */
  readonly forget: (session: Pick<StoredSession, 'keyId' | 'sessionSha256'>) => void;
}

interface SessionRow {
  readonly session_sha256: string;
  readonly kind: string;
  readonly tenant_id: string;
  readonly key_id: string;
  readonly at: string;
}

const sessionsSql = `
SELECT session_sha256, toString(kind) AS kind, tenant_id, key_id, toUnixTimestamp64Milli(at) AS at
FROM attestry.store_sessions FINAL
WHERE session_sha256 IN {hashes:Array(String)}`;

/** As long as a key is believed: an end takes effect within 5 s on every process (K-15). */
const maxAgeMs = 3_000;
const mostSessions = 10_000;

interface CachedSession {
  readonly session: StoredSession | null;
  readonly readAt: number;
  /** Changes that this process had made when it began to read. */
  readonly after: number;
}

/** Sessions by the hash of their secret. Absent ones are cached, too, so that invented cookies share few queries. */
export function createSessionStore(tables: TableReader, clock: () => number): SessionStore {
  const cache = createLru<string, CachedSession>(mostSessions);
  /** The last change that this process made to sessions of a key, by its number. */
  const changed = createLru<string, number>(mostSessions);
  let changes = 0;
  const load = createBatchLoader(async (hashes: readonly string[]): Promise<ReadonlyMap<string, StoredSession>> => {
    const rows = await tables.query<SessionRow>(sessionsSql, { hashes });
    return new Map(
      hashes.flatMap((hash) => {
        const session = sessionOf(rows.filter((row) => row.session_sha256 === hash));
        return session === null ? [] : [[hash, session] as const];
      }),
    );
  });
  const isFresh = ({ session, readAt, after }: CachedSession, now: number): boolean =>
    now >= readAt && now - readAt < maxAgeMs && (session === null || (changed.get(session.keyId) ?? 0) <= after);

  return {
    find: async (hash) => {
      const cached = cache.get(hash);
      const now = clock();
      if (cached !== undefined && isFresh(cached, now)) return cached.session;
      const after = changes;
      const session = (await within(engineDeadlineMs, 'the tables', load([hash]))).get(hash) ?? null;
      cache.set(hash, { session, readAt: now, after });
      return session;
    },
    forget: ({ keyId, sessionSha256 }) => {
      cache.delete(sessionSha256);
      changes += 1;
      changed.set(keyId, changes);
    },
  };
}

function sessionOf(rows: readonly SessionRow[]): StoredSession | null {
  const opened = rows.find(({ kind }) => kind === 'opened');
  if (opened === undefined) return null;
  const renewed = rows.find(({ kind }) => kind === 'renewed');
  return {
    sessionSha256: opened.session_sha256,
    tenantId: opened.tenant_id,
    keyId: opened.key_id,
    openedAt: Number(opened.at),
    renewedAt: Math.max(Number(opened.at), Number(renewed?.at ?? 0)),
    closed: rows.some(({ kind }) => kind === 'closed'),
  };
}
