import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';
import type { ApiKeyState } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';

/** Actor of the key that `up --demo` makes: it is printed, and stored readably in the data directory. */
export const demoActor = 'attestry up --demo';

/**
 * Ids of the keys that `up --demo` made and that are valid at `now`, milliseconds. Only records that contain the actor,
 * or are of such a tenant, are decoded: the others are compared as bytes.
 */
export async function validDemoKeys(engine: Pick<Engine, 'log' | 'codec'>, now: number): Promise<readonly string[]> {
  const made = new Set<string>();
  const tenants = new Set<string>();
  const mark = Buffer.from(demoActor);
  const isMarked = { wanted: (record: { readonly value: Buffer | null }) => record.value?.includes(mark) === true };
  for await (const { value } of readTopic(engine, 'accounts.events', isMarked)) {
    if (value?.actor !== demoActor || value.key === null) continue;
    made.add(value.key.keyId);
    tenants.add(value.tenantId);
  }
  if (made.size === 0) return [];
  const keys = new Map<string, ApiKeyState>();
  const ofTenants = { wanted: (record: { readonly key: Buffer | null }) => tenants.has(record.key?.toString() ?? '') };
  const ofTenant = new Map<string, readonly string[]>();
  for await (const { value } of readTopic(engine, 'accounts.events', ofTenants)) {
    if (value === null) continue;
    const { key, tenantId } = value;
    if (key !== null && made.has(key.keyId)) {
      keys.set(key.keyId, key);
      ofTenant.set(tenantId, [...(ofTenant.get(tenantId) ?? []), key.keyId]);
    }
    if (value.type !== ('tenant.erased' satisfies Term<'accountEventType'>)) continue;
    for (const keyId of ofTenant.get(tenantId) ?? []) keys.delete(keyId);
  }
  const isValid = ({ expiresAt, revokedAt }: ApiKeyState): boolean =>
    (expiresAt === null || expiresAt > now) && (revokedAt === null || revokedAt > now);
  return [...keys.values()].filter(isValid).map(({ keyId }) => keyId);
}

/** Throws ConfigurationError when the API would serve others while a key of `up --demo` is valid. */
export async function refuseDemoKeys(
  engine: Pick<Engine, 'log' | 'codec'>,
  { httpHost }: Pick<Config, 'httpHost'>,
  now: number,
): Promise<void> {
  if (isLoopback(httpHost.includes(':') ? `[${httpHost}]` : httpHost)) return;
  const keys = await validDemoKeys(engine, now);
  if (keys.length === 0) return;
  throw new ConfigurationError([
    `ATTESTRY_HTTP_HOST: ${httpHost} serves others, and the key ${keys.join(', ')} of attestry up --demo is valid, which anyone may read; start on 127.0.0.1, end it with attestry keys revoke ${keys[0] ?? ''}, then start this again`,
  ]);
}
