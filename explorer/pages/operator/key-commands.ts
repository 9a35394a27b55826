import { randomBytes, randomUUID } from 'node:crypto';
import { giveCommand } from '../../../api/readmodel/give-command.ts';
import { UsageError } from '../../../infra/errors.ts';
import { FormRefusal } from '../../form-refusal.ts';
import { sealKeyName } from '../../../infra/tenant-keys/seal-key-name.ts';
import type { CommandOutcome } from '../../../schemas/generated/records.ts';
import { makeApiKey } from '../../../schemas/values/api-key.ts';
import { isTerm, type Scope, type Term, termsOf } from '../../../schemas/vocabulary.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { hasTenant, tenantOfItem, tenantOfKey } from '../../../api/readmodel/accounts/queries.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

type Dependencies = Pick<ExplorerDependencies, 'clock' | 'commands' | 'ids' | 'outcomes' | 'tables' | 'texts'>;
type OperatorCommand = Extract<Term<'commandType'>, `${'key' | 'tenant' | 'intake'}.${string}`>;

/** A key that was made. Only its hash is stored, so `text` can never be shown again. */
export interface MadeKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly text: string;
}

/** How long a replaced key goes on working. */
const overlapMs = dayMs;
const highestLimit = 1_000_000;

/** The commands of the operator by forms. Each throws UsageError or FormRefusal with a sentence for what is refused. */
export function keyCommands(dependencies: Dependencies) {
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

  const refuseUnknown = async (tenantId: string): Promise<void> => {
    if (!(await hasTenant(tables, tenantId))) throw new UsageError(`there is no tenant ${tenantId}`);
  };

  /** What is wrong with the name is about its field. */
  const sealedName = async (tenantId: string, name: string): Promise<string> => {
    try {
      return await sealKeyName(texts, tenantId, name);
    } catch (error) {
      throw error instanceof UsageError ? new FormRefusal('name', error.message) : error;
    }
  };

  return {
    create: async (actor: string, form: URLSearchParams): Promise<MadeKey> => {
      const given = (form.get('tenant') ?? '').trim();
      const isNew = given === '';
      const tenantId = isNew ? randomUUID() : given;
      // Before the name is sealed, which makes a key for the texts of the tenant.
      if (!isNew && !(await hasTenant(tables, tenantId)))
        throw new FormRefusal('tenant', `there is no tenant ${tenantId}`);
      const { text, keyId, secretSha256, last4 } = makeApiKey(randomBytes);
      const scopes = scopesIn(form);
      const limit = limitIn(form.get('limit'));
      const expiresAt = expiryIn(form.get('expires'));
      const name = await sealedName(tenantId, (form.get('name') ?? '').trim());
      const body = { keyId, name, secretSha256, last4, scopes, expiresAt, ...(limit === null ? {} : { limit }) };
      await give(actor, tenantId, isNew ? 'tenant.create' : 'key.create', body);
      return { keyId, tenantId, text };
    },
    rotate: async (actor: string, keyId: string): Promise<MadeKey> => {
      const tenantId = await ownerOf(keyId);
      const { text, keyId: newKeyId, secretSha256, last4 } = makeApiKey(randomBytes);
      await give(actor, tenantId, 'key.rotate', { keyId, newKeyId, secretSha256, last4, overlapMs });
      return { keyId: newKeyId, tenantId, text };
    },
    revoke: async (actor: string, keyId: string): Promise<void> => {
      await give(actor, await ownerOf(keyId), 'key.revoke', { keyId });
    },
    setLimit: async (actor: string, tenantId: string, text: string | null): Promise<void> => {
      const limit = limitIn(text);
      if (limit === null) throw new FormRefusal('limit', 'the limit is missing');
      await refuseUnknown(tenantId);
      await give(actor, tenantId, 'key.limit', { limit });
    },
    retryIntake: async (actor: string, itemId: string): Promise<void> => {
      const tenantId = await tenantOfItem(tables, itemId);
      if (tenantId === null) throw new UsageError(`there is no watchlist item ${itemId}`);
      await give(actor, tenantId, 'intake.retry', { itemId });
    },
  };
}

function scopesIn(form: URLSearchParams): readonly Scope[] {
  const scopes = form.getAll('scope').map((scope): Scope => {
    if (!isTerm('scope', scope)) throw new UsageError(`"${scope}" is not one of ${termsOf('scope').join(', ')}`);
    return scope;
  });
  if (scopes.length === 0) throw new FormRefusal('scope', 'a key has at least one scope');
  return [...new Set(scopes)];
}

/** Null if none was given: a new tenant gets the usual limit, another keeps its own. */
function limitIn(text: string | null): number | null {
  const given = (text ?? '').trim();
  if (given === '') return null;
  const limit = Number(given);
  if (!/^\d+$/.test(given) || limit > highestLimit) {
    throw new FormRefusal('limit', `the limit is a whole number from 0 to ${highestLimit}, not "${given}"`);
  }
  return limit;
}

/** The first moment of a day in UTC; null for a key that does not end by itself. */
function expiryIn(text: string | null): number | null {
  const given = (text ?? '').trim();
  if (given === '') return null;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== given) {
    throw new FormRefusal('expires', `the end is a day such as 2027-01-31, not "${given}"`);
  }
  return at;
}
