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

/** Texts that tenants wrote: sealed before they reach the log, opened for whoever may read them. */
export interface TenantTexts {
  /**
   * What may be stored of a text; null when the tenant was erased. RetryableError when its key is missing: with another
   * one, what it wrote before could never be read again.
   */
  readonly seal: (context: TextContext, text: string) => Promise<string | null>;
  /** The text of a stored one; null when its key is gone. What was stored in the clear by earlier versions is as it is. */
  readonly open: (context: TextContext, stored: string) => Promise<string | null>;
  /** Asked each time. */
  readonly isErased: (tenantId: string) => Promise<boolean>;
}

interface Known {
  readonly key: TextKey | null;
  readonly erased: boolean;
  readonly askedAt: number;
}

/** As long as an answer of the tables about an API key is believed: an erasure takes effect within 5 s. */
const believedMs = 3_000;
const mostKnown = 10_000;

/** Whether something that a tenant wrote is stored sealed: then it must have a key. */
export type HasSealed = (tenantId: string) => Promise<boolean>;

/** Texts under the keys of a store, which is asked about each tenant every three seconds at most. `clock` in milliseconds. */
export function createTenantTexts(keys: TenantKeys, clock: () => number, hasSealed: HasSealed): TenantTexts {
  const known = new Map<string, Known>();

  const remember = (tenantId: string, key: TextKey | null, erased: boolean): Known => {
    known.delete(tenantId);
    const oldest = known.size < mostKnown ? undefined : known.keys().next().value;
    if (oldest !== undefined) known.delete(oldest);
    const made = { key, erased, askedAt: clock() };
    known.set(tenantId, made);
    return made;
  };
  /** A key that nobody asks for is not kept: its tenant may have been erased meanwhile. The oldest come first. */
  const forgetOld = (): void => {
    for (const [tenantId, { askedAt }] of known) {
      if (clock() - askedAt < believedMs) return;
      known.delete(tenantId);
    }
  };
  const lookUp = async (tenantId: string): Promise<Known> => {
    forgetOld();
    const remembered = known.get(tenantId);
    const age = remembered === undefined ? -1 : clock() - remembered.askedAt;
    if (remembered !== undefined && age >= 0 && age < believedMs) return remembered;
    const erased = await keys.isErased(tenantId);
    const secret = erased ? null : await keys.read(tenantId);
    return remember(tenantId, secret === null ? null : textKeyOf(secret), erased);
  };
  const keyToSeal = async (tenantId: string): Promise<TextKey | null> => {
    const { key, erased } = await lookUp(tenantId);
    if (key !== null || erased) return key;
    // Another process may have made it a moment ago, and what it sealed may be stored already.
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
