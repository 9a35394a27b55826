import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiKeyState } from '../../../schemas/generated/records.ts';
import { type Bench, day, hour, keyBody, minute, openBench, openTenant, start, tenant } from './harness.ts';

const keyOf = (bench: Bench, keyId: string): ApiKeyState | undefined =>
  bench.log.map(({ value }) => value.key).findLast((key): key is ApiKeyState => key?.keyId === keyId);

const rotation = { keyId: 'key00001', newKeyId: 'key00002', secretSha256: 'f'.repeat(64), last4: 'wxyz' };

test('nothing can be asked for a tenant that does not exist', () => {
  const bench = openBench();
  const outcome = bench.give({ type: 'key.create', body: keyBody() });
  assert.is(outcome.status, 'rejected');
  assert.is(outcome.code, 'not_found');
  assert.equal([outcome.limit, outcome.used], [0, 0]);
  assert.equal(
    bench.log.map(({ value }) => [value.seq, value.type]),
    [[1, 'command.answered']],
  );
});

test('B-02 a tenant has a limit of 50 assets by default', () => {
  assert.is(openTenant().give({ type: 'key.limit', body: { limit: 50 } }).status, 'unchanged');
  const bench = openTenant(7);
  assert.is(bench.give({ type: 'key.limit', body: { limit: 7 } }).status, 'unchanged');
});

test('B-65 the seen marker of a new tenant is its creation, also when that is backdated', () => {
  const bench = openBench();
  bench.give({ type: 'tenant.create', body: keyBody(), at: start - 90 * day });
  const created = bench.log.find(({ value }) => value.type === 'tenant.created')?.value.tenant;
  assert.equal(created, { limit: 50, seenAt: start - 90 * day, createdAt: start - 90 * day });
  assert.is(keyOf(bench, 'key00001')?.createdAt, start - 90 * day);
});

test('a tenant is made once', () => {
  const bench = openTenant();
  const outcome = bench.give({ type: 'tenant.create', body: keyBody(2) });
  assert.equal([outcome.status, outcome.code], ['rejected', 'invalid_parameter']);
  assert.is(keyOf(bench, 'key00002'), undefined);
});

test('a further key belongs to the same tenant and leaves the limit alone unless it names one', () => {
  const bench = openTenant(7);
  bench.give({ type: 'key.create', body: keyBody(2) });
  assert.is(bench.give({ type: 'key.limit', body: { limit: 7 } }).status, 'unchanged');
  assert.is(bench.give({ type: 'key.create', body: { ...keyBody(3), limit: 9 } }).limit, 9);
  assert.equal([keyOf(bench, 'key00002')?.name, keyOf(bench, 'key00003')?.name], ['key 2', 'key 3']);
});

test('a key id is used once', () => {
  const outcome = openTenant().give({ type: 'key.create', body: keyBody() });
  assert.equal([outcome.status, outcome.code], ['rejected', 'invalid_parameter']);
});

test('a key that would be born expired is refused', () => {
  const bench = openTenant();
  const body = { ...keyBody(2), expiresAt: start };
  assert.is(bench.give({ type: 'key.create', body }).status, 'rejected');
  assert.is(bench.give({ type: 'key.create', body: { ...body, expiresAt: start + 1 } }).status, 'accepted');
});

test('K-14 rotation keeps tenant, name and scopes; the old secret works until the overlap ends', () => {
  const bench = openTenant();
  bench.pass(hour);
  const outcome = bench.give({ type: 'key.rotate', body: { ...rotation, overlapMs: day } });
  assert.is(outcome.status, 'accepted');
  const old = keyOf(bench, 'key00001');
  const fresh = keyOf(bench, 'key00002');
  assert.is(old?.expiresAt, start + hour + day);
  assert.equal(fresh, {
    keyId: 'key00002',
    name: 'key 1',
    secretSha256: 'f'.repeat(64),
    last4: 'wxyz',
    scopes: ['monitoring:read', 'watchlist:write'],
    createdAt: start + hour,
    expiresAt: null,
    revokedAt: null,
    replaces: null,
    usedOn: null,
  });
  assert.ok(bench.log.every(({ value }) => value.tenantId === tenant));
});

test('K-14 rotation never lengthens a life: the old key keeps an earlier expiry and the new one inherits it', () => {
  const bench = openTenant();
  bench.give({ type: 'key.create', body: { ...keyBody(5), expiresAt: start + hour } });
  bench.give({ type: 'key.rotate', body: { ...rotation, keyId: 'key00005', overlapMs: day } });
  assert.is(keyOf(bench, 'key00005')?.expiresAt, start + hour);
  assert.is(keyOf(bench, 'key00002')?.expiresAt, start + hour);
});

test('K-14 rotation may name another expiry', () => {
  const bench = openTenant();
  bench.give({ type: 'key.rotate', body: { ...rotation, overlapMs: 0, expiresAt: start + day } });
  assert.is(keyOf(bench, 'key00002')?.expiresAt, start + day);
});

