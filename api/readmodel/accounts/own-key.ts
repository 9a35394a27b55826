import { randomBytes } from 'node:crypto';
import { makeApiKey } from '../../../schemas/values/api-key.ts';
import { hourMs } from '../../../schemas/values/durations.ts';
import { ApiError } from '../../errors.ts';
import type { ReadModel } from '../dependencies.ts';
import { giveCommand } from '../give-command.ts';
import type { Principal } from '../principal.ts';
import { readRows } from '../tables/rows.ts';
import { tablesOfTenant } from '../tables/tenant-tables.ts';

const keySql = `
SELECT name, last4, scopes, toUnixTimestamp64Milli(created_at) AS createdAt, toUnixTimestamp64Milli(expires_at) AS expiresAt,
  used_on AS usedOn
FROM attestry.store_api_keys FINAL
WHERE tenant_id = {tenantId:String} AND key_id = {keyId:String}`;

/** A key as its holder sees it. Times in milliseconds. */
export interface OwnKey {
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** Newest UTC day on which it was used, YYYY-MM-DD. */
  readonly usedOn: string | null;
}

interface RotatedKey {
  readonly keyId: string;
  /** The whole key. Only its hash is stored, so it can never be shown again. */
  readonly text: string;
  /** When the old key stops working, milliseconds. */
  readonly previousUntil: number;
}

/** Longest that an old key works beside the one that its holder replaced it by, hours. */
export const mostOverlapHours = 24;

/** The key of a request. ApiError `not_found` where it is no more. */
export async function readOwnKey(
  { tenantId, keyId }: Pick<Principal, 'keyId' | 'tenantId'>,
  { tables, texts }: Pick<ReadModel, 'tables' | 'texts'>,
): Promise<OwnKey> {
  const decode = { createdAt: Number, expiresAt: Number };
  const own = tablesOfTenant(tables, tenantId);
  const [key] = await readRows<OwnKey>(own, { sql: keySql, decode }, { keyId });
  if (key === undefined) throw new ApiError('not_found', 'The key is not there any more');
  return { ...key, name: (await texts.open({ tenantId, purpose: 'key name' }, key.name)) ?? keyId };
}

/**
 * Replaces the key by a new one with its name, scopes and expiry. Revoking the old key ends the new one, too: who stole a key
 * cannot outlive it by a rotation.
 */
export async function rotateOwnKey(
  {
    principal,
    actor,
    traceparent = null,
  }: {
    readonly principal: Principal;
    readonly actor: string;
    readonly traceparent?: string | null;
  },
  overlapHours: number,
  dependencies: Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'tables' | 'texts'>,
): Promise<RotatedKey> {
  const { tenantId, keyId } = principal;
  const { text, keyId: newKeyId, secretSha256, last4 } = makeApiKey(randomBytes);
  const body = { keyId, newKeyId, secretSha256, last4, overlapMs: overlapHours * hourMs, byHolder: true };
  const outcome = await giveCommand({ tenantId, type: 'key.rotate', body, actor, traceparent }, dependencies);
  if (outcome.status === 'rejected') {
    throw new ApiError('invalid_parameter', outcome.message ?? 'The key cannot be replaced');
  }
  const { expiresAt } = await readOwnKey(principal, dependencies);
  return { keyId: newKeyId, text, previousUntil: expiresAt ?? dependencies.clock() };
}
