import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pause } from '../../../infra/async/async.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { FetchRequest, FetchResult } from '../../../infra/fetch/fetch-types.ts';
import { createGuardedFetch, type FetchLimits } from '../../../infra/fetch/guarded-fetch.ts';
import { withVirtualTime } from '../../support/virtual-time.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
interface Context {
  server: Server;
  origin: string;
  hits: string[];
  handler: Handler;
}

const test = suite<Context>('guarded fetch');
test.before(async (context) => {
  context.server = createServer((request, response) => {
    context.hits.push(request.url ?? '');
    context.handler(request, response);
  });
  await new Promise<void>((resolve) => context.server.listen(0, '127.0.0.1', resolve));
  context.origin = `http://127.0.0.1:${(context.server.address() as AddressInfo).port}`;
});
test.before.each((context) => {
  context.hits = [];
});
test.after(async ({ server }) => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const csv =
  (body: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', ...headers });
    response.end(body);
  };

async function get(
  { origin }: Pick<Context, 'origin'>,
  path: string,
  request: Partial<FetchRequest> = {},
  limits: Partial<FetchLimits> = {},
): Promise<FetchResult> {
  const fetch = createGuardedFetch({ allow: [new URL(origin).host], userAgent: 'attestry-test', limits });
  return fetch({ url: `${origin}${path}`, hosts: ['127.0.0.1'], contentTypes: ['text/csv'], ...request });
}

function assertFailed(result: FetchResult, outcome: string, message: RegExp): void {
  assert.is(result.kind, 'failed', JSON.stringify(result).slice(0, 200));
  if (result.kind !== 'failed') return;
  assert.is(result.outcome, outcome, result.message);
  assert.match(result.message, message);
}

const literalIps = [
  'http://127.0.0.1/',
  'http://localhost/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]/',
  'http://[::7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::8.8.8.8]/',
  'https://[::a00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'https://127.0.0.1/',
  'http://168.63.129.16/',
  'https://168.63.129.16/',
];

for (const url of literalIps) {
  test(`R-44 not public: ${url}`, async () => {
    const fetch = createGuardedFetch({ allow: [], userAgent: 'attestry-test', limits: { connectTimeoutMs: 500 } });
    const result = await fetch({ url, hosts: [new URL(url).hostname], contentTypes: ['text/csv'] });
    assertFailed(result, 'invalid_url', /is not a public address/);
  });
}

test('R-44 a public name that resolves to loopback is refused where the connection is made', async () => {
  const fetch = createGuardedFetch({
    allow: [],
    userAgent: 'attestry-test',
    lookup: (_name, options, done) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  });
  const result = await fetch({
    url: 'http://registers.example/',
    hosts: ['registers.example'],
    contentTypes: ['text/csv'],
  });
  assertFailed(result, 'invalid_url', /is not a public address/);
});

test('R-44 a name that is rebound is judged each time, by the addresses that the connection would use', async () => {
  const local = { address: '127.0.0.1', family: 4 };
  const nowhere = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  // What the owner of the name answers, one time after another; beside a public address, a private one is no better.
  const answers = [nowhere, [local], [{ address: '8.8.8.8', family: 4 }, local], [local]];
  let asked = 0;
  const fetch = createGuardedFetch({
    allow: [],
    userAgent: 'attestry-test',
    limits: { connectTimeoutMs: 500 },
    lookup: (_name, _options, done) => {
      const answer = answers[asked] ?? [];
      asked += 1;
      if (answer instanceof Error) done(answer, []);
      else done(null, answer);
    },
  });
  const request = { url: 'http://rebound.example/terms', hosts: ['rebound.example'], contentTypes: ['text/csv'] };
  assertFailed(await fetch(request), 'net_error', /rebound\.example/);
  for (const round of [2, 3, 4]) {
    assertFailed(await fetch(request), 'invalid_url', /is not a public address/);
    assert.is(asked, round, 'a name is asked for once a connection: nothing lies between judging and connecting');
  }
});

test('R-44 a name that resolves to an IPv4 address in the given-up form of IPv6 is refused', async () => {
  for (const address of ['::7f00:1', '::a9fe:a9fe', '::1']) {
    const fetch = createGuardedFetch({
      allow: [],
      userAgent: 'attestry-test',
      lookup: (_name, options, done) => (options.all ? done(null, [{ address, family: 6 }]) : done(null, address, 6)),
    });
    const url = 'http://registers.example/';
    const result = await fetch({ url, hosts: ['registers.example'], contentTypes: ['text/csv'] });
    assertFailed(result, 'invalid_url', /is not a public address/);
  }
});

const refusedUrls: readonly (readonly [string, RegExp])[] = [
  ['not a url', /is not a URL/],
  ['file:///etc/passwd', /neither http nor https/],
  ['ftp://www.esma.europa.eu/', /neither http nor https/],
  ['https://user:secret@www.esma.europa.eu/', /carries credentials/],
  ['https://www.esma.europa.eu:8443/', /port 8443/],
  ['https://other.example/', /not among its hosts/],
];
for (const [url, message] of refusedUrls) {
  test(`refused before connecting: ${url.replace('secret', '…')}`, async () => {
    const fetch = createGuardedFetch({ allow: [], userAgent: 'attestry-test' });
    const result = await fetch({ url, hosts: ['www.esma.europa.eu'], contentTypes: ['text/csv'] });
    assertFailed(result, 'invalid_url', message);
    assert.not.match(JSON.stringify(result), /secret/);
  });
}

test('a redirect to a private address is refused although the first host is allowed', async (context) => {
  context.handler = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  const hosts = ['127.0.0.1', '169.254.169.254'];
  assertFailed(
    await get(context, '/', { hosts }),
    'invalid_url',
    /169\.254\.169\.254 is not a public address|not a public/,
  );
});

test('a redirect to another port of an allowed host is refused', async (context) => {
  context.handler = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  assertFailed(await get(context, '/'), 'invalid_url', /port 1 /);
});

test('a redirect to a host the source does not have is a move, and is not followed', async (context) => {
  context.handler = (_, response) => response.writeHead(301, { location: 'https://elsewhere.example/x' }).end();
  assertFailed(await get(context, '/'), 'moved', /redirects to https:\/\/elsewhere\.example/);
});

test('a redirect without a target, and to another scheme', async (context) => {
  context.handler = (_, response) => response.writeHead(302).end();
  assertFailed(await get(context, '/'), 'http_error', /without a Location header/);
  context.handler = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  assertFailed(await get(context, '/'), 'invalid_url', /neither http nor https/);
});

test('five redirects are followed, a sixth is not', async (context) => {
  context.handler = (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) csv('a')(request, response);
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  };
  const five = await get(context, '/5');
  assert.is(five.kind, 'ok');
  if (five.kind === 'ok') assert.is(five.outcome, 'redirected_same_host');
  assertFailed(await get(context, '/6'), 'http_error', /more than 5 times/);
  assert.is(context.hits.length, 12);
});

