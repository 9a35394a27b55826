import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { foldEvent } from '../../../pipeline/accounts/account-state.ts';
import {
  assetId,
  finish,
  hour,
  intervalsOf,
  itemOf,
  keyBody,
  memoryState,
  openTenant,
  tenant,
  watch,
} from './harness.ts';

const erase = { type: 'tenant.erase', body: {} } as const;

function livedIn(): ReturnType<typeof openTenant> {
  const bench = openTenant();
  bench.give({ type: 'key.create', body: keyBody(2) });
  const first = itemOf(watch(bench, assetId(1)));
  finish(bench, first, 'ready');
  bench.give({ type: 'watch.update', body: { itemId: first.itemId, monitoringEnabled: false, note: 'mine' } });
  finish(bench, itemOf(watch(bench, assetId(2))), 'unresolved');
  bench.give({ type: 'watch.remove', body: { itemId: itemOf(watch(bench, assetId(3))).itemId } });
  const caip19 = 'eip155:1/erc20:0x0000000000000000000000000000000000000001';
  bench.give({ type: 'request.create', body: { caip19, note: 'mine', registered: [] } });
  bench.pass(hour);
  return bench;
}

test('keys end without their names, watches end, and the tenant is recorded as erased', () => {
  const bench = livedIn();
  const before = bench.log.length;
  assert.equal(
    [bench.give(erase)].map(({ status, used, limit, item }) => [status, used, limit, item]),
    [['accepted', 0, 0, null]],
  );
  const emitted = bench.log.slice(before).map(({ value }) => value);
  assert.equal(
    emitted.map(({ type }) => type),
    [
      'key.changed',
      'key.changed',
      'watch.removed',
      'watch.removed',
      'request.changed',
      'tenant.erased',
      'command.answered',
    ],
  );
  assert.ok(emitted.every(({ key }) => key === null || (key.name === '' && key.revokedAt !== null)));
  assert.ok(
    emitted.every(({ request }) => request === null || (request.state === 'withdrawn' && request.note === null)),
  );
  assert.ok(emitted.every(({ item }) => item === null || (item.state === 'removed' && item.note === null)));
  assert.equal(
    intervalsOf(bench).filter(({ to, kind }) => to === null && kind !== 'removed'),
    [],
  );
});

test('nothing of it stays in the state but that it was', () => {
  const bench = livedIn();
  bench.give({ ...erase, commandId: 'the-erasure' });
  const left = Object.keys(bench.state.dump());
  assert.equal(
    left.filter((key) => !key.startsWith('account/')).map((key) => key.split('/')[0]),
    ['answer-age', 'answer'],
  );
  assert.not(JSON.stringify(bench.state.dump()).includes('mine'));
});

test('a state folded from the events is the same', () => {
  const bench = livedIn();
  bench.give(erase);
  bench.give({ type: 'key.limit', body: { limit: 3 } });
  const rebuilt = memoryState();
  for (const { value, timestamp } of bench.log) foldEvent(rebuilt, value, timestamp);
  assert.equal(rebuilt.dump(), bench.state.dump());
});

test('later commands find no tenant; the same command again changes nothing', () => {
  const bench = livedIn();
  bench.give(erase);
  assert.is(bench.give(erase).status, 'unchanged');
  const asked = [
    bench.give({ type: 'key.create', body: keyBody(9) }),
    bench.give({ type: 'key.revoke', body: { keyId: keyBody().keyId } }),
    bench.give({ type: 'key.limit', body: { limit: 3 } }),
    watch(bench, assetId(1)),
  ];
  assert.equal(
    asked.map(({ status, code, message }) => [status, code, message]),
    asked.map(() => ['rejected', 'not_found', `There is no tenant ${tenant}.`]),
  );
  assert.is(bench.give({ type: 'tenant.create', body: keyBody() }).status, 'rejected');
});

test('a tenant that never was cannot be erased', () => {
  const bench = livedIn();
  assert.is(bench.give({ ...erase, tenantId: 'unknown' }).code, 'not_found');
});

test('another tenant keeps everything', () => {
  const bench = livedIn();
  const other = `${tenant}2`;
  bench.give({ type: 'tenant.create', body: keyBody(5), tenantId: other });
  const item = itemOf(watch(bench, assetId(1), { tenantId: other }));
  const of = (): string =>
    JSON.stringify(Object.entries(bench.state.dump()).filter(([key]) => key.includes(`/${other}`)));
  const before = of();
  bench.give(erase);
  assert.is(of(), before);
  assert.is(
    bench.give({ type: 'watch.update', body: { itemId: item.itemId, note: 'x' }, tenantId: other }).status,
    'accepted',
  );
});

test.run();
