import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openTenant } from './harness.ts';

const body = { sessionSha256: 'a'.repeat(64), keyId: 'key00001' };

test('a session of an unknown, revoked or expired key is refused, and nothing is written of it', () => {
  const bench = openTenant();
  assert.is(bench.give({ type: 'session.open', body: { ...body, keyId: 'key00009' } }).code, 'not_found');
  assert.is(bench.give({ type: 'session.close', body: { ...body, keyId: 'key00009' } }).code, 'not_found');
  bench.give({ type: 'key.revoke', body: { keyId: 'key00001' } });
  assert.is(bench.give({ type: 'session.open', body }).code, 'not_found');
  assert.equal(
    bench.log.filter(({ value }) => value.session !== null),
    [],
  );
});

test('opening, renewal and end are events with the hash of the session, and change nothing else', () => {
  const bench = openTenant();
  for (const type of ['session.open', 'session.renew', 'session.close', 'session.renew'] as const) {
    assert.is(bench.give({ type, body }).status, 'accepted');
  }
  const events = bench.log.map(({ value }) => value).filter(({ session }) => session !== null);
  assert.equal(
    events.map(({ type, session, tenant, key }) => [type, session?.kind, session?.sessionSha256, tenant, key]),
    [
      ['session.opened', 'opened', body.sessionSha256, null, null],
      ['session.changed', 'renewed', body.sessionSha256, null, null],
      ['session.changed', 'closed', body.sessionSha256, null, null],
      ['session.changed', 'renewed', body.sessionSha256, null, null],
    ],
  );
});

test.run();
