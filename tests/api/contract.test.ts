/** Rules that hold for every answer of an interface, read from the answers themselves. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRouter } from '../../api/app.ts';
import { statusOfCode } from '../../api/errors.ts';
import { deprecationHeaders } from '../../api/route/deprecation.ts';
import { parseCommand } from '../../pipeline/accounts/commands.ts';
import { parseCaip19 } from '../../schemas/values/caip.ts';
import { termsOf } from '../../schemas/vocabulary.ts';
import { type Harness, itemsOf, type Json, openHarness, type Reply, type TestKey, testRoute } from './harness.ts';
import { asset, assetId, change, day, now } from './records.ts';

let api: Harness;
let key: TestKey;
/** Answers of every reading endpoint, by path. */
const answers = new Map<string, Reply>();

const ofA = ['/assets', `/assets/ethereum/${asset(1).address}`, `/kyi/v1/tokens?address=${asset(1).address}`];
const ofB = [
  '/me/watchlist',
  '/me/monitoring/changes?days=365&showAll=true',
  `/me/monitoring/changes/${change('one', 1).id}`,
  '/me/notifications?limit=1',
];

test.before(async () => {
  api = await openHarness();
  const proof = {
    proofId: 'p',
    authorityType: 'owner',
    authorityAddress: '0x1',
    provedAt: 1,
    verifiedBy: 'attestry',
    lapsed: null,
  };
  await api.declare(
    asset(1, { verifications: [{ ...proof, method: JSON.stringify({ type: 'signature', scheme: 'eip191' }) }] }),
  );
  key = await api.makeKey();
  await api.watch(key, assetId(1));
  await api.detect(change('one', 1), change('two', 1, { category: 'sanctions', detectedAt: now - 2 * day }));
  for (const path of [...ofA, ...ofB]) {
    const reply = await api.get(path, key.text);
    assert.is(reply.status, 200, path);
    answers.set(path, reply);
  }
});
test.after(() => api.close());

/** Every member of a parsed body, at any depth, with its path. */
function* membersOf(value: unknown, path = ''): Generator<readonly [string, string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [`${path}.${name}`, name, member];
    yield* membersOf(member, `${path}.${name}`);
  }
}

const bodiesOf = (paths: readonly string[]): readonly unknown[] => paths.map((path) => answers.get(path)?.body);

test('G-02 every point in time is ISO 8601 in UTC with milliseconds', () => {
  let times = 0;
  for (const body of bodiesOf([...ofA, ...ofB])) {
    for (const [path, name, value] of membersOf(body)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const isTime = /(At|_at)$|^since$/.test(name) || /^\d{4}-\d\d-\d\d/.test(text);
      if (!isTime || value === null) continue;
      assert.match(text, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, path);
      times += 1;
    }
  }
  assert.ok(times > 10, `${times} times were compared`);
});