test('R-33 redirect loop', async (context) => {
  context.handler = (_, response) => response.writeHead(302, { location: '/' }).end();
  assertFailed(await get(context, '/'), 'http_error', /more than 5 times/);
  assert.is(context.hits.length, 6);
});

test('R-33 a source that never answers', async (context) => {
  context.handler = () => undefined;
  await withVirtualTime(async (time) => {
    const started = time.now();
    const result = await time.during(get(context, '/', {}, { totalTimeoutMs: 150 }));
    assertFailed(result, 'net_error', /within 150 ms/);
    assert.ok(time.now() - started < 200);
  });
});

test('R-33 one byte at a time', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    const drip = async (): Promise<void> => {
      while (!response.destroyed) {
        response.write('a');
        await pause(20);
      }
    };
    drip().catch(() => response.destroy());
  };
  await withVirtualTime(async (time) => {
    const result = await time.during(get(context, '/', {}, { totalTimeoutMs: 200 }));
    assertFailed(result, 'net_error', /did not answer in full/);
  });
});

test('a host that does not accept a connection', async () => {
  const full = createTcpServer();
  await new Promise<void>((resolve) => full.listen(0, '127.0.0.1', resolve));
  const { port } = full.address() as AddressInfo;
  await new Promise((resolve) => full.close(resolve));
  assertFailed(await get({ origin: `http://127.0.0.1:${port}` }, '/'), 'net_error', /ECONNREFUSED/);
});

