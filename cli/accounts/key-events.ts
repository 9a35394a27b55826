import type { AccountEvent, ApiKeyState } from '../../schemas/generated/records.ts';

/** An event of a key, or of its tenant's limit, without secrets and their hashes. */
export interface KeyEvent {
  /** When it took effect, milliseconds. */
  readonly at: number;
  readonly event: 'created' | 'rotated' | 'expiry set' | 'revoked' | 'expired' | 'limit set' | 'erased';
  readonly tenantId: string;
  /** Null for events that concern all keys of the tenant. */
  readonly keyId: string | null;
  /** Who did it; null for automatic events. */
  readonly actor: string | null;
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly expiresAt?: number | null;
  /** The key that replaces a rotated one. */
  readonly replacedBy?: string;
  readonly limit?: number;
}

/**
 * The history of every key from the events of accounts, oldest first. The log has no event for an expiry; it follows
 * from the expiry time and `now`.
 */
export function keyEventsOf(events: Iterable<AccountEvent>, now: number): readonly KeyEvent[] {
  const keyEvents: KeyEvent[] = [];
  const keys = new Map<string, { readonly tenantId: string; readonly key: ApiKeyState }>();
  /** Keys that a rotation ends, by command; the next event names the new key. */
  const rotations = new Map<string, number>();
  const limits = new Map<string, number>();
  for (const { type, at, actor, commandId, tenantId, tenant, key } of events) {
    const common = { at, tenantId, actor };
    if (type === 'tenant.erased') {
      keyEvents.push({ ...common, event: 'erased', keyId: null });
      continue;
    }
    if (tenant !== null && limits.get(tenantId) !== tenant.limit) {
      limits.set(tenantId, tenant.limit);
      keyEvents.push({ ...common, event: 'limit set', keyId: null, limit: tenant.limit });
    }
    if (key === null) continue;
    const { keyId, name, scopes, expiresAt } = key;
    const before = keys.get(keyId)?.key;
    keys.set(keyId, { tenantId, key });
    if (before === undefined) {
      const rotated = rotations.get(commandId);
      const old = rotated === undefined ? undefined : keyEvents[rotated];
      if (rotated !== undefined && old !== undefined)
        keyEvents[rotated] = { ...old, event: 'rotated', replacedBy: keyId };
      keyEvents.push({ ...common, event: 'created', keyId, name, scopes, expiresAt });
    } else if (before.revokedAt === null && key.revokedAt !== null) {
      keyEvents.push({ ...common, event: 'revoked', keyId });
    } else if (before.revokedAt === null && before.expiresAt !== expiresAt) {
      rotations.set(commandId, keyEvents.length);
      keyEvents.push({ ...common, event: 'expiry set', keyId, expiresAt });
    }
  }
  for (const { tenantId, key } of keys.values()) {
    const { keyId, expiresAt, revokedAt } = key;
    if (expiresAt === null || expiresAt > now || (revokedAt !== null && revokedAt <= expiresAt)) continue;
    keyEvents.push({ at: expiresAt, event: 'expired', tenantId, keyId, actor: null });
  }
  return keyEvents.sort((a, b) => a.at - b.at);
}

/** The details of an event as text. */
export function detailOf({ event, name, scopes = [], expiresAt, replacedBy, limit }: KeyEvent): string {
  const until = expiresAt === null || expiresAt === undefined ? '' : `until ${new Date(expiresAt).toISOString()}`;
  switch (event) {
    case 'created':
      return [`"${name ?? ''}"`, scopes.join(','), until].filter((part) => part !== '').join(' ');
    case 'rotated':
      return `replaced by ${replacedBy ?? ''}, works ${until}`;
    case 'expiry set':
      return until === '' ? 'without end' : until;
    case 'limit set':
      return `${limit ?? 0} assets`;
    case 'revoked':
    case 'expired':
    case 'erased':
      return '';
  }
}
