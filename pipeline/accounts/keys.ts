import type { ApiKeyState, TenantState } from '../../schemas/generated/records.ts';
import { isKeyActive } from '../../schemas/values/api-key.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { apiKeysOf, readAccount, readApiKey } from './account-state.ts';
import type { CommandOf, NewKeyBody } from './commands.ts';
import { type Answer, accepted, type Journal, rejected, unchanged } from './journal.ts';

/** Watchlist cap of a tenant that was created without one (conformance B-02). */
const defaultLimit = 50;

const unknownKey = (keyId: string): Answer => rejected('not_found', `The tenant has no key ${keyId}.`);

/** A tenant and its first key. It has seen nothing yet, so its seen marker is its creation (B-65). */
export function createTenant(state: KeyedState, journal: Journal, command: CommandOf<'tenant.create'>): Answer {
  const { tenantId, at, body } = command;
  if (readAccount(state, tenantId).settings !== null) {
    return rejected('invalid_parameter', `Tenant ${tenantId} exists already.`);
  }
  if (expiresTooEarly(body.expiresAt, at)) return bornExpired(body.keyId);
  journal.write({
    type: 'tenant.created',
    at,
    tenant: { limit: body.limit ?? defaultLimit, seenAt: at, createdAt: at },
  });
  journal.write({ type: 'key.created', at, key: newKey(body, at) });
  return accepted();
}

export function createKey(
  state: KeyedState,
  journal: Journal,
  command: CommandOf<'key.create'>,
  settings: TenantState,
): Answer {
  const { tenantId, body } = command;
  if (readApiKey(state, tenantId, body.keyId) !== undefined) return keyExists(body.keyId);
  const at = Math.max(command.at, settings.createdAt);
  if (expiresTooEarly(body.expiresAt, at)) return bornExpired(body.keyId);
  if (body.limit !== undefined && body.limit !== settings.limit) {
    journal.write({ type: 'tenant.changed', at, tenant: { ...settings, limit: body.limit } });
  }
  journal.write({ type: 'key.created', at, key: newKey(body, at) });
  return accepted();
}

/** The new key has the old one's name and scopes; both work until the overlap ends (K-14). */
export function rotateKey(state: KeyedState, journal: Journal, command: CommandOf<'key.rotate'>): Answer {
  const { tenantId, body } = command;
  const old = readApiKey(state, tenantId, body.keyId);
  if (old === undefined) return unknownKey(body.keyId);
  if (readApiKey(state, tenantId, body.newKeyId) !== undefined) return keyExists(body.newKeyId);
  const at = Math.max(command.at, old.createdAt);
  if (!isKeyActive(old, at)) {
    return rejected('invalid_parameter', `Key ${body.keyId} is revoked or expired; create a new one instead.`);
  }
  const expiresAt = body.expiresAt === undefined ? old.expiresAt : body.expiresAt;
  if (expiresTooEarly(expiresAt, at)) return bornExpired(body.newKeyId);
  const overlapEnd = at + body.overlapMs;
  const replaced = { ...old, expiresAt: Math.min(old.expiresAt ?? overlapEnd, overlapEnd) };
  journal.write({ type: 'key.changed', at, key: replaced });
  const { newKeyId: keyId, secretSha256, last4 } = body;
  const replaces = body.byHolder === true ? old.keyId : null;
  const { name, scopes } = old;
  const key = {
    keyId,
    name,
    secretSha256,
    last4,
    scopes,
    createdAt: at,
    expiresAt,
    revokedAt: null,
    replaces,
    usedOn: null,
  };
  journal.write({ type: 'key.created', at, key });
  return accepted();
}

export function revokeKey(state: KeyedState, journal: Journal, command: CommandOf<'key.revoke'>): Answer {
  const key = readApiKey(state, command.tenantId, command.body.keyId);
  if (key === undefined) return unknownKey(command.body.keyId);
  if (key.revokedAt !== null) return unchanged();
  for (const ended of withSuccessors(key, apiKeysOf(state, command.tenantId))) {
    const at = Math.max(command.at, ended.createdAt);
    journal.write({ type: 'key.changed', at, key: { ...ended, revokedAt: at } });
  }
  return accepted();
}

/** The key, and those that holders made from it, one after the other: a thief must not outlive it. */
function withSuccessors(key: ApiKeyState, all: readonly ApiKeyState[]): readonly ApiKeyState[] {
  const successors = new Map<string, ApiKeyState[]>();
  for (const one of all) {
    if (one.replaces === null || one.revokedAt !== null) continue;
    const made = successors.get(one.replaces);
    if (made === undefined) successors.set(one.replaces, [one]);
    else made.push(one);
  }
  const ended = [key];
  // The list grows meanwhile. Its holder decides how long a chain of keys is, so no recursion follows it.
  for (const { keyId } of ended) {
    for (const one of successors.get(keyId) ?? []) ended.push(one);
  }
  return ended;
}

/** The day alone is stored. Processes that report the same day, or an earlier one, change nothing (K-14). */
export function useKey(state: KeyedState, journal: Journal, command: CommandOf<'key.used'>): Answer {
  const key = readApiKey(state, command.tenantId, command.body.keyId);
  if (key === undefined) return unknownKey(command.body.keyId);
  const at = Math.max(command.at, key.createdAt);
  const usedOn = new Date(at).toISOString().slice(0, 10);
  if (key.revokedAt !== null || (key.usedOn !== null && key.usedOn >= usedOn)) return unchanged();
  journal.write({ type: 'key.changed', at, key: { ...key, usedOn } });
  return accepted();
}

/** Items stay on the list when the limit falls below their number (B-37). */
export function setLimit(journal: Journal, command: CommandOf<'key.limit'>, settings: TenantState): Answer {
  const { limit } = command.body;
  if (limit === settings.limit) return unchanged();
  const at = Math.max(command.at, settings.createdAt);
  journal.write({ type: 'tenant.changed', at, tenant: { ...settings, limit } });
  return accepted();
}

const newKey = (body: NewKeyBody, at: number): ApiKeyState => ({
  keyId: body.keyId,
  name: body.name,
  secretSha256: body.secretSha256,
  last4: body.last4,
  scopes: body.scopes,
  createdAt: at,
  expiresAt: body.expiresAt ?? null,
  revokedAt: null,
  replaces: null,
  usedOn: null,
});

const expiresTooEarly = (expiresAt: number | null | undefined, at: number): boolean =>
  expiresAt !== undefined && expiresAt !== null && expiresAt <= at;

const bornExpired = (keyId: string): Answer =>
  rejected('invalid_parameter', `Key ${keyId} would expire before it is made; give a later expiry.`);

const keyExists = (keyId: string): Answer => rejected('invalid_parameter', `The tenant has a key ${keyId} already.`);
