import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import Koa from 'koa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRouter, listenerOf } from '../../../../api/app.ts';
import { type AnswerKnownDependencies, createAnswerKnown } from '../../../../api/route/known/answer-known.ts';
import { createFastPath, type FastPathDependencies } from '../../../../api/route/known/fast-path.ts';
import { keepBody } from '../../../../api/route/known/kept-body.ts';
import type { KnownAnswer } from '../../../../api/route/known/known-answers.ts';
import { createQuota } from '../../../../api/route/keys/quota.ts';
import { closedObject, text } from '../../../../schemas/json-schema.ts';
import { createIdentifier } from '../../../../api/route/middleware/identity.ts';
import { routeRequests } from '../../../../api/route/middleware/route-requests.ts';
import type { RequestState } from '../../../../api/route/http/request-context.ts';
import type { KeyedRoute } from '../../../../api/route/route.ts';
import type { Principal } from '../../../../api/readmodel/principal.ts';
import { silent } from '../../../cli/harness.ts';
import {
  type Harness,
  leftOf,
  openHarness,
  type Reply,
  sendRequest,
  testConfig,
  testRoute,
  type TestKey,
  watchOne,
} from '../../harness.ts';
import { asset, day } from '../../records.ts';

let api: Harness;
let key: TestKey;

test.before(async () => {
  api = await openHarness({ config: { ...testConfig, rateLimit: { perMinute: 1_000, burst: 0 } } });
  key = await watchOne(api);
});
test.after(async () => {
  await api.close();
});

const lookup = `/kyi/v1/tokens?address=${asset(1).address}`;
const one = `/assets/${asset(1).chain}/${asset(1).address}`;

/** Headers that differ between answers, and the remaining quota. */
const own = ['x-request-id', 'date', 'ratelimit'];
const shared = ({ headers }: Reply): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));

test('G-20, G-22, G-27 an answer from memory has the status, headers and bytes of the first answer', async () => {
  for (const path of [lookup, one, '/assets?page_size=1', `${lookup}&more=1`]) {
    const first = await api.get(path, key.text);
    const second = await api.get(path, key.text);
    assert.is(first.status, 200, path);
    assert.is(second.status, 200, path);
    assert.equal(shared(second), shared(first), path);
    assert.is(second.text, first.text, path);
    assert.not.equal(second.headers['x-request-id'], first.headers['x-request-id']);
    assert.is(leftOf(second), leftOf(first) - 1, path);
  }
});

test('G-20 an unchanged poll is the same 304, whether the answer is cached or not', async () => {
  for (const path of [lookup, one, '/assets?page_size=1', '/me/monitoring/changes', '/me/watchlist']) {
    const first = await api.get(path, key.text);
    const headers = { 'if-none-match': String(first.headers['etag']) };
    const poll = (): Promise<Reply> => api.send('GET', path, { key: key.text, headers });
    // HEAD is never answered from memory.
    const made = await api.send('HEAD', path, { key: key.text, headers });
    const kept = await poll();
    assert.equal([made.status, kept.status], [304, 304], path);
    assert.equal(shared(kept), shared(made), path);
    assert.is(kept.text, '');
    assert.is(leftOf(kept), leftOf(first), path);
  }
});

