import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { restoreFromEvent, sessionsOf } from '../../../pipeline/accounts/account-state.ts';
import { mostSessions } from '../../../pipeline/accounts/sessions.ts';
import { type Bench, keyBody, memoryState, openTenant, tenant } from './harness.ts';

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

const session = (n: number, keyId = 'key00001') => ({ sessionSha256: String(n).padStart(64, '0'), keyId });

/** Hashes of the sessions that the events leave open, in the order of their opening. */
function openIn({ log }: Bench): readonly string[] {
  const open = new Set<string>();
  for (const { value } of log) {
    if (value.session?.kind === 'opened') open.add(value.session.sessionSha256);
    if (value.session?.kind === 'closed') open.delete(value.session.sessionSha256);
  }
  return [...open];
}
const hashesOf = (numbers: readonly number[]): readonly string[] => numbers.map((n) => session(n).sessionSha256);
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('U-15 a key has twenty sessions: the oldest ends when one more begins, and those of other keys go on', () => {
  const bench = openTenant();
  bench.give({ type: 'key.create', body: keyBody(2) });
  bench.give({ type: 'session.open', body: session(900, 'key00002') });
  // Hashes that descend: the order is that of the log.
  const numbers = range(1, 105).map((n) => 500 - n);
  for (const n of numbers) assert.is(bench.give({ type: 'session.open', body: session(n) }).status, 'accepted');
  assert.equal(openIn(bench), hashesOf([900, ...numbers.slice(-mostSessions)]));
});

test('a session that was closed leaves its place, and one that is opened again takes no second one', () => {
  const bench = openTenant();
  for (const n of range(1, mostSessions)) bench.give({ type: 'session.open', body: session(n) });
  bench.give({ type: 'session.close', body: session(7) });
  bench.give({ type: 'session.open', body: session(21) });
  bench.give({ type: 'session.open', body: session(21) });
  assert.equal(openIn(bench), hashesOf([...range(1, 6), ...range(8, 21)]));
});

test('U-15 one command ends all sessions of a key but one', () => {
  const bench = openTenant();
  bench.give({ type: 'key.create', body: keyBody(2) });
  for (const n of range(1, mostSessions)) bench.give({ type: 'session.open', body: session(n) });
  bench.give({ type: 'session.open', body: session(900, 'key00002') });
  assert.is(bench.give({ type: 'session.close_others', body: session(5) }).status, 'accepted');
  assert.equal(openIn(bench), hashesOf([5, 900]));
  assert.is(bench.give({ type: 'session.close_others', body: session(5) }).status, 'unchanged');
  assert.is(bench.give({ type: 'session.close_others', body: session(5, 'key00009') }).status, 'unchanged');
});

test('the state that is folded from the events has the same sessions; a revoked key and an erased tenant have none', () => {
  const bench = openTenant();
  for (const n of range(1, 30)) bench.give({ type: 'session.open', body: session(n) });
  bench.give({ type: 'session.close', body: session(25) });
  const again = memoryState();
  for (const input of bench.log) restoreFromEvent(again, input);
  assert.equal(again.dump(), bench.state.dump());
  assert.is(sessionsOf(again, tenant, 'key00001').length, 19);
  bench.give({ type: 'key.revoke', body: { keyId: 'key00001' } });
  assert.equal(sessionsOf(bench.state, tenant, 'key00001'), []);
  bench.give({ type: 'key.create', body: keyBody(2) });
  bench.give({ type: 'session.open', body: session(1, 'key00002') });
  bench.give({ type: 'tenant.erase', body: {} });
  assert.not.match(JSON.stringify(Object.keys(bench.state.dump())), 'session/');
});

test.run();
