import { randomBytes, randomUUID } from 'node:crypto';
import type { Config } from '../infra/config/config.ts';
import { makeApiKey } from '../schemas/values/api-key.ts';
import type { Scope } from '../schemas/vocabulary.ts';
import { sendCommand } from './accounts.ts';
import { NoAnswer, noAnswerWithin } from './await-record.ts';
import type { Engine } from './engine.ts';
import { serviceRunsWithin } from './tables-client.ts';

export interface NewTenantKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly limit: number;
  readonly expiresAt: number | null;
  /** When it counts as made, milliseconds. */
  readonly at: number;
}

export interface IssuedKey {
  readonly keyId: string;
  readonly tenantId: string;
  /** The whole key; nobody can show it again. */
  readonly key: string;
  readonly scopes: readonly Scope[];
  readonly limit: number;
}

/** Makes a tenant with its first key. */
export async function issueKey(engine: Engine, request: NewTenantKey, now: number): Promise<IssuedKey> {
  const { text, keyId, secretSha256, last4 } = makeApiKey(randomBytes);
  const tenantId = randomUUID();
  const { name, scopes, limit, expiresAt, at } = request;
  const body = { keyId, name, secretSha256, last4, scopes, limit, expiresAt };
  await sendCommand(engine, { tenantId, type: 'tenant.create', at, body }, now);
  return { keyId, tenantId, key: text, scopes, limit };
}

/** Makes one more key for a tenant. */
export async function addKey(
  engine: Engine,
  tenantId: string,
  { name, scopes, limit, expiresAt, at }: Omit<NewTenantKey, 'limit'> & { readonly limit: number | null },
  now: number,
): Promise<IssuedKey> {
  const { text, keyId, secretSha256, last4 } = makeApiKey(randomBytes);
  const key = { keyId, name, secretSha256, last4, scopes, expiresAt };
  const body = limit === null ? key : { ...key, limit };
  const { outcome } = await sendCommand(engine, { tenantId, type: 'key.create', at, body }, now);
  return { keyId, tenantId, key: text, scopes, limit: outcome.limit };
}

/** Watchlist cap of a tenant that is made without one (conformance B-02). */
export const usualLimit = 50;

/** Somebody who is starting the service gets this long, milliseconds. */
const patienceMs = 10_000;

/** A key whose making nobody answers could not be shown, and would be made all the same later: nothing is appended then. */
export async function untilAnswerable(config: Config): Promise<void> {
  if (await serviceRunsWithin(config, patienceMs)) return;
  throw new NoAnswer(
    `${noAnswerWithin('accounts.events', patienceMs)}, then run this again; nothing was appended, no key was made`,
  );
}

/** The service may end between the question and the answer: then the key is made by the next one, and was never shown. */
export async function telling<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new NoAnswer(
      `${error.message}. The key was not shown, and nobody has it: run this again, then end the first one with attestry keys revoke; attestry keys list shows both`,
    );
  }
}