test('G-19 a request id of the client’s and a trace come back and are logged', async () => {
  const headers = { 'x-request-id': 'mine-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  await api.get(lookup, key.text);
  const reply = await api.send('GET', lookup, { key: key.text, headers });
  assert.is(reply.headers['x-request-id'], 'mine-1');
  const lines = api.logged.filter((line) => line.includes('mine-1')).map((line) => JSON.parse(line) as object);
  assert.equal(
    lines.map((line) => ({ ...line, level: 0, time: 0, pid: 0, hostname: '', ms: 0 })),
    [
      {
        level: 0,
        time: 0,
        pid: 0,
        hostname: '',
        ms: 0,
        requestId: 'mine-1',
        operationId: 'lookUpToken',
        keyId: key.keyId,
        method: 'GET',
        status: 200,
        traceparent: headers.traceparent,
        msg: 'request answered',
      },
    ],
  );
});

test('A-26 a new record invalidates the cached answers of every URL with that asset', async () => {
  const paths = [lookup, one];
  for (const path of paths) await api.get(path, key.text);
  await api.declare(asset(1, { position: 70, name: 'Renamed since' }));
  for (const path of paths) assert.match((await api.get(path, key.text)).text, /Renamed since/);
});

test('K-02, K-05, K-15 cached answers are for active keys only', async () => {
  const leaving = await api.makeKey();
  assert.is((await api.get(lookup, leaving.text)).status, 200);
  assert.is((await api.get(lookup, leaving.text)).status, 200);
  assert.is((await api.get(lookup, otherSecretOf(leaving))).status, 401);
  assert.is((await api.send('GET', lookup)).status, 401);
  assert.is((await api.send('GET', lookup, { key: `Bearer ${leaving.text}` })).status, 401);
  await api.give(leaving.tenantId, 'key.revoke', { keyId: leaving.keyId });
  api.pass(4_000);
  assert.is((await api.get(lookup, leaving.text)).status, 401);
});

test('G-20 a client that accepts content codings gets a long answer compressed, cached or not', async () => {
  const long = asset(3, { position: 80, description: 'word '.repeat(400) });
  await api.declare(long);
  const path = `/kyi/v1/tokens?address=${long.address}`;
  for (let count = 0; count < 3; count += 1) {
    const plain = await api.get(path, key.text);
    const coded = await api.send('GET', path, { key: key.text, headers: { 'accept-encoding': 'br' } });
    assert.is(plain.headers['content-encoding'], undefined);
    assert.is(coded.headers['content-encoding'], 'br');
    assert.is(coded.headers['etag'], plain.headers['etag']);
  }
});

/** The same key id, another secret. */
const otherSecretOf = ({ text }: TestKey): string => `${text.slice(0, -1)}${text.endsWith('a') ? 'b' : 'a'}`;

const principal: Principal = { keyId: 'k', tenantId: 't', scopes: ['monitoring:read'] };
const known: KnownAnswer = { tag: '"t"', headers: {}, body: keepBody(Buffer.from('{"kept":true}'), undefined) };
const route = {
  operationId: 'sample',
  interface: 'B',
  method: 'GET',
  path: '/me/sample',
  scopes: ['monitoring:read'],
  restsOn: 'watches',
} as unknown as KeyedRoute;
const quota = createQuota({ perMinute: 1, burst: 0, now: () => 0 });
quota.take('used up');

type Parts = Omit<FastPathDependencies, 'answerKnown'> & AnswerKnownDependencies;

const dependencies: Parts = {
  admission: { enter: () => () => undefined, hasRoom: () => true, begin: () => never(), busy: () => false },
  keys: {
    lookupOf: () => 'none',
    find: () => principal,
    findKnown: () => principal,
    isActive: async () => true,
    principalOf: async () => principal,
  },
  knownAnswers: { find: () => known, keep: () => async () => undefined },
  quota: null,
};

const full = { ...dependencies.admission, hasRoom: () => false };

function never(): never {
  throw new Error('not to be called');
}

const authorization = 'Bearer attestry_k';
const taken: readonly (readonly [string, boolean, Partial<Parts>, Readonly<Record<string, string>>])[] = [
  ['a key that is known', true, {}, { authorization }],
  ['no key', false, {}, {}],
  ['a raw key where a bearer is asked for', false, {}, { authorization: 'attestry_k' }],
  [
    'a key that is not known, or not active',
    false,
    { keys: { ...dependencies.keys, findKnown: () => null } },
    { authorization },
  ],
  [
    'a key without the scope',
    false,
    { keys: { ...dependencies.keys, findKnown: () => ({ ...principal, scopes: [] }) } },
    { authorization },
  ],
  [
    'a key without quota',
    false,
    { quota, keys: { ...dependencies.keys, findKnown: () => ({ ...principal, keyId: 'used up' }) } },
    { authorization },
  ],
  ['a key with quota', true, { quota }, { authorization }],
  ['no room', false, { admission: full }, { authorization }],
  ['no room, and nothing that changed', true, { admission: full }, { authorization, 'if-none-match': 'W/"t"' }],
  ['nothing kept', false, { knownAnswers: { ...dependencies.knownAnswers, find: () => null } }, { authorization }],
  ['a condition that any answer meets', false, {}, { authorization, 'if-none-match': '*' }],
  ['a condition of many tags', false, {}, { authorization, 'if-none-match': `${'"x",'.repeat(300)}W/"t"` }],
  ['a condition that the answer meets', true, {}, { authorization, 'if-none-match': 'W/"t"' }],
  ['a body', false, {}, { authorization, 'content-length': '0' }],
];

/** The reply of a fast path that remembers a route; 418 if it leaves the request to the guard. */
async function askFastPath(
  overrides: Partial<Parts>,
  remembered: KeyedRoute,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const parts = { ...dependencies, ...overrides };
  const fastPath = createFastPath({ ...parts, answerKnown: createAnswerKnown(parts) });
  fastPath.remember('/me/sample', remembered);
  const identifier = createIdentifier({
    requestIds: () => 'id',
    clock: () => 0,
    logger: silent,
    answered: () => undefined,
    https: false,
  });
  const server = createServer((asked, response) => {
    if (!fastPath.answer(asked, response, identifier)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reply = await sendRequest(port, 'GET', '/me/sample', { headers });
  server.close();
  server.closeAllConnections();
  return reply;
}

for (const [name, isTaken, overrides, headers] of taken) {
  test(`${isTaken ? 'answers' : 'leaves to the guard'}: ${name}`, async () => {
    const { status } = await askFastPath(overrides, route, headers);
    assert.is(status, isTaken ? (headers['if-none-match'] === undefined ? 200 : 304) : 418);
  });
}

const deprecation = { since: 0, sunset: 200 * day, more: 'https://docs.example/changes' };
const announced = '<https://docs.example/changes>; rel="deprecation"';
const paged = '<http://registry.test/old?page=2>; rel="next"';

test('V-04 a deprecated route keeps the links of its answers, cached or not', async () => {
  const kept = { ...dependencies.knownAnswers, find: () => ({ ...known, headers: { Link: paged } }) };
  for (const condition of ['', 'W/"t"']) {
    const headers = { authorization, 'if-none-match': condition };
    const reply = await askFastPath({ knownAnswers: kept }, { ...route, deprecation }, headers);
    assert.equal([reply.headers['link'], reply.headers['deprecation']], [`${announced}, ${paged}`, '@0']);
  }
  const old = testRoute({
    restsOn: 'registry',
    query: { parameters: {}, unknown: 'ignore' },
    responses: { 200: { description: 'ok', schema: closedObject({ name: text }), headers: ['Link'] } },
    deprecation,
    handle: () => ({ status: 200, headers: { Link: paged }, bytes: Buffer.from('{"name":"x"}') }),
  });
  const app = new Koa<RequestState>();
  app.use(async (ctx, next) => {
    ctx.state.requestId = 'id';
    await next();
  });
  app.use(routeRequests(createRouter([old], api.dependencies)));
  const server = createServer(listenerOf(app));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The first comes from the handler, the others from memory; one of them is a 304.
  for (const condition of [undefined, undefined, 'etag']) {
    const first = await sendRequest(port, 'GET', '/old', { key: key.text });
    const headers = condition === undefined ? {} : { 'if-none-match': String(first.headers['etag']) };
    const reply = await sendRequest(port, 'GET', '/old', { key: key.text, headers });
    assert.is(reply.status, condition === undefined ? 200 : 304);
    assert.equal([reply.headers['link'], reply.headers['deprecation']], [`${announced}, ${paged}`, '@0']);
  }
  server.close();
  server.closeAllConnections();
});

test('cached requests are answered before the framework, in the mounted service', async () => {
  const framework = mock.method(Koa.prototype, 'createContext').mock;
  const asked = (): number => framework.callCount();
  try {
    for (const path of [lookup, one, '/assets?page_size=1', '/me/monitoring/changes', '/me/watchlist']) {
      const first = await api.get(path, key.text);
      const before = asked();
      assert.is((await api.get(path, key.text)).status, 200);
      const headers = { 'if-none-match': String(first.headers['etag']) };
      assert.is((await api.send('GET', path, { key: key.text, headers })).status, 304);
      assert.is(asked(), before, path);
    }
  } finally {
    framework.restore();
  }
});

test.run();
