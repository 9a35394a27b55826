import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';
import type { AccountEvent, ApiKeyState } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';

/** Actor of the key that `up --demo` makes: it is printed, and stored readably in the data directory. */
export const demoActor = 'attestry up --demo';

/** Actor of the key that `attestry demo` makes: the operator asked for it beside a service, so it may serve others. */
export const loadedDemoActor = 'attestry demo';

/** Creation time of the demo's key before it was marked, which no other key has: a moment of the demo, not of a clock. */
const unmarkedKeysAt = Date.UTC(2026, 0, 15, 9, 5);

/** The key of a demo that was loaded before keys of demos were marked. */
const isUnmarked = ({ actor, type, key }: AccountEvent): boolean =>
  actor === 'operator' &&
  type === ('key.created' satisfies Term<'accountEventType'>) &&
  key?.createdAt === unmarkedKeysAt;

/**
 * Ids of the keys that `up --demo` made and that are valid at `now`, milliseconds, in order of id. Only records that
 * contain the actor or create a key, or are of such a tenant, are decoded: the others are compared as bytes. `unmarked`:
 * also a demo from before the mark; in a cluster, `attestry demo` loaded those.
 */
export async function validDemoKeys(
  engine: Pick<Engine, 'log' | 'codec'>,
  now: number,
  unmarked: boolean,
): Promise<readonly string[]> {
  const made = new Set<string>();
  const tenants = new Set<string>();
  const marks = [demoActor, ...(unmarked ? ['key.created'] : [])].map((text) => Buffer.from(text));
  const mayBeDemo = {
    wanted: ({ value }: { readonly value: Buffer | null }) => marks.some((mark) => value?.includes(mark) === true),
  };
  for await (const { value } of readTopic(engine, 'accounts.events', mayBeDemo)) {
    if (value?.key === null || value === null) continue;
    if (value.actor !== demoActor && !(unmarked && isUnmarked(value))) continue;
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
  // Tenants are read by partition, so the order of the log is that of hashes.
  return [...keys.values()]
    .filter(isValid)
    .map(({ keyId }) => keyId)
    .sort();
}

/** Throws ConfigurationError when the API would serve others while a key of `up --demo` is valid. */
export async function refuseDemoKeys(
  engine: Pick<Engine, 'log' | 'codec'>,
  config: Pick<Config, 'httpHost' | 'kafkaBrokers'>,
  now: number,
): Promise<void> {
  const { httpHost } = config;
  if (isLoopback(httpHost.includes(':') ? `[${httpHost}]` : httpHost)) return;
  const keys = await validDemoKeys(engine, now, config.kafkaBrokers === null);
  if (keys.length === 0) return;
  const [named, ended] =
    keys.length === 1
      ? [`key ${keys.join('')} of attestry up --demo is`, 'it']
      : [`keys ${keys.join(' and ')} of attestry up --demo are`, 'them'];
  const commands = keys.map((key) => `attestry keys revoke ${key}`).join(' and ');
  throw new ConfigurationError([
    `ATTESTRY_HTTP_HOST: ${httpHost} serves others, and the ${named} valid, which anyone may read; start on 127.0.0.1, end ${ended} with ${commands}, then start this again`,
  ]);
}
