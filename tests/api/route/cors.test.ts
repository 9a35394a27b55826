/** Scripts of other origins. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApi } from '../../../api/app.ts';
import { openPages, type PagesHarness, visit, oneBase } from '../../explorer/harness.ts';
import { sendRequest, testConfig, type TestKey } from '../harness.ts';
import { asset } from '../records.ts';

const app = 'https://app.example';
const other = 'https://other.example';
let api: PagesHarness;
let key: TestKey;
test.before(async () => {
  api = await openPages({ config: { ...testConfig, ...oneBase, corsOrigins: [app, 'http://localhost:5173'] } });
  await api.declare(asset(1));
  key = await api.makeKey();
});
test.after(() => api.close());

const allowed = 'access-control-allow-origin';
const cors = (headers: object): readonly string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

test('G-21 FD-17 a preflight of a listed origin passes without a key, and another has no header', async () => {
  const preflight = (origin: string, path: string) =>
    api.send('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'PATCH' } });
  for (const path of ['/me/watchlist', '/me/watchlist/x', '/assets', '/kyi/v1/tokens?address=x', '/me/key/rotate']) {
    const { status, headers } = await preflight(app, path);
    assert.equal([status, headers[allowed]], [204, app], path);
    assert.match(headers['access-control-allow-methods'] ?? '', /PATCH/);
    assert.match(headers['access-control-allow-headers'] ?? '', /Authorization.*Content-Type.*If-None-Match/);
    assert.is(headers['access-control-allow-credentials'], undefined);
    assert.equal(cors((await preflight(other, path)).headers), [], path);
    assert.equal(cors((await preflight('null', path)).headers), [], path);
  }
});

test('G-20 G-21 answers and refusals name the origin, expose the documented headers and vary by it', async () => {
  const headers = { origin: app };
  const first = await api.send('GET', '/me/watchlist', { key: key.text, headers });
  const known = await api.send('GET', '/me/watchlist', { key: key.text, headers });
  const condition = { ...headers, 'if-none-match': String(first.headers['etag']) };
  const unchanged = await api.send('GET', '/me/watchlist', { key: key.text, headers: condition });
  const refused = await api.send('GET', '/me/watchlist', { headers });
  const unknown = await api.send('GET', '/me/nothing', { headers });
  assert.equal(
    [first, known, unchanged, refused, unknown].map(({ status }) => status),
    [200, 200, 304, 401, 404],
  );
  for (const reply of [first, known, unchanged, refused, unknown]) {
    assert.is(reply.headers[allowed], app);
    assert.match(reply.headers['access-control-expose-headers'] ?? '', /ETag.*RateLimit.*Retry-After.*Link/);
    assert.match(reply.headers.vary ?? '', /Origin/);
  }
  const foreign = await api.send('GET', '/me/watchlist', { key: key.text, headers: { origin: other } });
  assert.equal([foreign.status, cors(foreign.headers)], [200, []]);
  assert.match(foreign.headers.vary ?? '', /Origin/);
});

test('G-21 FD-17 pages and other paths answer no other origin; the open documents stay open', async () => {
  const pages = ['/', '/signin', '/changes', '/verified-assets/x/y', '/account', '/docs', '/livez', '/medium'];
  for (const path of pages) assert.equal(cors((await visit(api, path, { origin: app })).headers), [], path);
  for (const path of ['/status.json', '/openapi.json']) {
    assert.is((await api.send('GET', path, { headers: { origin: other } })).headers[allowed], '*', path);
  }
});

test('without configured origins no answer has a header of CORS', async () => {
  const server = createServer(createApi({ ...api.dependencies, config: testConfig }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await sendRequest(port, method, '/me/watchlist', { key: key.text, headers: { origin: app } });
    assert.equal(cors(headers), [], method);
    assert.not.match(headers.vary ?? '', /Origin/);
  }
  server.closeAllConnections();
  server.close();
});

test.run();
