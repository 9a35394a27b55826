import { randomBytes } from 'node:crypto';
import type { Principal } from '../../api/readmodel/principal.ts';
import type { ApiKeys } from '../../api/readmodel/memory/keys/api-keys.ts';
import type { ReadModel } from '../../api/readmodel/dependencies.ts';
import { giveCommand, type GiveCommandDependencies } from '../../api/readmodel/give-command.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { SessionStore, StoredSession } from './session-store.ts';
import { hourMs, minuteMs } from '../../schemas/values/durations.ts';

/** A signed-in reader. */
export interface Reader {
  readonly principal: Principal;
  readonly sessionSha256: string;
}

export interface Sessions {
  /** The reader of a session's secret; null if the session ended, is unknown, or its key ended. */
  readonly find: (secret: string) => Promise<Reader | null>;
  /** Whether a session of a reader goes on. Unlike a visit, the question does not renew it. */
  readonly goesOn: (reader: Reader) => Promise<boolean>;
  /** Opens a session and returns its secret, once its row is readable. Null if the key ended meanwhile. */
  readonly open: (principal: Principal) => Promise<string | null>;
  readonly close: (reader: Reader) => Promise<void>;
  /** Ends every session of the reader's key but the reader's own. */
  readonly closeOthers: (reader: Reader) => Promise<void>;
}

const sessionLimits = { idleMs: 8 * hourMs, longestMs: 24 * hourMs, renewAfterMs: 15 * minuteMs } as const;

export interface SessionsDependencies extends GiveCommandDependencies, Pick<ReadModel, 'logger'> {
  readonly store: SessionStore;
  readonly keys: ApiKeys;
}

/** Sessions on the log: opened by a command, found in the tables by the hash of their secret. */
export function createSessions(dependencies: SessionsDependencies): Sessions {
  const { clock, keys, logger, store } = dependencies;

  const send = async (
    type: Extract<Term<'commandType'>, `session.${string}`>,
    tenantId: string,
    body: { readonly sessionSha256: string; readonly keyId: string },
  ): Promise<boolean> => {
    const outcome = await giveCommand({ tenantId, type, body, actor: actorOf(body) }, dependencies);
    store.forget(body);
    return outcome.status !== 'rejected';
  };

  const renewing = new Set<string>();
  /** In the background: a reader does not wait for it, and without it the session only ends sooner. */
  const renew = ({ sessionSha256, tenantId, keyId }: StoredSession): void => {
    if (renewing.has(sessionSha256)) return;
    renewing.add(sessionSha256);
    send('session.renew', tenantId, { sessionSha256, keyId })
      .catch((error: unknown) => logger.warn({ err: error, keyId }, 'a session could not be renewed'))
      .finally(() => renewing.delete(sessionSha256));
  };

  /** The session and its reader; null if either ended. */
  const sessionOf = async (
    hash: string,
  ): Promise<{ readonly session: StoredSession; readonly reader: Reader } | null> => {
    const session = await store.find(hash);
    if (session === null || hasEnded(session, clock())) return null;
    const principal = await keys.principalOf(session.keyId);
    if (principal?.tenantId !== session.tenantId) return null;
    return { session, reader: { principal, sessionSha256: session.sessionSha256 } };
  };

  return {
    find: async (secret) => {
      const found = await sessionOf(sha256Hex(secret));
      if (found === null) return null;
      if (clock() - found.session.renewedAt >= sessionLimits.renewAfterMs) renew(found.session);
      return found.reader;
    },
    goesOn: async ({ sessionSha256 }) => (await sessionOf(sessionSha256)) !== null,
    open: async ({ tenantId, keyId }) => {
      const secret = randomBytes(32).toString('base64url');
      const opened = await send('session.open', tenantId, { sessionSha256: sha256Hex(secret), keyId });
      return opened ? secret : null;
    },
    close: async ({ principal, sessionSha256 }) => {
      await send('session.close', principal.tenantId, { sessionSha256, keyId: principal.keyId });
    },
    closeOthers: async ({ principal: { tenantId, keyId }, sessionSha256 }) => {
      await send('session.close_others', tenantId, { sessionSha256, keyId });
    },
  };
}

/** Who a command of a session's reader is recorded as. */
export const actorOf = ({ keyId }: { readonly keyId: string }): string => `session:${keyId}`;

/** Whether a session is over. A negative age means that the clock went back, so the real age is unknown. */
export function hasEnded(
  { openedAt, renewedAt, closed }: Pick<StoredSession, 'closed' | 'openedAt' | 'renewedAt'>,
  now: number,
): boolean {
  const [age, idle] = [now - openedAt, now - renewedAt];
  return closed || age < 0 || age >= sessionLimits.longestMs || idle < 0 || idle >= sessionLimits.idleMs;
}
