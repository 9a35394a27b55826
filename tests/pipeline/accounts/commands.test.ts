import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CommandBodies,
  type CommandType,
  makeCommand,
  parseCommand,
} from '../../../pipeline/accounts/commands.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { assetId, day, eventsOf, keyBody, minute, openTenant, start, tenant } from './harness.ts';

const itemId = assetId(9);
const { secretSha256, last4 } = keyBody();

const sealed = `sealed.v1.${'a'.repeat(60)}`;

const bodies: { readonly [T in CommandType]: CommandBodies[T] } = {
  'tenant.create': { ...keyBody(), limit: 3, expiresAt: null },
  'key.create': keyBody(),
  'key.rotate': { keyId: 'key00001', newKeyId: 'key00002', secretSha256, last4, overlapMs: 0 },
  'key.revoke': { keyId: 'key00001' },
  'key.limit': { limit: 0 },
  'key.used': { keyId: 'key00001' },
  'watch.add': { assetId: assetId(1), by: 'key' },
  'watch.update': { itemId, note: null },
  'watch.remove': { itemId },
  'intake.resolve': { itemId, intakeSeq: 4, outcome: 'unresolved', reason: 'no_sources', registryPosition: 0 },
  'intake.retry': { itemId },
  'tenant.erase': {},
  'session.open': { sessionSha256: secretSha256, keyId: 'key00001' },
  'session.renew': { sessionSha256: secretSha256, keyId: 'key00001' },
  'session.close': { sessionSha256: secretSha256, keyId: 'key00001' },
  'session.close_others': { sessionSha256: secretSha256, keyId: 'key00001' },
  'feed.seen': { upTo: 1 },
  'webhook.create': { endpointId: itemId, url: sealed, secret: sealed, cursor: 'WzFd' },
  'webhook.update': { endpointId: itemId, enabled: false },
  'webhook.rotate': { endpointId: itemId, secret: sealed },
  'webhook.remove': { endpointId: itemId },
  'webhook.progress': {
    endpointId: itemId,
    deliveries: [],
    state: { after: 0, cursor: 'WzFd', pending: [], failingSince: null, reason: null },
  },
  'request.create': {
    caip19: 'eip155:1/erc20:0x0000000000000000000000000000000000000001',
    note: sealed,
    registered: [itemId],
  },
  'request.withdraw': { requestId: itemId },
  'request.decline': { requestId: itemId, reason: 'No issuer is known.' },
  'inbox.mark': { notificationIds: ['5b0f0d10-0000-5000-8000-000000000001'], readAt: null },
};

const raw = (type: string, body: string, more: object = {}) => ({
  commandId: 'c',
  tenantId: tenant,
  type,
  at: start,
  body,
  assetPublic: null,
  actor: 'operator',
  ...more,
});

for (const type of termsOf('commandType')) {
  test(`${type}: what is made can be read back`, () => {
    const command = makeCommand({
      commandId: 'c',
      tenantId: tenant,
      type,
      at: start,
      body: bodies[type],
      actor: 'operator',
    });
    const parsed = parseCommand(command);
    assert.ok(parsed.ok);
    assert.equal(parsed.command.body, bodies[type]);
  });
}

const bad: readonly (readonly [string, string, unknown])[] = [
  ['unknown type', 'watch.read', {}],
  ['type from the prototype', 'constructor', {}],
  ['null', 'watch.remove', null],
  ['array', 'watch.remove', [itemId]],
  ['missing member', 'watch.add', { assetId: assetId(1) }],
  ['unknown member', 'watch.remove', { itemId, force: true }],
  ['not a uuid', 'watch.remove', { itemId: 'x' }],
  ['line break behind a uuid', 'watch.remove', { itemId: `${itemId}\n` }],
  ['update of nothing', 'watch.update', { itemId }],
  ['B-23 flag as text', 'watch.update', { itemId, monitoringEnabled: 'false' }],
  ['B-22 note of 501 characters', 'watch.update', { itemId, note: '🐢'.repeat(501) }],
  ['note that is a number', 'watch.update', { itemId, note: 0 }],
  ['negative limit', 'key.limit', { limit: -1 }],
  ['fractional limit', 'key.limit', { limit: 1.5 }],
  ['unknown scope', 'key.create', { ...keyBody(), scopes: ['monitoring:write'] }],
  ['no scope', 'key.create', { ...keyBody(), scopes: [] }],
  ['secret instead of its hash', 'key.create', { ...keyBody(), secretSha256: 'secret' }],
  ['unknown reason', 'intake.resolve', { ...bodies['intake.resolve'], reason: 'tired' }],
];
for (const [name, type, body] of bad) {
  test(`a body that does not fit its type is refused: ${name}`, () => {
    const parsed = parseCommand(raw(type, JSON.stringify(body)));
    assert.is(parsed.ok, false);
  });
}

test('a body that is not JSON is refused', () => {
  assert.equal(parseCommand(raw('watch.remove', '{')), {
    ok: false,
    addressed: true,
    reason: 'the body of the watch.remove command is not JSON',
  });
});

