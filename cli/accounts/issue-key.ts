import { randomBytes, randomUUID } from 'node:crypto';
import { pause } from '../../infra/async/async.ts';
import { sealKeyName } from '../../infra/tenant-keys/seal-key-name.ts';
import type { TenantTexts } from '../../infra/tenant-keys/tenant-texts.ts';
import { makeApiKey } from '../../schemas/values/api-key.ts';
import type { Scope } from '../../schemas/vocabulary.ts';
import { sendCommand } from './accounts.ts';
import { NoAnswer, noAnswerWithin } from '../log/await-record.ts';
import { isRunning } from '../engine/is-running.ts';
import type { Engine } from '../engine/open-engine.ts';

export interface NewTenantKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly limit: number;
  readonly expiresAt: number | null;
  /** Creation time of the key, milliseconds. */
  readonly at: number;
  /** A new random one unless given. */
  readonly tenantId?: string;
}

export interface IssuedKey {
  readonly keyId: string;
  readonly tenantId: string;
  /** The whole key. Only its hash is stored, so it can never be shown again. */
  readonly key: string;
  readonly scopes: readonly Scope[];
  readonly limit: number;
}

/**
 * What issuing a key requires: the log, and the sealing of key names, so that the log does not contain them in the
 * clear.
 */
export interface KeyIssuing {
  readonly engine: Engine;
  readonly texts: TenantTexts;
}

/** Creates a tenant with its first key. `actor`: who makes it; the operator unless given. */
export async function issueKey(
  { engine, texts }: KeyIssuing,
  request: NewTenantKey,
  now: number,
  actor?: string,
): Promise<IssuedKey> {
  const { text, keyId, secretSha256, last4 } = makeApiKey(randomBytes);
  const { tenantId = randomUUID(), scopes, limit, expiresAt, at } = request;
  const name = await sealKeyName(texts, tenantId, request.name);
  const body = { keyId, name, secretSha256, last4, scopes, limit, expiresAt };
  await sendCommand(engine, { tenantId, type: 'tenant.create', at, body }, now, actor);
  return { keyId, tenantId, key: text, scopes, limit };
}

/** Creates another key for a tenant. */
export async function addKey(
  { engine, texts }: KeyIssuing,
  tenantId: string,
  request: Omit<NewTenantKey, 'limit' | 'tenantId'> & { readonly limit: number | null },
  now: number,
  actor?: string,
): Promise<IssuedKey> {
  const { scopes, limit, expiresAt, at } = request;
  const name = await sealKeyName(texts, tenantId, request.name);
  const { text, keyId, secretSha256, last4 } = makeApiKey(randomBytes);
  const key = { keyId, name, secretSha256, last4, scopes, expiresAt };
  const body = limit === null ? key : { ...key, limit };
  const { outcome } = await sendCommand(engine, { tenantId, type: 'key.create', at, body }, now, actor);
  return { keyId, tenantId, key: text, scopes, limit: outcome.limit };
}

/** Watchlist cap of a tenant that is created without one (conformance B-02). */
export const defaultLimit = 50;

/** Time for a service that is being started, milliseconds. */
const startTimeoutMs = 10_000;

/**
 * Waits until a processor can answer. Otherwise the command would create a key later that was never shown, so nothing
 * is appended.
 */
export async function untilAnswerable(engine: Pick<Engine, 'processors'>): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (!(await isRunning(engine, 'accounts'))) {
    if (performance.now() >= deadline) {
      throw new NoAnswer(
        `${noAnswerWithin('accounts.events', startTimeoutMs)}, then run this again; nothing was appended, no key was made`,
      );
    }
    await pause(pollEveryMs);
  }
}

const pollEveryMs = 200;

/** The service may stop between request and outcome. Then the next service creates the key, which was never shown. */
export async function explainLostKey<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new NoAnswer(
      `${error.message}. The key was not shown and cannot be recovered: run this again, then end the first one with attestry keys revoke; attestry keys list shows both`,
    );
  }
}
