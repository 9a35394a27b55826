import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDesk, type DeskDependencies } from '../../api/guard/desk.ts';
import type { KnownAnswer } from '../../api/guard/known-answers.ts';
import { createQuota } from '../../api/guard/quota.ts';
import { createIdentifier } from '../../api/middleware/identity.ts';
import type { KeyedRoute, Principal } from '../../api/route.ts';
import { createLogger } from '../../infra/logger.ts';
import { type Harness, openHarness, type Reply, type TestKey } from './harness.ts';
import { asset, assetId, change } from './records.ts';

let api: Harness;
let key: TestKey;

test.before(async () => {
  api = await openHarness({
    config: {
      baseUrl: 'http://registry.test',
      explorerUrl: 'http://explorer.test',
      publicPageBase: 'http://pages.test',
      checkResponses: true,
      rateLimit: { perMinute: 1_000, burst: 0 },
    },
  });
  await api.declare(asset(1), asset(2));
  key = await api.makeKey();
  await api.watch(key, assetId(1));
  await api.detect(change('first', 1));
});
test.after(async () => {
  await api.close();
});

const lookup = `/kyi/v1/tokens?address=${asset(1).address}`;
const one = `/assets/${asset(1).chain}/${asset(1).address}`;

/** Headers that no two answers have in common, and what the quota has left. */
const own = ['x-request-id', 'date', 'ratelimit'];
const shared = ({ headers }: Reply): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
const left = ({ headers }: Reply): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

test('G-20, G-22, G-27 what is answered from memory has the status, headers and bytes of the first answer', async () => {
  for (const path of [lookup, one, '/assets?page_size=1', `${lookup}&more=1`]) {
    const first = await api.get(path, key.text);
    const second = await api.get(path, key.text);
    assert.is(first.status, 200, path);
    assert.is(second.status, 200, path);
    assert.equal(shared(second), shared(first), path);
    assert.is(second.text, first.text, path);
    assert.not.equal(second.headers['x-request-id'], first.headers['x-request-id']);
    assert.is(left(second), left(first) - 1, path);
  }
});

test('G-20 an unchanged poll is the same 304, whether the answer is kept or has to be made', async () => {
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
    assert.is(left(kept), left(first), path);
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
        ...{ level: 0, time: 0, pid: 0, hostname: '', ms: 0, requestId: 'mine-1', operationId: 'lookUpToken' },
        ...{ keyId: key.keyId, method: 'GET', status: 200, traceparent: headers.traceparent, msg: 'request answered' },
      },
    ],
  );
});

test('A-26 a record that comes in replaces what was kept, of every URL that told of it', async () => {
  const paths = [lookup, one];
  for (const path of paths) await api.get(path, key.text);
  await api.declare(asset(1, { position: 70, name: 'Renamed since' }));
  for (const path of paths) assert.match((await api.get(path, key.text)).text, /Renamed since/);
});

test('K-02, K-05, K-15 a kept answer is for active keys alone', async () => {
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

test('G-20 a client that reads codings is sent a long answer in one, kept or not', async () => {
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
const known: KnownAnswer = { tag: '"t"', headers: {}, bytes: Buffer.from('{"kept":true}') };
const route = {
  operationId: 'sample',
  interface: 'B',
  method: 'GET',
  path: '/me/sample',
  scopes: ['monitoring:read'],
  restsOn: 'watches',
} as unknown as KeyedRoute;
const quota = createQuota({ perMinute: 1, burst: 0 });
quota.take('used up');

const dependencies: DeskDependencies = {
  admission: { enter: () => () => undefined, hasRoom: () => true, begin: () => never(), busy: () => false },
  keys: { knows: () => true, find: () => principal, findKnown: () => principal, isActive: async () => true },
  knownAnswers: { find: () => known, watch: () => async () => undefined },
  quota: null,
};

function never(): never {
  throw new Error('not to be called');
}

const authorization = 'Bearer attestry_k';
const taken: readonly (readonly [string, boolean, Partial<DeskDependencies>, Readonly<Record<string, string>>])[] = [
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
  ['no room', false, { admission: { ...dependencies.admission, hasRoom: () => false } }, { authorization }],
  ['nothing kept', false, { knownAnswers: { ...dependencies.knownAnswers, find: () => null } }, { authorization }],
  ['a condition that any answer meets', false, {}, { authorization, 'if-none-match': '*' }],
  ['a condition of many tags', false, {}, { authorization, 'if-none-match': `${'"x",'.repeat(300)}W/"t"` }],
  ['a condition that the answer meets', true, {}, { authorization, 'if-none-match': 'W/"t"' }],
  ['a body', false, {}, { authorization, 'content-length': '0' }],
];

for (const [name, isTaken, overrides, headers] of taken) {
  test(`${isTaken ? 'answers' : 'leaves to the guard'}: ${name}`, async () => {
    const desk = createDesk({ ...dependencies, ...overrides });
    desk.remember('/me/sample', route);
    const identifier = createIdentifier({
      requestIds: () => 'id',
      clock: () => 0,
      logger: createLogger({ level: 'silent', destination: { write: () => undefined } }),
      answered: () => undefined,
      https: false,
    });
    const server = createServer((asked, response) => {
      if (!desk.answer(asked, response, identifier)) response.writeHead(418).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const status = await new Promise((resolve, reject) => {
      const sent = request({ port, path: '/me/sample', headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once('error', reject);
      sent.end();
    });
    server.close();
    assert.is(status, isTaken ? (headers['if-none-match'] === undefined ? 200 : 304) : 418);
  });
}

test.run();
