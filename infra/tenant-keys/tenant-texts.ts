import {
  isSealedText,
  openText,
  sealText,
  type TextContext,
  type TextKey,
  textKeyOf,
} from '../../schemas/values/sealed-text.ts';
import { RetryableError } from '../errors.ts';
import type { TenantKeys } from './tenant-keys.ts';

/** Texts of tenants: sealed before they reach the log, opened for authorised readers. */
export interface TenantTexts {
  /**
   * The sealed form of a text, for storage; null when the tenant was erased. RetryableError when its key is missing: with a
   * new key, the tenant's earlier texts would stay unreadable.
   */
  readonly seal: (context: TextContext, text: string) => Promise<string | null>;
  /** The text of a stored form; null when the key was deleted. A text without a seal is returned unchanged. */
  readonly open: (context: TextContext, stored: string) => Promise<string | null>;
  /** Reads the key store at each call, without a cache. */
  readonly isErased: (tenantId: string) => Promise<boolean>;
}

interface CachedKey {
  readonly key: TextKey | null;
  readonly erased: boolean;
  readonly readAt: number;
}

/** Milliseconds that a key stays in memory, equal to those of API keys: an erasure takes effect within 5 s. */
export const longestKeyMs = 3_000;
const cacheCapacity = 10_000;

/** Whether a sealed text of the tenant is stored: then the tenant must have a key. */
export type HasSealed = (tenantId: string) => Promise<boolean>;

/** Seals and opens texts with the keys of a store, and caches each key for three seconds. `clock` in milliseconds. */
export function createTenantTexts(keys: TenantKeys, clock: () => number, hasSealed: HasSealed): TenantTexts {
  const known = new Map<string, CachedKey>();

  const remember = (tenantId: string, key: TextKey | null, erased: boolean): CachedKey => {
    known.delete(tenantId);
    const oldest = known.size < cacheCapacity ? undefined : known.keys().next().value;
    if (oldest !== undefined) known.delete(oldest);
    const entry = { key, erased, readAt: clock() };
    known.set(tenantId, entry);
    return entry;
  };
  /** Evicts expired keys, also unused ones, because their tenants may have been erased. The map is in insertion order. */
  const evictExpired = (): void => {
    for (const [tenantId, { readAt }] of known) {
      if (clock() - readAt < longestKeyMs) return;
      known.delete(tenantId);
    }
  };
  const lookUp = async (tenantId: string): Promise<CachedKey> => {
    evictExpired();
    const remembered = known.get(tenantId);
    const age = remembered === undefined ? -1 : clock() - remembered.readAt;
    if (remembered !== undefined && age >= 0 && age < longestKeyMs) return remembered;
    const erased = await keys.isErased(tenantId);
    const secret = erased ? null : await keys.read(tenantId);
    return remember(tenantId, secret === null ? null : textKeyOf(secret), erased);
  };
  const keyToSeal = async (tenantId: string): Promise<TextKey | null> => {
    const { key, erased } = await lookUp(tenantId);
    if (key !== null || erased) return key;
    // Another process may have created the key a moment ago and stored a text that it sealed.
    if ((await hasSealed(tenantId)) && (await keys.read(tenantId)) === null) {
      throw new RetryableError(
        `The key of tenant ${tenantId} is missing among the tenant keys, and it has texts that only this key opens. Put ${tenantId}.key back from a copy of the directory; nothing was stored.`,
      );
    }
    const secret = await keys.ensure(tenantId);
    return remember(tenantId, secret === null ? null : textKeyOf(secret), secret === null).key;
  };

  return {
    seal: async (context, text) => {
      const key = await keyToSeal(context.tenantId);
      return key === null ? null : sealText(key, context, text);
    },
    open: async (context, stored) => {
      if (!isSealedText(stored)) return stored;
      const { key } = await lookUp(context.tenantId);
      return key === null ? null : openText(key, context, stored);
    },
    isErased: keys.isErased,
  };
}