test('the connection has its own limit', async () => {
  const fetch = createGuardedFetch({
    allow: [],
    userAgent: 'attestry-test',
    limits: { connectTimeoutMs: 60 },
    lookup: () => undefined,
  });
  await withVirtualTime(async (time) => {
    const request = { url: 'http://slow.example/', hosts: ['slow.example'], contentTypes: ['text/csv'] };
    assertFailed(await time.during(fetch(request)), 'net_error', /did not accept a connection in 60 ms/);
  });
});

test('the signal of the caller aborts a fetch', async (context) => {
  const controller = new AbortController();
  context.handler = () => controller.abort();
  assertFailed(await get(context, '/', { signal: controller.signal }), 'net_error', /cannot be read/);
});

test('R-33 more bytes than allowed, announced and not announced', async (context) => {
  const body = Buffer.alloc(2_000, 'a');
  context.handler = csv(body, { 'content-length': '2000' });
  assertFailed(await get(context, '/', {}, { maximumBytes: 1_999 }), 'net_error', /announces more than 1999/);
  context.handler = csv(body, { 'transfer-encoding': 'chunked' });
  assertFailed(await get(context, '/', {}, { maximumBytes: 1_999 }), 'net_error', /larger than 1999/);
  assert.is((await get(context, '/', {}, { maximumBytes: 2_000 })).kind, 'ok');
});

test('keep receives a body piece by piece, under the limits of the request', async (context) => {
  const body = Buffer.alloc(300_000, 'a');
  context.handler = csv(gzipSync(body), { 'content-encoding': 'gzip' });
  const keep = async (source: AsyncIterable<Buffer>) => {
    let bytes = 0;
    for await (const piece of source) bytes += piece.length;
    return { sha256: 'hash', bytes };
  };
  const limits = { maximumInflatedBytes: 300_000 };
  const result = await get(context, '/', { keep, limits }, { maximumInflatedBytes: 10 });
  assert.equal(result.kind === 'ok' && [result.kept, result.bytes.length], [{ sha256: 'hash', bytes: 300_000 }, 0]);
  const over = await get(context, '/', { keep, limits: { maximumInflatedBytes: 299_999 } });
  assertFailed(over, 'net_error', /inflates to more than 299999/);
  context.handler = csv('');
  assertFailed(await get(context, '/', { keep }), 'empty', /empty body/);
});

test('an error of keep is not a failure of the source', async (context) => {
  context.handler = csv('a,b');
  const keep = () => Promise.reject(new RetryableError('the disk is full'));
  await get(context, '/', { keep }).then(
    () => assert.unreachable('should reject'),
    (error: unknown) => assert.instance(error, RetryableError),
  );
});

test('R-33 an endless body ends at the limit', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    const chunk = Buffer.alloc(65_536, 'a');
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  };
  assertFailed(await get(context, '/', {}, { maximumBytes: 1_000_000 }), 'net_error', /larger than 1000000/);
});

