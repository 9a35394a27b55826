/** The ends of keys by time. */
// rule: K-14 K-15 B-02, also tests/process/keys.test.ts, tests/api/readmodel/memory/keys/api-keys.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfA, clientOfB } from '../support/api-client.ts';
import { registryLines, testId, writeLines } from '../support/demo-world.ts';
import { nowMs, until, withPatience } from '../support/real-time.ts';
import { createSandbox, type RunningService } from '../support/service.ts';

interface IssuedKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly key: string;
  readonly limit: number;
}

interface ListedKey {
  readonly keyId: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
let service: RunningService;
const both = 'monitoring:read,watchlist:write';

const create = (name: string, ...more: readonly string[]): Promise<IssuedKey> =>
  sandbox.json('keys', 'create', '--name', name, '--scopes', both, ...more);
const statusOf = async (key: string): Promise<number> => (await clientOfB(service, key).get('/me/watchlist')).status;

/** Milliseconds until a key is refused. */
async function untilRefused(key: string, since: number): Promise<number> {
  await until('the key is refused', async () => (await statusOf(key)) === 401, 100);
  return nowMs() - since;
}

test.before(async () => {
  service = await sandbox.up();
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'world.ndjson', registryLines({ assets: 2 })));
  await sandbox.idle();
});
test.after(() => sandbox.destroy());

test('K-14 K-15 rotation overlaps, revocation and expiry end a key within five seconds', async () => {
  const [rotated, revoked, permanent] = await Promise.all([create('rotated'), create('revoked'), create('permanent')]);
  const now = nowMs();
  const expiring = await create('expiring', '--expires', new Date(now + 6_000).toISOString());
  for (const { key } of [rotated, revoked, expiring, permanent]) assert.is(await statusOf(key), 200);
  const added = await clientOfB(service, rotated.key).post('/me/watchlist', { assetId: testId('asset-1') });
  assert.is(added.status, 201);

  const successor = await sandbox.json<IssuedKey>('keys', 'rotate', rotated.keyId, '--overlap', '3s');
  const rotatedAt = nowMs();
  assert.equal([successor.tenantId, successor.limit], [rotated.tenantId, rotated.limit]);
  assert.not.equal(successor.keyId, rotated.keyId);
  const list = await clientOfB(service, successor.key).get<{ readonly used: number }>('/me/watchlist');
  assert.equal([list.status, list.body.used], [200, 1], 'the tenant keeps its watchlist');
  assert.is(await statusOf(rotated.key), 200, 'the old key works during the overlap');

  await sandbox.json('keys', 'revoke', revoked.keyId);
  const revokedAt = nowMs();
  const [afterRotation, afterRevocation, afterExpiry] = await Promise.all([
    untilRefused(rotated.key, rotatedAt),
    untilRefused(revoked.key, revokedAt),
    untilRefused(expiring.key, now + 6_000),
  ]);
  assert.ok(afterRotation <= withPatience(3_000 + 5_000), `the old key worked ${afterRotation} ms after the rotation`);
  assert.ok(afterRevocation <= withPatience(5_000), `a revoked key worked for ${afterRevocation} ms`);
  assert.ok(afterExpiry >= 0 && afterExpiry <= withPatience(5_000), `refused ${afterExpiry} ms after its expiry`);
  assert.is(await statusOf(successor.key), 200);
  assert.is(await statusOf(permanent.key), 200);
  assert.is((await clientOfA(service, revoked.key).get('/assets')).status, 401);

  const listed = new Map((await sandbox.json<readonly ListedKey[]>('keys', 'list')).map((one) => [one.keyId, one]));
  assert.is.not(listed.get(revoked.keyId)?.revokedAt, null);
  assert.is.not(listed.get(rotated.keyId)?.expiresAt, null, 'the end of the overlap');
  assert.equal([listed.get(permanent.keyId)?.revokedAt, listed.get(permanent.keyId)?.expiresAt], [null, null]);
});

test.run();
