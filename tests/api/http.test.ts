import { Agent, createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApi } from '../../api/app.ts';
import { RetryableError } from '../../infra/errors.ts';
import { type Harness, openHarness, type TestKey } from './harness.ts';
import { sendRaw as sendBytes } from '../process/raw-sockets.ts';
import { asset, assetId } from './records.ts';

let api: Harness;
let key: TestKey;
let failure = new Error('none');

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  await api.declare(asset(1));
});
test.after(async () => {
  await api.close();
});

const errorOfA = (statusCode: number, error: string, message: string) => ({ message, error, statusCode });

test('G-05 unknown paths are 404 in the envelope of their interface', async () => {
  const a = await api.send('GET', '/nowhere', { key: key.text });
  assert.is(a.status, 404);
  assert.equal(a.body, errorOfA(404, 'Not Found', 'Route not found'));
  const b = await api.send('GET', '/me/nowhere');
  assert.is(b.status, 404);
  assert.is(b.body['code'], 'not_found');
  assert.is(b.body['requestId'], b.headers['x-request-id']);
});

test('G-06 a known path with another method is 405 and lists the allowed ones', async () => {
  for (const method of ['PUT', 'PROPFIND', 'DELETE', 'TRACE']) {
    const reply = await api.send(method, '/assets', { key: key.text });
    assert.is(reply.status, 405, method);
    assert.is(reply.headers['allow'], 'GET, HEAD, OPTIONS');
    assert.equal(reply.body, errorOfA(405, 'Method Not Allowed', 'Method Not Allowed'));
  }
  const b = await api.send('PUT', '/me/watchlist');
  assert.is(b.status, 405);
  assert.is(b.body['code'], 'method_not_allowed');
  assert.is(b.headers['allow'], 'GET, HEAD, OPTIONS, POST');
  assert.is((await api.send('GET', '/me/watchlist/x')).headers['allow'], 'DELETE, OPTIONS, PATCH');
});

test('G-06 a path with a name of its own has the methods of that name, not those of an id in its place', async () => {
  assert.is((await api.send('OPTIONS', '/me/watchlist/batch')).headers['allow'], 'OPTIONS, POST');
  for (const method of ['PATCH', 'DELETE']) {
    const reply = await api.send(method, '/me/watchlist/batch', { key: key.text });
    assert.is(reply.status, 405, method);
    assert.is(reply.headers['allow'], 'OPTIONS, POST');
  }
});

test('G-07 paths are case-sensitive, one slash at the end is tolerated, two at the start are not', async () => {
  assert.is((await api.get('/ASSETS', key.text)).status, 404);
  assert.is((await api.get('/assets/', key.text)).status, 200);
  assert.is((await api.get('/assets//', key.text)).status, 404);
  assert.is((await api.get('//assets', key.text)).status, 404);
});

test('G-08 … G-10 bodies that are not a JSON object are refused with our own messages', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"assetId":', 'Request body is not valid JSON'],
    ['nonsense', 'Request body is not valid JSON'],
    ['"text"', 'The body must be an object'],
    ['null', 'The body must be an object'],
    ['5', 'The body must be an object'],
    ['true', 'The body must be an object'],
    ['', 'A JSON request body is required'],
    ['[]', 'The body must be an object'],
    [`[{"assetId":"${assetId(1)}"}]`, 'The body must be an object'],
    ['{}', 'body must have exactly one of assetId, caip19, address'],
  ];
  for (const [body, message] of cases) {
    const reply = await api.send('POST', '/me/watchlist', { key: key.text, body });
    assert.is(reply.status, 400, body);
    assert.is(reply.body['code'], 'invalid_parameter', body);
    assert.is(reply.body['message'], message);
  }
  const missing = await api.send('POST', '/me/watchlist', { key: key.text });
  assert.is(missing.status, 400);
  for (const body of ['[]', '[{"note":"n"}]', '"n"', 'null', '']) {
    const patched = await api.send('PATCH', `/me/watchlist/${assetId(9)}`, { key: key.text, body });
    assert.equal([patched.status, patched.body['code']], [400, 'invalid_parameter'], `PATCH ${body}`);
  }
  const batch = await api.send('POST', '/kyi/v1/tokens/batch', { key: key.text, body: '[]' });
  assert.equal(batch.body, errorOfA(400, 'Bad Request', 'The body must be an object'));
  const chunked = await api.send('POST', '/me/watchlist', {
    key: key.text,
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
  });
  assert.is(chunked.status, 400);
  assert.is(chunked.body['message'], 'A JSON request body is required');
});