test('G-03 links name the base of their interface, and no path belongs to both', async () => {
  assert.match(String(answers.get('/assets')?.headers['link']), /^<http:\/\/registry\.test\/assets\?/);
  assert.match(String(answers.get(ofB[3] ?? '')?.headers['link']), /^<http:\/\/explorer\.test\/me\/notifications\?/);
  assert.match(answers.get('/assets')?.text ?? '', /"asset_url":"http:\/\/pages\.test\/verified-assets\//);
  for (const path of ['/me/assets', '/me/kyi/v1/tokens', '/watchlist', '/notifications', '/monitoring/changes']) {
    assert.is((await api.get(path, key.text)).status, 404, path);
  }
});

test('G-04 A writes snake_case, B camelCase', () => {
  for (const body of bodiesOf(ofA)) {
    for (const [path, name] of membersOf(body)) assert.match(name, /^[a-z0-9]+(_[a-z0-9]+)*$/, path);
  }
  for (const body of bodiesOf(ofB)) {
    for (const [path, name] of membersOf(body)) assert.match(name, /^[a-z][a-zA-Z0-9]*$/, path);
  }
});

test('G-04, G-25 errors: three members on A, on B those and code, requestId and perhaps details, flat', async () => {
  const generic = ['message', 'error', 'statusCode'];
  const bad = await api.get('/kyi/v1/tokens', key.text);
  assert.equal(Object.keys(bad.body), generic);
  assert.equal([bad.body['error'], bad.body['statusCode']], ['Bad Request', 400]);
  const refused = await api.get('/me/monitoring/changes?category=foo', key.text);
  assert.equal(refused.body, {
    code: 'invalid_parameter',
    message: 'category: unknown value "foo"',
    error: 'Bad Request',
    statusCode: 400,
    requestId: refused.headers['x-request-id'],
    details: [{ parameter: 'category', reason: 'unknown value "foo"' }],
  });
  const missing = await api.send('DELETE', `/me/watchlist/${assetId(404)}`, { key: key.text });
  assert.equal(Object.keys(missing.body), ['code', ...generic, 'requestId']);
});

test('G-26 the codes of B and their statuses', async () => {
  const text = { 'content-type': 'text/plain' };
  const reading = await api.makeKey({ scopes: ['monitoring:read'] });
  const full = await api.makeKey({ limit: 0 });
  const body = { assetId: assetId(1) };
  const answered: Readonly<Record<string, Reply>> = {
    invalid_parameter: await api.get('/me/monitoring/changes?x=1', key.text),
    api_key_invalid: await api.send('GET', '/me/watchlist'),
    api_key_scope_missing: await api.send('POST', '/me/watchlist', { key: reading.text, body }),
    not_found: await api.get('/me/nowhere', key.text),
    method_not_allowed: await api.send('PUT', '/me/watchlist', { key: key.text }),
    watchlist_limit_reached: await api.send('POST', '/me/watchlist', { key: full.text, body }),
    payload_too_large: await api.send('POST', '/me/watchlist', { key: key.text, body: ' '.repeat(20_000) }),
    uri_too_long: await api.get(`/me/watchlist?${'x'.repeat(9_000)}`, key.text),
    unsupported_media_type: await api.send('POST', '/me/watchlist', { key: key.text, body, headers: text }),
  };
  for (const [code, reply] of Object.entries(answered)) {
    const status = statusOfCode[code as keyof typeof statusOfCode];
    assert.equal([reply.status, reply.body['code'], reply.body['statusCode']], [status, code, status]);
    assert.is(reply.body['requestId'], reply.headers['x-request-id'], code);
    assert.is(reply.headers['content-type'], 'application/json; charset=utf-8', code);
  }
  assert.equal(statusOfCode, {
    invalid_parameter: 400,
    api_key_invalid: 401,
    api_key_scope_missing: 403,
    not_found: 404,
    method_not_allowed: 405,
    watchlist_limit_reached: 409,
    ambiguous_asset: 409,
    already_public: 409,
    limit_reached: 409,
    payload_too_large: 413,
    uri_too_long: 414,
    unsupported_media_type: 415,
    rate_limited: 429,
    internal_error: 500,
    upstream_unavailable: 502,
  });
  assert.equal(Object.keys(statusOfCode), [...termsOf('errorCode')]);
});

test('K-16 the scope `operator` is granted by name only, and admits to nothing here', async () => {
  const parsed = parseCommand({
    commandId: 'c',
    tenantId: 't',
    type: 'tenant.create',
    at: 0,
    body: JSON.stringify({ keyId: 'aaaaaaaa', name: 'n', secretSha256: '0'.repeat(64), last4: 'aaaa' }),
    assetPublic: null,
    actor: 'operator',
  });
  assert.match(parsed.ok ? '' : parsed.reason, /scopes/);
  const { text } = await api.makeKey({ scopes: ['operator'] });
  for (const path of ofB) assert.is((await api.get(path, text)).status, 403, path);
  for (const [method, path] of [
    ['POST', '/me/watchlist'],
    ['PATCH', `/me/watchlist/${assetId(1)}`],
    ['DELETE', `/me/watchlist/${assetId(1)}`],
    ['GET', '/me/monitoring/export'],
    ['GET', '/me/monitoring/stream'],
  ] as const) {
    assert.is((await api.send(method, path, { key: text })).status, 403, `${method} ${path}`);
  }
});

test('A-54 the grammar of CAIP-19 accepts what another reading of it refuses, and refuses what that accepts', () => {
  assert.ok(parseCaip19('eip155:1/slip44:60') !== null);
  assert.ok(parseCaip19(`eip155:1/erc20:${'a'.repeat(128)}`) !== null);
  assert.is(parseCaip19(`eip155:1/erc20:${'a'.repeat(129)}`), null);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly dependencies: object };
  assert.not.ok('caip' in dependencies);
});

