import { createServer, get, type Server, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Listener, frontOptions, openListener } from '../../../../cli/service/http/listener.ts';
import { httpLimits } from '../../../../infra/http/http-limits.ts';
import { sendRaw, statusesIn } from '../../../process/raw-sockets.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

const server = createServer(frontOptions);
let opened: Listener;
test.before(async () => {
  opened = openListener(server, { hosts: new Set(['registry.example']), https: false });
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

test('G-25, G-26 a host that is not served has a code below /me, and the three members elsewhere', async () => {
  const b = await read('/me/watchlist', 'page.example');
  assert.equal([b.status, b.body['code'], b.body['statusCode']], [421, 'invalid_parameter', 421]);
  assert.is(b.body['requestId'], b.headers['x-request-id']);
  const a = await read('/assets', 'page.example');
  assert.equal([a.status, Object.keys(a.body)], [421, ['message', 'error', 'statusCode']]);
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

/** Targets as bytes of a request line, and the answer: the path that is served, or a refusal. */
const targets: readonly (readonly [target: string, host: string, answer: number | string])[] = [
  ['/assets', 'localhost', '/assets'],
  ['//assets', 'localhost', '//assets'],
  ['//a@b/assets', 'localhost', '//a@b/assets'],
  ['http://localhost/assets?x=1', 'localhost', '/assets?x=1'],
  ['HTTPS://registry.example/assets', 'localhost', '/assets'],
  ['http://localhost:8080', 'localhost', '/'],
  ['http://localhost?x', 'localhost', '/?x'],
  // The host of the target counts, not that of the header (RFC 9112, 3.2.2).
  ['http://registry.example/assets', 'page.example', '/assets'],
  ['http://page.example/assets', 'localhost', 421],
  ['http://localhost@page.example/assets', 'localhost', 400],
  ['http://[/x', 'localhost', 400],
  ['http://xn--/', 'localhost', 400],
  ['http://', 'localhost', 400],
  ['http:///x', 'localhost', 400],
  ['http:/assets', 'localhost', 400],
  ['http:assets', 'localhost', 400],
  ['ftp://localhost/assets', 'localhost', 400],
  ['file:///etc/passwd', 'localhost', 400],
  ['javascript:1', 'localhost', 400],
  ['assets', 'localhost', 400],
  ['*', 'localhost', 400],
  ['?x', 'localhost', 400],
  ['/assets#x', 'localhost', 400],
  ['//a@[/x#', 'localhost', 400],
  ['//a@[/x\u00a0', 'localhost', 400],
  ['/\u00e4', 'localhost', 400],
];

test('G-18, G-27 a target that is no path is 400 in the envelope; an absolute one is taken by its path', async () => {
  const own = createServer(frontOptions);
  const listener = openListener(own, { hosts: new Set(['registry.example']), https: false });
  listener.serve((request, response) => response.end(`served ${request.url ?? ''}`));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const { port } = own.address() as AddressInfo;
  for (const [target, host, expected] of targets) {
    const bytes = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const { text } = await sendRaw(port, bytes);
    if (typeof expected === 'string') {
      assert.equal(
        [statusesIn(text), text.endsWith(`\r\n\r\nserved ${expected}`)],
        [[200], true],
        `${target}: ${text}`,
      );
    } else assertEnvelope(text, expected, target);
  }
  own.closeAllConnections();
  own.close();
});

/** Requests that the parser of the server refuses, or that it answers by itself. */
const unparsed: readonly (readonly [bytes: string, status: number])[] = [
  ['GET /livez HTTP/1.1\r\n\r\n', 400],
  ['GET /livez HTTP/3.7\r\nHost: localhost\r\n\r\n', 400],
  ['nonsense\r\n\r\n', 400],
  ['GET /livez HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n', 400],
  ['POST /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: +1\r\n\r\n', 400],
  [`GET /livez HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
  ['GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n', 417],
];

test('R-43 G-01, G-19, G-27 what the parser refuses is answered in the envelope, too', async () => {
  const { port } = server.address() as AddressInfo;
  for (const [bytes, status] of unparsed) {
    const { text } = await sendRaw(port, bytes);
    assertEnvelope(text, status, bytes.slice(0, 80));
  }
  const first = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n';
  assert.equal(statusesIn((await sendRaw(port, `${first}nonsense\r\n\r\n`)).text), [200, 400]);
});

test('G-25 what the parser refuses on a path of B has the members of B', async () => {
  const { port } = server.address() as AddressInfo;
  for (const [line, status, code] of [
    [`X: ${'a'.repeat(20_000)}`, 431, 'payload_too_large'],
    [Array.from({ length: 3_000 }, (_, n) => `X${n}:a`).join('\r\n'), 431, 'payload_too_large'],
    ['X: a\0b', 400, 'invalid_parameter'],
  ] as const) {
    const { text } = await sendRaw(port, `GET /me/watchlist HTTP/1.1\r\nHost: localhost\r\n${line}\r\n\r\n`);
    assert.equal(statusesIn(text), [status]);
    const body = JSON.parse(text.slice(text.indexOf('{'))) as Readonly<Record<string, unknown>>;
    assert.equal([body['code'], body['statusCode']], [code, status]);
    assert.match(text, `\r\nX-Request-Id: ${String(body['requestId'])}\r\n`);
  }
});

test('bytes that cannot be parsed after an answer began do not go into that answer', async () => {
  const own = createServer(frontOptions);
  openListener(own, { hosts: null, https: false }).serve((_, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('begun');
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const bytes = 'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\nnonsense\r\n\r\n';
  const { text } = await sendRaw((own.address() as AddressInfo).port, bytes);
  assert.not.match(text, /400/);
  own.closeAllConnections();
  own.close();
});

function assertEnvelope(text: string, status: number, what: string): void {
  assert.equal(statusesIn(text), [status], `${what}: ${text}`);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  assert.match(head, /\r\nX-Request-Id: req_[0-9a-f]{32}(\r\n|$)/, what);
  assert.match(head, /\r\nContent-Type: application\/json; charset=utf-8(\r\n|$)/, what);
  assert.match(head, /\r\nX-Content-Type-Options: nosniff(\r\n|$)/, what);
  const parsed = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)) as Readonly<
    Record<string, unknown>
  >;
  assert.equal(Object.keys(parsed), ['message', 'error', 'statusCode'], what);
  assert.is(parsed['statusCode'], status, what);
}

test('K-05 a second Authorization header is 400, in the envelope of the interface', async () => {
  const { port } = server.address() as AddressInfo;
  for (const [path, second] of [
    ['/assets', 'authorization: b'],
    ['/assets', 'AUTHORIZATION:'],
    ['/me/watchlist', 'Authorization: Bearer b'],
  ] as const) {
    const bytes = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\n${second}\r\n\r\n`;
    const { text } = await sendRaw(port, bytes);
    assert.equal(statusesIn(text), [400], text);
    assert.match(text, /"The Authorization header is given twice"/);
    assert.is(text.includes('"code":"invalid_parameter"'), path.startsWith('/me'));
  }
});

test('from then on the served handler answers', async () => {
  opened.serve((_, response) => response.end('{"served":true}'));
  assert.equal((await read('/assets')).body, { served: true });
  assert.is((await read('/assets', 'page.example')).status, 421);
});

test('a kept connection outlives the idle minute of load balancers, and its answers state it', async () => {
  assert.ok((httpLimits.keepAliveTimeout ?? 0) > 60_000);
  const own = createServer(httpLimits, (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  assert.is((await read('/', 'localhost', { connection: 'keep-alive' }, own)).headers['keep-alive'], 'timeout=65');
  own.closeAllConnections();
  own.close();
});

test.run();