test('G-11 other media types are 415; merge-patch is accepted on PATCH only; bodies of GET and DELETE are ignored', async () => {
  const body = JSON.stringify({ assetId: assetId(1) });
  const withType = (method: string, path: string, type: string) =>
    api.send(method, path, { key: key.text, body, headers: { 'content-type': type } });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json', '', 'nonsense']) {
    const reply = await withType('POST', '/me/watchlist', type);
    assert.is(reply.status, 415, type);
    assert.is(reply.body['code'], 'unsupported_media_type');
  }
  assert.is((await withType('POST', '/me/watchlist', 'application/merge-patch+json')).status, 415);
  const untyped = await sendUntyped(body);
  assert.match(untyped, /^HTTP\/1\.1 415 /);
  assert.is((await withType('POST', '/me/watchlist', 'Application/JSON; charset=utf-8')).status, 201);
  const patch = await api.send('PATCH', `/me/watchlist/${assetId(9)}`, {
    key: key.text,
    body: { note: 'x' },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  assert.is(patch.status, 404);
  assert.is((await withType('GET', '/me/watchlist', 'text/plain')).status, 200);
  assert.is((await withType('DELETE', `/me/watchlist/${assetId(9)}`, 'text/plain')).status, 404);
});

/** Sends an addition without a content type; returns the raw answer. */
async function sendUntyped(body: string): Promise<string> {
  const socket = connect(api.port, '127.0.0.1');
  const head = [
    'POST /me/watchlist HTTP/1.1',
    'Host: registry.test',
    'Connection: close',
    `Authorization: Bearer ${key.text}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

test('G-12 16 KiB are accepted, a byte more is 413', async () => {
  const most = 16 * 1024;
  const bodyOf = (bytes: number) => `{"assetId":"${assetId(404)}"}`.padEnd(bytes, ' ');
  const post = (body: string) => api.send('POST', '/me/watchlist', { key: key.text, body });
  assert.is((await post(bodyOf(most))).status, 404);
  const refused = await post(bodyOf(most + 1));
  assert.equal([refused.status, refused.body['code']], [413, 'payload_too_large']);
  assert.is((await post(JSON.stringify({ assetId: 'x'.repeat(20_000) }))).status, 413);
});

test('G-12, G-13 a compressed body is 415 unread, broken or whole, small or a bomb, and the process lives on', async () => {
  for (const size of [2, 33_000, 40_000, 50_000, 100_000, 5_000_000]) {
    const gzip = gzipSync(Buffer.alloc(size, ' '));
    const brokenGzip = Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8, 7)]);
    const deflate = deflateSync(Buffer.alloc(size, ' '));
    const brokenDeflate = Buffer.concat([deflate.subarray(0, -4), Buffer.alloc(4, 7)]);
    const bodies = [['gzip', gzip] as const, ['gzip', brokenGzip] as const, ['deflate', brokenDeflate] as const];
    for (const [encoding, body] of bodies) {
      const headers = { 'content-encoding': encoding };
      const reply = await api.send('PATCH', `/me/watchlist/${assetId(9)}`, { key: key.text, body, headers });
      assert.equal([reply.status, reply.headers['accept-encoding']], [415, 'identity'], `${encoding} ${size}`);
    }
  }
  assert.is((await api.send('GET', '/livez')).status, 200);
});

test('G-12 a connection whose body was too large serves the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = Buffer.alloc(200_000, ' ');
  const sent = (headers: Readonly<Record<string, string>>) =>
    api.send('POST', '/me/watchlist', { key: key.text, body, headers, agent });
  assert.is((await sent({})).status, 413);
  assert.is((await api.send('GET', '/livez', { agent })).status, 200);
  assert.is((await sent({ 'transfer-encoding': 'chunked' })).status, 413);
  assert.is((await api.send('GET', '/livez', { agent })).status, 200);
  agent.destroy();
});

test('G-13 every content encoding but identity is 415 and names what is accepted', async () => {
  const known = Buffer.from(JSON.stringify({ assetId: assetId(404) }));
  const encoded = (encoding: string, body: Buffer) =>
    api.send('POST', '/me/watchlist', { key: key.text, body, headers: { 'content-encoding': encoding } });
  const refused = [
    ...[
      ['gzip', gzipSync(known)] as const,
      ['GZIP', gzipSync(known)] as const,
      ['deflate', deflateSync(known)] as const,
    ],
    ...[['br', brotliCompressSync(known)] as const, ['made-up', known] as const, ['gzip, gzip', known] as const],
    ...[['gzip', Buffer.from('not gzip')] as const, ['identity, gzip', known] as const],
  ];
  for (const [encoding, body] of refused) {
    const { status, headers, body: answer } = await encoded(encoding, body);
    assert.equal(
      [status, headers['accept-encoding'], answer['code'], answer['message']],
      [415, 'identity', 'unsupported_media_type', 'Send the request body without a content encoding'],
      encoding,
    );
  }
  for (const encoding of ['identity', 'Identity']) assert.is((await encoded(encoding, known)).status, 404, encoding);
});

/** Writes a raw request to a socket and returns all bytes of the answer; `then` may write more or cut the connection. */
async function sendRaw(
  head: readonly string[],
  body: Buffer,
  then: (socket: Socket) => Promise<void> | void = () => undefined,
): Promise<string> {
  const socket = connect(api.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const lines = ['POST /me/watchlist HTTP/1.1', 'Host: registry.test', `Authorization: Bearer ${key.text}`, ...head];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  await then(socket);
  await closed;
  return Buffer.concat(chunks).toString('utf8');
}

test('hostile bodies over sockets are refused or dropped, and the process lives on', async () => {
  const json = ['Connection: close', 'Content-Type: application/json'];
  const chunked = [...json, 'Transfer-Encoding: chunked'];
  const broken = Buffer.concat([gzipSync(Buffer.alloc(100_000, ' ')).subarray(0, -8), Buffer.alloc(8, 7)]);
  const chunk = Buffer.from(`1000\r\n${' '.repeat(0x1000)}\r\n`);
  /** A request after which the server has read what was sent before. */
  const serverTurn = (): Promise<unknown> => api.send('GET', '/livez');
  const endless = async (socket: Socket): Promise<void> => {
    for (let sent = 0; sent < 500 && !socket.destroyed && socket.bytesRead === 0; sent += 1) {
      socket.write(chunk);
      await serverTurn();
    }
  };
  const cut = async (socket: Socket): Promise<void> => {
    await serverTurn();
    socket.destroy();
  };
  const length = (bytes: number): string => `Content-Length: ${bytes}`;
  const deep = Buffer.from(`{"assetId":${'['.repeat(8_000)}${']'.repeat(8_000)}}`);
  const odd = Buffer.from(`{"assetId":"${assetId(404)}"}`, 'utf16le');
  const cases: readonly (readonly [string, Promise<string>, RegExp])[] = [
    ['compressed', sendRaw([...json, 'Content-Encoding: gzip', length(broken.length)], broken), /^HTTP\/1\.1 415 /],
    [
      'compressed, cut',
      sendRaw([...json, 'Content-Encoding: gzip', length(9_000)], broken.subarray(0, 20), cut),
      /^(HTTP\/1\.1 415 |$)/,
    ],
    ['oversize', sendRaw([...json, length(200_000)], Buffer.alloc(200_000, ' ')), /^HTTP\/1\.1 413 /],
    ['a length beyond 32 bits', sendRaw([...json, length(2 ** 32 + 1)], Buffer.alloc(50_000, ' ')), /^HTTP\/1\.1 413 /],
    ['chunks without end', sendRaw(chunked, chunk, endless), /^HTTP\/1\.1 413 /],
    ['cut in a chunk', sendRaw(chunked, chunk.subarray(0, 50), cut), /^$/],
    ['cut before the length', sendRaw([...json, length(1_000)], Buffer.from('{"a'), cut), /^$/],
    [
      'another charset',
      sendRaw([...json.slice(0, 1), 'Content-Type: application/json; charset=utf-16', length(odd.length)], odd),
      /^HTTP\/1\.1 400 /,
    ],
    [
      'an unknown charset',
      sendRaw([...json.slice(0, 1), 'Content-Type: application/json; charset=made-up', length(2)], Buffer.from('{}')),
      /^HTTP\/1\.1 400 /,
    ],
    ['deep JSON', sendRaw([...json, length(deep.length)], deep), /^HTTP\/1\.1 4(00|13) /],
  ];
  for (const [name, reply, expected] of cases) assert.match(await reply, expected, name);
  assert.is((await api.send('GET', '/livez')).status, 200);
});

test('a body that is not UTF-8 is 400', async () => {
  const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const reply = await api.send('POST', '/me/watchlist', { key: key.text, body });
  assert.is(reply.body['message'], 'Request body is not valid JSON');
});

test('G-14 prototype keys are 400; of duplicate keys the last wins', async () => {
  for (const body of ['{"__proto__":{"assetId":"x"}}', '{"constructor":{"prototype":{}}}']) {
    assert.is((await api.send('POST', '/me/watchlist', { key: key.text, body })).status, 400, body);
  }
  // Escapes spell the same name.
  for (const name of ['\\u005f_proto__', '__\\u0070roto__', '__prot\\u006F_\\u005F']) {
    const body = `{"assetId":"${assetId(404)}","${name}":{"assetId":"x"}}`;
    const refused = await api.send('POST', '/me/watchlist', { key: key.text, body });
    assert.equal([refused.status, refused.body['message']], [400, 'Request body is not valid JSON'], name);
  }
  for (const body of ['{"note":"n","__proto__":null}', '{"note":"n","constructor":1}', '{"note":"n","toString":1}']) {
    const patched = await api.send('PATCH', `/me/watchlist/${assetId(9)}`, { key: key.text, body });
    assert.is(patched.status, 400, body);
  }
  const duplicate = await api.send('POST', '/me/watchlist', {
    key: key.text,
    body: `{"assetId":"x","assetId":"${assetId(404)}"}`,
  });
  assert.is(duplicate.status, 404);
});

test('G-15 a repeated scalar parameter is refused on B, lists are joined', async () => {
  const repeated = await api.get('/me/monitoring/changes?days=3&days=4', key.text);
  assert.is(repeated.status, 400);
  assert.is(repeated.body['message'], 'days must be given once');
  for (const twice of ['unread=true', 'limit=5', `cursor=1.${assetId(1)}`]) {
    const reply = await api.get(`/me/notifications?${twice}&${twice}`, key.text);
    assert.is(reply.status, 400, twice);
    assert.match(String(reply.body['message']), 'must be given once');
  }
  for (const twice of ['sort=recent', 'newOnly=true', 'showAll=true']) {
    assert.is((await api.get(`/me/monitoring/changes?${twice}&${twice}`, key.text)).status, 400, twice);
  }
  assert.is(
    (await api.get('/me/monitoring/changes?category=register&category=sanctions,register', key.text)).status,
    200,
  );
});

test('G-16 unknown parameters are refused by the feed, which never widens silently, and ignored elsewhere', async () => {
  for (const path of ['changes', 'export', 'stream']) {
    const refused = await api.get(`/me/monitoring/${path}?categories=register`, key.text);
    assert.is(refused.status, 400, path);
    assert.equal(refused.body['details'], [{ parameter: 'categories', reason: 'unknown parameter' }], path);
    const unnamed = await api.get(`/me/monitoring/${path}?=register`, key.text);
    assert.equal(unnamed.body['details'], [{ parameter: '""', reason: 'unknown parameter' }], path);
  }
  const known = `/assets/ethereum/${asset(1).address}?x=1`;
  const lookup = `/kyi/v1/tokens?address=${asset(1).address}&x=1&x=2`;
  for (const path of ['/me/watchlist?x=1', '/me/notifications?x=1', '/assets?x=1', known, lookup]) {
    assert.is((await api.get(path, key.text)).status, 200, path);
  }
});

test('G-17 a URL over 8 KiB is 414', async () => {
  const long = await api.get(`/me/notifications?x=${'y'.repeat(9_000)}`, key.text);
  assert.is(long.status, 414);
  assert.is(long.body['code'], 'uri_too_long');
  assert.is(
    (await api.get(`/assets?x=${'y'.repeat(9_000)}`, key.text)).body['message'],
    'The URL is longer than 8192 bytes',
  );
  const ofLength = (length: number): string => '/livez?'.padEnd(length, 'y');
  assert.is((await api.send('GET', ofLength(8_192))).status, 200);
  assert.is((await api.send('GET', ofLength(8_193))).status, 414);
});

test('G-18, G-24 a target that no parser takes is 400 without a logged error, also without the listener', async () => {
  for (const target of ['http://[/x', 'http://xn--/', '*', '/assets#x', '//a@[/x#']) {
    const before = api.logged.length;
    const { text } = await sendBytes(api.port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    assert.match(text, /^HTTP\/1\.1 400 /, target);
    assert.match(text, /\r\nX-Request-Id: /, target);
    assert.match(text, /\r\nX-Content-Type-Options: nosniff\r\n/, target);
    assert.match(text, /"statusCode":400/, target);
    assert.not.match(api.logged.slice(before).join('\n'), /"stack"|"level":50/, target);
  }
});

test('G-18 bad encodings, NUL and encoded slashes are never a 5xx', async () => {
  const hostile = ['%zz', '%00', '%2F', '%c0%af', "'%20OR%201=1", '%ff', '..%2f..', '%F0%9F'];
  for (const text of hostile) {
    for (const path of [
      `/assets/ethereum/${text}`,
      `/assets/${text}/0x00`,
      `/kyi/v1/tokens?caip19=${text}`,
      `/kyi/v1/tokens?address=${text}`,
      `/me/monitoring/changes?item=${text}`,
      `/me/monitoring/changes?category=${text}`,
      `/me/notifications?cursor=${text}`,
    ]) {
      const reply = await api.get(path, key.text);
      assert.ok(reply.status === 400 || reply.status === 404, `${path} answered ${reply.status}`);
    }
    const patch = await api.send('PATCH', `/me/watchlist/${text}`, { key: key.text, body: { note: 'n' } });
    assert.is(patch.status, 404, text);
  }
});

test('a URL full of parameters is read or refused', async () => {
  for (let count = 0; count < 10; count += 1) {
    assert.is((await api.send('GET', `/livez?${'a&'.repeat(4_000)}`)).status, 200);
  }
  const repeated = await api.get(`/me/monitoring/changes?${'item=a&'.repeat(1_100)}`, key.text);
  assert.is(repeated.status, 400);
});

test('a refusal names the first twenty of many errors, so it is not much larger than the request', async () => {
  const names = Array.from({ length: 1_500 }, (_, index) => `a${index}`);
  const query = await api.get(`/me/monitoring/changes?${names.join('&').slice(0, 8_000)}`, key.text);
  const body = Object.fromEntries(names.map((name) => [name, 1]));
  const posted = await api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(1), ...body } });
  const batch = await api.send('POST', '/kyi/v1/tokens/batch', { key: key.text, body });
  for (const { status, text } of [query, posted, batch]) {
    assert.is(status, 400);
    assert.ok(text.length < 4_000, `${text.length} characters`);
    assert.match(text, /and \d+ more/);
  }
  assert.is((posted.body['details'] as readonly unknown[]).length, 20);
});

test('G-19 request ids: echoed when well formed, else made; on every answer; in bodies of B only', async () => {
  const echoed = await api.send('GET', '/livez', { headers: { 'x-request-id': 'abc_DEF-1' } });
  assert.is(echoed.headers['x-request-id'], 'abc_DEF-1');
  for (const given of ['has space', 'x'.repeat(65), 'é']) {
    const made = await api.send('GET', '/nowhere', { headers: { 'x-request-id': given } });
    assert.match(String(made.headers['x-request-id']), /^req_/);
    assert.is(made.body['requestId'], undefined);
  }
  const headers = { 'x-request-id': 'mine' };
  const etag = String((await api.get('/assets', key.text)).headers['etag']);
  for (const [status, reply] of [
    [200, await api.send('GET', '/assets', { key: key.text, headers })],
    [204, await api.send('OPTIONS', '/me/watchlist', { headers })],
    [304, await api.send('GET', '/assets', { key: key.text, headers: { ...headers, 'if-none-match': etag } })],
    [401, await api.send('GET', '/me/watchlist', { headers })],
    [404, await api.send('DELETE', `/me/watchlist/${assetId(9)}`, { key: key.text, headers })],
    [405, await api.send('PUT', '/me/watchlist', { headers })],
    [414, await api.send('GET', `/me/watchlist?${'y'.repeat(9_000)}`, { headers })],
  ] as const) {
    assert.equal([reply.status, reply.headers['x-request-id']], [status, 'mine']);
    if (status >= 400) assert.is(reply.body['requestId'], 'mine', String(status));
  }
});

test('G-20 reads carry a weak ETag and 304 answers an unchanged poll', async () => {
  for (const path of ['/assets', '/me/watchlist', '/me/notifications', '/me/monitoring/changes']) {
    const first = await api.get(path, key.text);
    const etag = String(first.headers['etag']);
    assert.match(etag, /^W\/"[0-9a-f]{32}"$/, path);
    assert.is(first.headers['cache-control'], 'private, no-cache');
    assert.is(first.headers['vary'], 'Authorization, Accept-Encoding');
    api.pass(1_000);
    const poll = await api.send('GET', path, { key: key.text, headers: { 'if-none-match': etag } });
    assert.is(poll.status, 304, path);
    assert.is(poll.text, '');
    // Node's fetch adds it; it is meant for caches, and this is the origin.
    const fetched = { 'if-none-match': etag, 'cache-control': 'no-cache', pragma: 'no-cache' };
    assert.is((await api.send('GET', path, { key: key.text, headers: fetched })).status, 304, path);
    for (const [tags, status] of [
      [`"other", ${etag}`, 304],
      [etag.slice(2), 304],
      ['*', 304],
      ['"other"', 200],
      [etag.slice(0, -2), 200],
    ] as const) {
      const answer = await api.send('GET', path, { key: key.text, headers: { 'if-none-match': tags } });
      assert.is(answer.status, status, tags);
    }
  }
});

test('G-21 HEAD answers as GET without a body; OPTIONS is 204 with Allow', async () => {
  const head = await api.send('HEAD', '/assets', { key: key.text });
  assert.is(head.status, 200);
  assert.is(head.text, '');
  assert.ok(Number(head.headers['content-length']) > 0);
  for (const path of [
    '/assets',
    '/me/watchlist',
    '/me/monitoring/changes',
    '/me/notifications',
    '/me/nowhere',
    '/livez',
  ]) {
    const [asked, got] = [await api.send('HEAD', path, { key: key.text }), await api.get(path, key.text)];
    assert.equal([asked.status, asked.text], [got.status, ''], path);
    for (const name of ['etag', 'content-type', 'content-length', 'vary', 'x-poll-interval']) {
      assert.is(asked.headers[name], got.headers[name], `${path} ${name}`);
    }
  }
  const options = await api.send('OPTIONS', '/me/watchlist');
  assert.is(options.status, 204);
  assert.is(options.headers['allow'], 'GET, HEAD, OPTIONS, POST');
  assert.is((await api.send('OPTIONS', '/nowhere')).status, 404);
});

test('G-23 an engine out of reach is 502 with Retry-After, G-24 anything unknown 500 without a reason', async () => {
  const broken = await openBroken();
  failure = new RetryableError('connection refused to clickhouse:9000');
  const a = await broken('/assets');
  assert.is(a.status, 502);
  assert.is(a.headers['retry-after'], '5');
  assert.equal(a.body, errorOfA(502, 'Bad Gateway', 'Upstream service unavailable'));
  assert.is((await broken('/me/watchlist')).body['code'], 'upstream_unavailable');
  failure = new Error('SELECT secret FROM attestry.store_api_keys');
  const unknown = await broken('/assets');
  assert.is(unknown.status, 500);
  assert.equal(unknown.body, errorOfA(500, 'Internal Server Error', 'Internal server error'));
  const b = await broken('/me/watchlist');
  assert.is(b.body['code'], 'internal_error');
  assert.not.match(b.text, 'SELECT');
});

/** Sends to the same API over tables that fail. */
async function openBroken() {
  const tables = { query: () => Promise.reject(failure) };
  const server = createServer(createApi({ ...api.dependencies, tables }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return async (path: string) => {
    const authorization = path.startsWith('/me') ? `Bearer ${key.text}` : key.text;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization, connection: 'close' },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      body: JSON.parse(text) as Record<string, unknown>,
    };
  };
}

test('G-01, G-27 content type and security headers are on every answer', async () => {
  for (const path of ['/assets', '/nowhere', '/livez', '/me/watchlist']) {
    const { headers } = await api.send('GET', path);
    assert.is(headers['content-type'], 'application/json; charset=utf-8', path);
    assert.is(headers['x-content-type-options'], 'nosniff');
    assert.is(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
    assert.is(headers['referrer-policy'], 'no-referrer');
    assert.is(headers['strict-transport-security'], undefined, 'not over http');
  }
});

test('G-27 over https every answer carries HSTS for a year', async () => {
  for (const name of ['baseUrl', 'explorerUrl'] as const) {
    const config = { ...api.dependencies.config, [name]: 'https://one.test' };
    const server = createServer(createApi({ ...api.dependencies, config }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    for (const path of ['/livez', '/assets', '/nowhere', '/me/watchlist']) {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
      assert.is(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains', `${name} ${path}`);
    }
    server.close();
  }
});

test('health and version answer without a key', async () => {
  assert.equal((await api.send('GET', '/livez')).body, { status: 'ok' });
  assert.equal((await api.send('GET', '/readyz')).body, { status: 'ok', failing: [] });
  assert.equal((await api.send('GET', '/version')).body, {
    name: 'attestry',
    version: '0.0.0',
    api: '1.0.0',
    commit: null,
  });
  assert.equal((await api.send('GET', '/status.json')).body, {
    indicator: 'none',
    feeds: [],
    chains: [],
    documents: null,
    ticks: null,
    coverage: null,
    standing: [],
    processors: [],
  });
});

test('no key secret reaches the log', async () => {
  await api.get(`/me/watchlist?x=${key.text}`, key.text);
  const secret = key.text.split('_')[2] ?? 'none';
  assert.ok(api.logged.length > 0);
  assert.is(
    api.logged.find((line) => line.includes(secret)),
    undefined,
  );
});

test.run();