test('B-01, L-01 the watchlist: items, limit and used, 50 when the operator sets nothing', () => {
  const { items, ...rest } = answers.get('/me/watchlist')?.body ?? {};
  assert.equal(rest, { limit: 50, used: 1 });
  assert.is((items as readonly unknown[]).length, 1);
});

test('L-02 a note of 500 characters fits, one of 501 does not', async () => {
  const [item] = itemsOf(await api.get('/me/watchlist', key.text));
  const patch = (note: string) =>
    api.send('PATCH', `/me/watchlist/${String(item?.['id'])}`, { key: key.text, body: { note } });
  assert.is((await patch('😀'.repeat(500))).status, 200);
  assert.is((await patch('x'.repeat(501))).status, 400);
});

test('L-03 … L-05 1 to 365 days, 25 ids, 200 changes', async () => {
  const daysOf = async (days: string): Promise<number> => {
    const { body } = await api.get(`/me/monitoring/changes?days=${days}`, key.text);
    return (now - Date.parse(String(body['since']))) / day;
  };
  assert.equal(await Promise.all(['1', '365', '366', '0', 'x'].map(daysOf)), [1, 365, 90, 90, 90]);
  const ids = (count: number) => Array.from({ length: count }, (_, index) => assetId(index)).join(',');
  assert.is((await api.get(`/me/monitoring/changes?item=${ids(25)}`, key.text)).status, 200);
  assert.is((await api.get(`/me/monitoring/changes?item=${ids(26)}`, key.text)).status, 400);
  await api.detect(...Array.from({ length: 200 }, (_, index) => change(`many-${index}`, 1, { notableAt: null })));
  const full = await api.get('/me/monitoring/changes', key.text);
  assert.equal([itemsOf(full).length, full.body['truncated']], [200, true]);
});

test('B-84 kinds of notifications are the eleven', () => {
  assert.equal(
    [...termsOf('notificationKind')],
    [
      ...['intake_ready', 'intake_partial', 'intake_unresolved'],
      ...['disclosure_change', 'register_change', 'party_edge_change', 'tokenomics_change', 'tokenomics_disagreement'],
      ...['obligation_verdict_change', 'obligation_not_evidenced', 'obligation_regime_added'],
    ],
  );
  const { items } = answers.get(ofB[3] ?? '')?.body ?? {};
  const kinds = (items as readonly Json[]).map(({ kind }) => kind);
  assert.ok(
    kinds.length > 0 && kinds.every((kind) => (termsOf('notificationKind') as readonly unknown[]).includes(kind)),
  );
});

test('V-03 an assessment by other rules keeps their name', async () => {
  const { assessment } = change('ruled', 1);
  await api.detect(change('ruled', 1, { assessment: { ...assessment, rulesVersion: 'impact-v0' } }));
  const { body } = await api.get(`/me/monitoring/changes/${change('ruled', 1).id}`, key.text);
  const { rulesVersion, method } = body['impactAssessment'] as Json;
  assert.equal([rulesVersion, method], ['impact-v0', 'deterministic']);
});

test('V-02 the token lookup is under /kyi/v1, and under no other version', async () => {
  for (const path of ['/kyi/tokens', '/kyi/v2/tokens', '/kyi/v1']) {
    assert.is((await api.get(path, key.text)).status, 404, path);
  }
});

test('V-04 a removal is announced 180 days ahead, in the answers themselves; nothing is announced now', async () => {
  const since = Date.UTC(2027, 0, 1);
  const route = testRoute({
    deprecation: { since, sunset: since + 180 * day, more: 'https://docs.example/changes' },
  });
  assert.equal(deprecationHeaders(route), {
    Deprecation: '@1798761600',
    Sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
    Link: '<https://docs.example/changes>; rel="deprecation"',
  });
  const hasty = { ...route, deprecation: { since, sunset: since + 179 * day, more: '' } };
  assert.throws(() => createRouter([hasty], api.dependencies), /180 days/);
  for (const { headers } of answers.values()) {
    assert.equal([headers['deprecation'], headers['sunset']], [undefined, undefined]);
  }
  const { body } = await api.send('GET', '/version');
  assert.match(String(body['version']), /^\d+\.\d+\.\d+/);
});

test.run();