test('K-14 a revoked or expired key is not rotated, nor an unknown one, nor to an id in use', () => {
  const bench = openTenant();
  const rotate = (body: object) => bench.give({ type: 'key.rotate', body: { ...rotation, overlapMs: 0, ...body } });
  assert.is(rotate({ keyId: 'nosuchky' }).code, 'not_found');
  assert.is(rotate({ newKeyId: 'key00001' }).code, 'invalid_parameter');
  bench.give({ type: 'key.create', body: { ...keyBody(5), expiresAt: start + hour } });
  bench.give({ type: 'key.revoke', body: { keyId: 'key00001' } });
  assert.is(rotate({}).code, 'invalid_parameter');
  bench.pass(hour);
  assert.is(rotate({ keyId: 'key00005' }).code, 'invalid_parameter');
});

test('K-14 the last use is a UTC day: once a day, never earlier, kept by a rotation, and not of a revoked key', () => {
  const bench = openTenant();
  const use = (at = bench.now(), keyId = 'key00001') => bench.give({ type: 'key.used', body: { keyId }, at }).status;
  const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);
  assert.is(keyOf(bench, 'key00001')?.usedOn, null);
  assert.is(use(), 'accepted');
  assert.is(keyOf(bench, 'key00001')?.usedOn, dayAt(start));
  assert.is(use(), 'unchanged', 'another process on the same day');
  bench.pass(day);
  assert.is(use(bench.now() - day), 'unchanged', 'a late report of an earlier day');
  assert.is(use(), 'accepted');
  bench.give({ type: 'key.rotate', body: { ...rotation, overlapMs: day } });
  assert.equal(
    ['key00001', 'key00002'].map((keyId) => keyOf(bench, keyId)?.usedOn),
    [dayAt(start + day), null],
  );
  bench.give({ type: 'key.revoke', body: { keyId: 'key00001' } });
  bench.pass(day);
  assert.is(use(), 'unchanged');
  assert.is(use(bench.now(), 'nosuchky'), 'rejected');
});

test('K-14 revoking twice is once', () => {
  const bench = openTenant();
  assert.is(bench.give({ type: 'key.revoke', body: { keyId: 'key00001' } }).status, 'accepted');
  bench.pass(minute);
  assert.is(bench.give({ type: 'key.revoke', body: { keyId: 'key00001' } }).status, 'unchanged');
  assert.is(keyOf(bench, 'key00001')?.revokedAt, start);
  assert.is(bench.give({ type: 'key.revoke', body: { keyId: 'nosuchky' } }).code, 'not_found');
});

test('K-17 revoking a key ends what its holder made from it, and nothing that the operator made', () => {
  const bench = openTenant();
  const rotate = (keyId: string, newKeyId: string, part: object = { byHolder: true }) =>
    bench.give({ type: 'key.rotate', body: { ...rotation, keyId, newKeyId, overlapMs: day, ...part } }).status;
  assert.is(rotate('key00001', 'key00002'), 'accepted');
  assert.is(rotate('key00002', 'key00003'), 'accepted');
  assert.is(rotate('key00001', 'key00004'), 'accepted');
  assert.is(rotate('key00001', 'key00005', {}), 'accepted');
  assert.is(keyOf(bench, 'key00003')?.replaces, 'key00002');
  bench.pass(2 * day);
  assert.is(bench.give({ type: 'key.revoke', body: { keyId: 'key00001' } }).status, 'accepted', 'also once it ended');
  const revoked = ['key00001', 'key00002', 'key00003', 'key00004', 'key00005'].map((id) => keyOf(bench, id)?.revokedAt);
  assert.equal(revoked, [...Array.from({ length: 4 }, () => start + 2 * day), null]);
});

test('K-17 revoking a key ends a chain of keys, however long its holder made it', () => {
  const bench = openTenant();
  const idOf = (n: number): string => `key${String(n).padStart(5, '0')}`;
  const rotations = 2_000;
  for (let n = 1; n <= rotations; n += 1) {
    const body = { ...rotation, keyId: idOf(n), newKeyId: idOf(n + 1), overlapMs: day, byHolder: true as const };
    assert.is(bench.give({ type: 'key.rotate', body }).status, 'accepted');
  }
  assert.is(bench.give({ type: 'key.revoke', body: { keyId: idOf(1) } }).status, 'accepted');
  assert.is(keyOf(bench, idOf(rotations + 1))?.revokedAt, start);
});

test('a key is never revoked before it was made', () => {
  const bench = openTenant();
  bench.give({ type: 'key.revoke', body: { keyId: 'key00001' }, at: start - day });
  assert.is(keyOf(bench, 'key00001')?.revokedAt, start);
});

test('a command from more than five minutes ahead is refused, a nearer one is taken', () => {
  const bench = openTenant();
  const limit = (n: number, ahead: number) =>
    bench.give({ type: 'key.limit', body: { limit: n }, at: bench.now() + ahead });
  assert.is(limit(1, 5 * minute + 1).code, 'invalid_parameter');
  assert.is(limit(1, 5 * minute).status, 'accepted');
});

test.run();