test('a type of any length is named in a short sentence', () => {
  for (const body of ['{', '{}']) {
    const parsed = parseCommand(raw('x'.repeat(1_000_000), body));
    assert.ok(!parsed.ok && parsed.reason.length < 200);
  }
});

const lastTime = Date.UTC(2300, 0, 1) - 1;
for (const [name, type, body, more] of [
  ['effective before 1970', 'watch.remove', { itemId }, { at: -1 }],
  ['a key that expires after 2299', 'key.create', { ...keyBody(), expiresAt: lastTime + 1 }, {}],
  ['a rotated key that expires after 2299', 'key.rotate', { ...bodies['key.rotate'], expiresAt: lastTime + 1 }, {}],
  ['an overlap of more than a century', 'key.rotate', { ...bodies['key.rotate'], overlapMs: 101 * 366 * day }, {}],
] as const) {
  test(`a time no table can hold is refused: ${name}`, () => {
    assert.is(parseCommand(raw(type, JSON.stringify(body), more)).ok, false);
  });
}

test('a key may expire in the last millisecond of 2299', () => {
  assert.ok(parseCommand(raw('key.create', JSON.stringify({ ...keyBody(), expiresAt: lastTime }))).ok);
});

for (const id of ['', 'a/b', 'a b', 'x'.repeat(65)]) {
  test(`ids are short and have no separators: "${id}"`, () => {
    const body = JSON.stringify(bodies['watch.remove']);
    assert.is(parseCommand(raw('watch.remove', body, { tenantId: id })).ok, false);
    assert.is(parseCommand(raw('watch.remove', body, { commandId: id })).ok, false);
  });
}

test('B-14 an upper-case uuid names the same asset', () => {
  const parsed = parseCommand(raw('watch.add', JSON.stringify({ assetId: assetId(1).toUpperCase(), by: 'key' })));
  assert.ok(parsed.ok && parsed.command.type === 'watch.add');
  assert.is(parsed.command.body.assetId, assetId(1));
});

test('B-22 a note may have 500 characters outside the basic plane, and may be empty', () => {
  for (const note of ['🐢'.repeat(500), '']) {
    assert.ok(parseCommand(raw('watch.update', JSON.stringify({ itemId, note }))).ok);
  }
});

test('a lone surrogate in a note is replaced before anything is decided, as the log would do', () => {
  const parsed = parseCommand(raw('watch.update', `{"itemId":"${itemId}","note":"a\\ud800b"}`));
  assert.ok(parsed.ok && parsed.command.type === 'watch.update');
  assert.is(parsed.command.body.note, 'a\ufffdb');
});

test('a command that does not fit its type is answered: rejected, with what is wrong, and nothing else', () => {
  const bench = openTenant();
  const before = bench.state.dump();
  const events = eventsOf(bench.apply(raw('watch.add', '{"assetId":1}')));
  assert.equal(
    events.map(({ type, commandId, seq, at, outcome, item }) => [type, commandId, seq, at, outcome?.status, item]),
    [['command.answered', 'c', 4, start, 'rejected', null]],
  );
  assert.is(events[0]?.outcome?.code, 'invalid_parameter');
  assert.match(events[0]?.outcome?.message ?? '', /^The watch\.add command is not well formed: body.* must/);
  const after = bench.state.dump();
  for (const [key, value] of Object.entries(before)) if (!key.startsWith('account/')) assert.equal(after[key], value);
});

test('a command that does not fit its type is answered the same when it is given again', () => {
  const bench = openTenant();
  const first = eventsOf(bench.apply(raw('watch.add', '[]')));
  assert.is(first.length, 1);
  bench.pass(minute);
  assert.equal(eventsOf(bench.apply(raw('watch.add', '[]'))), first);
});

test('50 commands that fit no type are 50 answers: nothing is parked', () => {
  const bench = openTenant();
  for (let index = 0; index < 60; index += 1) {
    const result = bench.apply(raw('nonsense', '{', { commandId: `c${index}` }));
    assert.is(eventsOf(result).at(-1)?.outcome?.code, 'invalid_parameter');
  }
});

test('only what cannot be addressed is parked; it writes nothing and leaves the state alone', () => {
  const bench = openTenant();
  const before = bench.state.dump();
  for (const more of [{ tenantId: 'a/b' }, { commandId: '' }]) {
    assert.is(bench.apply(raw('watch.add', '{"assetId":1}', more)).kind, 'park');
  }
  assert.equal(bench.state.dump(), before);
});

test('the answer to a command of an impossible time has a time the tables can hold', () => {
  for (const at of [-9_000_000_000_000_000, -1, Number.MAX_SAFE_INTEGER]) {
    const bench = openTenant();
    const [event] = eventsOf(bench.apply(raw('watch.remove', JSON.stringify({ itemId }), { at })));
    assert.is(event?.outcome?.code, 'invalid_parameter', String(at));
    assert.is(event?.at, start, String(at));
  }
});

test.run();