test('R-45 a compressed body that inflates beyond the limit', async (context) => {
  context.handler = csv(gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' });
  assertFailed(
    await get(context, '/', {}, { maximumInflatedBytes: 1_000_000 }),
    'net_error',
    /inflates to more than 1000000/,
  );
});

test('content encodings are decoded; an unknown one is refused', async (context) => {
  const encodings = {
    gzip: gzipSync('a,b'),
    deflate: deflateSync('a,b'),
    br: brotliCompressSync('a,b'),
    identity: Buffer.from('a,b'),
  };
  for (const [encoding, body] of Object.entries(encodings)) {
    context.handler = csv(body, { 'content-encoding': encoding });
    const result = await get(context, '/');
    assert.is(result.kind === 'ok' ? result.bytes.toString() : JSON.stringify(result), 'a,b', encoding);
  }
  context.handler = csv('a,b', { 'content-encoding': 'zstd' });
  assertFailed(await get(context, '/'), 'wrong_type', /content encoding zstd/);
});

test('a body that ends before its announced length, or in the middle of gzip', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '100' });
    response.write('a,b', () => void response.socket?.end());
  };
  assertFailed(await get(context, '/'), 'suspect_truncation', /ended the answer early/);
  context.handler = csv(gzipSync(Buffer.alloc(1_000, 'abc')).subarray(0, 20), { 'content-encoding': 'gzip' });
  assertFailed(await get(context, '/'), 'suspect_truncation', /ended the answer early/);
});

test('bytes that are not in the encoding of the header', async (context) => {
  context.handler = csv('plain text', { 'content-encoding': 'gzip' });
  assertFailed(await get(context, '/'), 'net_error', /Z_DATA_ERROR/);
});

test('R-33 another media type, none, and nothing at all', async (context) => {
  context.handler = csv('<html>', { 'content-type': 'text/html' });
  assertFailed(await get(context, '/'), 'wrong_type', /text\/html instead of text\/csv/);
  context.handler = (_, response) => response.writeHead(200).end('a,b');
  assertFailed(await get(context, '/'), 'wrong_type', /no media type/);
  context.handler = csv('');
  assertFailed(await get(context, '/'), 'empty', /empty body/);
});

const statuses: readonly (readonly [number, string])[] = [
  [204, 'http_error'],
  [304, 'http_error'],
  [401, 'http_error'],
  [404, 'gone'],
  [410, 'gone'],
  [500, 'http_error'],
];
for (const [status, outcome] of statuses) {
  test(`status ${status} without validators`, async (context) => {
    context.handler = (_, response) => response.writeHead(status).end();
    assertFailed(await get(context, '/'), outcome, new RegExp(String(status)));
  });
}

test('a challenge page has an outcome of its own', async (context) => {
  context.handler = (_, response) => response.writeHead(403, { 'cf-mitigated': 'challenge' }).end('prove it');
  assertFailed(await get(context, '/'), 'anti_bot', /asks for a human/);
});

test('a conditional request carries both validators and may be answered with 304', async (context) => {
  let headers: IncomingMessage['headers'] = {};
  context.handler = (request, response) => {
    headers = request.headers;
    response.writeHead(304).end();
  };
  const validators = { etag: '"abc"', lastModified: 'Thu, 29 Jan 2026 10:00:00 GMT' };
  assert.equal(await get(context, '/', validators), { kind: 'not_modified' });
  assert.is(headers['if-none-match'], validators.etag);
  assert.is(headers['if-modified-since'], validators.lastModified);
});

test('a result has its validators, and the request identifies the program only by its name', async (context) => {
  let headers: IncomingMessage['headers'] = {};
  context.handler = (request, response) => {
    headers = request.headers;
    csv('a,b\n1,2\n', { etag: '"v1"', 'last-modified': 'Thu, 29 Jan 2026 10:00:00 GMT', 'set-cookie': 'a=b' })(
      request,
      response,
    );
  };
  const result = await get(context, '/file.csv?x=1');
  assert.equal(result, {
    kind: 'ok',
    outcome: 'ok',
    bytes: Buffer.from('a,b\n1,2\n'),
    url: `${context.origin}/file.csv?x=1`,
    contentType: 'text/csv; charset=utf-8',
    etag: '"v1"',
    lastModified: 'Thu, 29 Jan 2026 10:00:00 GMT',
  });
  assert.equal(Object.keys(headers).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  assert.equal(context.hits, ['/file.csv?x=1']);
});

test.run();
