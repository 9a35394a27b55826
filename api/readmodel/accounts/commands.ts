import { randomBytes, randomUUID } from 'node:crypto';
import { UsageError } from '../../../infra/errors.ts';
import { sealKeyName } from '../../../infra/tenant-keys/seal-key-name.ts';
import type { CommandOutcome } from '../../../schemas/generated/records.ts';
import { makeApiKey } from '../../../schemas/values/api-key.ts';
import { dayMs } from '../../../schemas/values/durations.ts';
import type { Scope, Term } from '../../../schemas/vocabulary.ts';
import { refusedField } from '../../errors.ts';
import type { ReadModel } from '../dependencies.ts';
import { giveCommand } from '../give-command.ts';
import { hasTenant, tenantOfItem, tenantOfKey } from './queries.ts';

type Dependencies = Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'tables' | 'texts'>;
type OperatorCommand = Extract<Term<'commandType'>, `${'key' | 'tenant' | 'intake'}.${string}`>;

/** A key that was made. Only its hash is stored, so `text` can never be shown again. */
export interface MadeKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly text: string;
}

/** A key to make. */
export interface WantedKey {
  /** Null for a new tenant. */
  readonly tenantId: string | null;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Watchlist limit; null for the usual one of a new tenant, and to keep that of another. */
  readonly limit: number | null;
  /** Milliseconds; null for a key that does not end by itself. */
  readonly expiresAt: number | null;
}

/** What the operator does with accounts. Each throws UsageError or ApiError with a sentence for what is refused. */
export interface AccountCommands {
  readonly create: (actor: string, wanted: WantedKey) => Promise<MadeKey>;
  readonly rotate: (actor: string, keyId: string) => Promise<MadeKey>;
  readonly revoke: (actor: string, keyId: string) => Promise<void>;
  readonly setLimit: (actor: string, tenantId: string, limit: number) => Promise<void>;
  readonly retryIntake: (actor: string, itemId: string) => Promise<void>;
}

/** How long a replaced key goes on working. */
const overlapMs = dayMs;

export function createAccountCommands(dependencies: Dependencies): AccountCommands {
  const { tables, texts } = dependencies;

  const give = async (
    actor: string,
    tenantId: string,
    type: OperatorCommand,
    body: object,
  ): Promise<CommandOutcome> => {
    const outcome = await giveCommand({ type, tenantId, body, actor }, dependencies);
    if (outcome.status === 'rejected') throw new UsageError(outcome.message ?? 'the command was rejected');
    return outcome;
  };
  const ownerOf = async (keyId: string): Promise<string> => {
    const tenantId = await tenantOfKey(tables, keyId);
    if (tenantId === null) throw new UsageError(`there is no key ${keyId}`);
    return tenantId;
  };
  const sealedName = async (tenantId: string, name: string): Promise<string> => {
    try {
      return await sealKeyName(texts, tenantId, name);
    } catch (error) {
      throw error instanceof UsageError ? refusedField('name', error.message) : error;
    }
  };

  return {
    create: async (actor, wanted) => {
      const { scopes, limit, expiresAt } = wanted;
      const tenantId = wanted.tenantId ?? randomUUID();
      // Before the name is sealed, which makes a key for the texts of the tenant.
      if (wanted.tenantId !== null && !(await hasTenant(tables, tenantId))) {
        throw refusedField('tenant', `there is no tenant ${tenantId}`);
      }
      const { text, keyId, secretSha256, last4 } = makeApiKey(randomBytes);
      const name = await sealedName(tenantId, wanted.name);
      const body = { keyId, name, secretSha256, last4, scopes, expiresAt, ...(limit === null ? {} : { limit }) };
      await give(actor, tenantId, wanted.tenantId === null ? 'tenant.create' : 'key.create', body);
      return { keyId, tenantId, text };
    },
    rotate: async (actor, keyId) => {
      const tenantId = await ownerOf(keyId);
      const { text, keyId: newKeyId, secretSha256, last4 } = makeApiKey(randomBytes);
      await give(actor, tenantId, 'key.rotate', { keyId, newKeyId, secretSha256, last4, overlapMs });
      return { keyId: newKeyId, tenantId, text };
    },
    revoke: async (actor, keyId) => {
      await give(actor, await ownerOf(keyId), 'key.revoke', { keyId });
    },
    setLimit: async (actor, tenantId, limit) => {
      if (!(await hasTenant(tables, tenantId))) throw new UsageError(`there is no tenant ${tenantId}`);
      await give(actor, tenantId, 'key.limit', { limit });
    },
    retryIntake: async (actor, itemId) => {
      const tenantId = await tenantOfItem(tables, itemId);
      if (tenantId === null) throw new UsageError(`there is no watchlist item ${itemId}`);
      await give(actor, tenantId, 'intake.retry', { itemId });
    },
  };
}
