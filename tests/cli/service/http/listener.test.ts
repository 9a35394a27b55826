import {
  Agent,
  createServer,
  get,
  type Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerOptions,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Listener, httpLimits, openListener } from '../../../../cli/service/http/listener.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

const server = createServer();
let door: Listener;
test.before(async () => {
  door = openListener(server, { hosts: new Set(['registry.example']), https: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
test.after(() => {
  server.closeAllConnections();
  server.close();
});

const read = (path: string, host = 'localhost', more: OutgoingHttpHeaders = {}, of = server): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { port } = of.address() as AddressInfo;
    get({ port, host: '127.0.0.1', path, headers: { host, ...more } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => void (text += chunk.toString('utf8')));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: JSON.parse(text) as Reply['body'],
        }),
      );
    }).on('error', reject);
  });

const envelope = { message: 'The service is starting; try again later', error: 'Service Unavailable', statusCode: 503 };

test('G-05, G-23 before there is anything to serve, refusals are in the envelope of their interface', async () => {
  assert.equal((await read('/livez')).body, { status: 'ok' });
  assert.equal((await read('/livez?probe=1')).status, 200);
  const ready = await read('/readyz');
  assert.equal([ready.status, ready.body], [503, { status: 'failing', failing: ['the service is starting'] }]);
  const a = await read('/assets?page_size=1');
  assert.equal([a.status, a.body], [503, envelope]);
  const b = await read('/me/watchlist');
  const { requestId, ...body } = b.body;
  assert.equal(body, { code: 'upstream_unavailable', ...envelope });
  assert.is(requestId, b.headers['x-request-id']);
});

test('G-01, G-19, G-27 answers of the listener itself have the headers of every answer', async () => {
  for (const [path, host, status] of [
    ['/assets', 'localhost', 503],
    ['/livez', 'localhost', 200],
    ['/assets', 'page.example', 421],
    ['/assets', 'registry.example', 503],
  ] as const) {
    const { headers, ...reply } = await read(path, host);
    assert.is(reply.status, status, `${host}${path}`);
    assert.is(headers['content-type'], 'application/json; charset=utf-8');
    assert.is(headers['x-content-type-options'], 'nosniff');
    assert.is(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
    assert.is(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['x-request-id']), /^req_[0-9a-f]{32}$/);
    assert.is(headers['retry-after'], status === 503 ? '1' : undefined);
  }
});

/** A request with two Host headers, which only raw bytes can express. */
const nameTwoHosts = (of: Server, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect((of.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write(`GET /assets HTTP/1.1\r\nHost: localhost\r\nHost: page.example\r\n${line}\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (chunk: Buffer) => void (text += chunk.toString('utf8')));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });

test('G-19 answers of the listener itself keep a valid request id, and generate one otherwise', async () => {
  for (const [path, host, status] of [
    ['/assets', 'localhost', 503],
    ['/readyz', 'localhost', 503],
    ['/livez', 'localhost', 200],
    ['/assets', 'page.example', 421],
  ] as const) {
    const kept = await read(path, host, { 'x-request-id': 'mine-1' });
    assert.equal([kept.status, kept.headers['x-request-id']], [status, 'mine-1']);
    const made = await read(path, host, { 'x-request-id': 'not sensible' });
    assert.match(String(made.headers['x-request-id']), /^req_[0-9a-f]{32}$/);
  }
  const b = await read('/me/watchlist', 'localhost', { 'x-request-id': 'mine-2' });
  assert.is(b.body['requestId'], 'mine-2');
  const twice = await nameTwoHosts(server, 'X-Request-Id: mine-3');
  assert.match(twice, /^HTTP\/1\.1 400 /);
  assert.match(twice, /\r\nX-Request-Id: mine-3\r\n/);
});

test('G-27 where clients use https, the listener sends Strict-Transport-Security', async () => {
  const secure = createServer();
  openListener(secure, { hosts: new Set(), https: true });
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const expected = 'max-age=31536000; includeSubDomains';
  for (const host of ['localhost', 'page.example']) {
    assert.is((await read('/assets', host, {}, secure)).headers['strict-transport-security'], expected);
    assert.is((await read('/assets', host)).headers['strict-transport-security'], undefined);
  }
  assert.match(await nameTwoHosts(secure, 'X: y'), new RegExp(`Strict-Transport-Security: ${expected}`));
  secure.closeAllConnections();
  secure.close();
});

test('from then on the served handler answers', async () => {
  door.serve((_, response) => response.end('{"served":true}'));
  assert.equal((await read('/assets')).body, { served: true });
  assert.is((await read('/assets', 'page.example')).status, 421);
});

/** A server with limits like those of the listener, and an agent with one connection to it. */
async function kept(limits: ServerOptions) {
  const own = createServer(limits, (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (): Promise<{ readonly reused: boolean; readonly keepAlive: string }> =>
    new Promise((resolve, reject) => {
      const call = get({ port: (own.address() as AddressInfo).port, host: '127.0.0.1', agent }, (response) => {
        response.resume();
        const keepAlive = String(response.headers['keep-alive']);
        response.on('end', () => resolve({ reused: call.reusedSocket, keepAlive }));
      }).on('error', reject);
    });
  const end = (): void => {
    agent.destroy();
    own.closeAllConnections();
    own.close();
  };
  return { ask, end };
}

test('a kept connection outlives the idle minute of load balancers, and the headers timeout', async () => {
  const real = await kept(httpLimits);
  assert.is((await real.ask()).keepAlive, 'timeout=65');
  real.end();
  // The same limits, a hundred times shorter.
  const hundredth = (ms: number | undefined): number => (ms ?? 0) / 100;
  const fast = await kept({
    headersTimeout: hundredth(httpLimits.headersTimeout),
    requestTimeout: hundredth(httpLimits.requestTimeout),
    connectionsCheckingInterval: hundredth(httpLimits.connectionsCheckingInterval),
    keepAliveTimeout: 5_000,
  });
  await fast.ask();
  await wait(600);
  assert.is((await fast.ask()).reused, true);
  fast.end();
});

test.run();
