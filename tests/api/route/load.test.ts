import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApi } from '../../../api/app.ts';
import type { ApiDependencies, ServiceStatus } from '../../../api/route/dependencies.ts';
import type { AnsweredRequest } from '../../../api/route/middleware/identity.ts';
import { type Admission, createAdmission } from '../../../api/route/admission/admission.ts';
import type { Work } from '../../../api/route/admission/work-estimate.ts';
import { createRegistryCache } from '../../../api/readmodel/memory/registry/cache.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { lanes, rawLanes } from '../../../infra/clickhouse/embedded/lane-settings.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { reached } from '../../support/reached.ts';
import { type Harness, openHarness, type TestKey } from '../harness.ts';
import { asset, assetId } from '../records.ts';

let api: Harness;
let key: TestKey;
const servers: Server[] = [];

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  await api.declare(...Array.from({ length: 20 }, (_, index) => asset(index + 1)));
  await api.watch(key, assetId(1));
});
test.after(async () => {
  for (const server of servers) server.closeAllConnections();
  await api.close();
});

/** Requests that arrived at these servers, and connections to them that ended. */
const count = { requests: 0, ended: 0 };

/** Starts another process of the same service; returns its base URL. */
async function serve(overrides: Partial<ApiDependencies>): Promise<string> {
  const server = createServer(createApi({ ...api.dependencies, ...overrides }));
  servers.push(server);
  server.on('request', () => (count.requests += 1));
  server.on('connection', (socket) => socket.once('close', () => (count.ended += 1)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${key.text}` });
const isKeyQuery = (sql: string): boolean => sql.includes('store_api_keys');

test('R-25 slow tables: 200 requests wait for them, the next is refused at once, and afterwards all are served again', async () => {
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  const tables: TableReader = {
    query: async (sql, parameters) => {
      if (!sql.includes('store_feed_changes')) return api.fixture.reader.query(sql, parameters);
      waiting += 1;
      await slow;
      return [];
    },
  };
  const base = await serve({ tables });
  const read = (path: string): Promise<Response> => fetch(`${base}${path}`, { headers: bearer() });
  // Each request differs, because equal requests share a read.
  const inFlight = Array.from({ length: 200 }, (_, index) => read(`/me/monitoring/changes?days=${index + 1}`));
  // One pick each; the snapshot of the tenant is read once for all of them.
  await reached('200 waiting reads', () => waiting === 200);
  // The others still wait when this one is answered.
  const refused = await read('/me/watchlist');
  assert.is(refused.status, 503);
  assert.is(refused.headers.get('retry-after'), '5');
  const { requestId, ...body } = (await refused.json()) as Record<string, unknown>;
  assert.is(requestId, refused.headers.get('x-request-id'));
  assert.equal(body, {
    code: 'upstream_unavailable',
    message: 'The service is busy; try again later',
    error: 'Service Unavailable',
    statusCode: 503,
  });
  const a = await fetch(`${base}/assets`, { headers: { authorization: key.text } });
  assert.equal([a.status, Object.keys((await a.json()) as object)], [503, ['message', 'error', 'statusCode']]);
  assert.is((await fetch(`${base}/livez`)).status, 200, 'health is never refused');
  const write = await fetch(`${base}/me/watchlist`, { method: 'POST', headers: bearer() });
  assert.is(write.status, 400, 'commands have room of their own');
  release();
  const statuses = (await Promise.all(inFlight)).map(({ status }) => status);
  assert.ok(statuses.every((status) => status === 200));
  assert.is((await read('/me/watchlist')).status, 200);
});

test('R-25 the queries of all admitted reads fit the queue: 503 comes before 502', () => {
  const admission = createAdmission({ loopDelayMs: () => 0, now: () => 0 });
  let reads = 0;
  assert.throws(() => {
    for (; reads < 10_000; reads += 1) admission.enter('read');
  }, /busy/);
  for (const lane of [lanes.api, rawLanes.operator]) assert.ok(3 * reads <= lane.maxWaiting, `${reads} reads`);
});

test('G-23 no registry data over a second old is served: the tables are polled again, or 502', async () => {
  let now = 0;
  let failure: Error | null = null;
  const registry = createRegistryCache({
    tables: {
      query: (sql, parameters) =>
        failure === null ? api.fixture.reader.query(sql, parameters) : Promise.reject(failure),
    },
    logger: api.dependencies.logger,
    clock: () => now,
    pushed: false,
    pollMs: 60_000,
  });
  await registry.start();
  const base = await serve({ registry });
  const { address, chain } = asset(1);
  const raw = { authorization: key.text };
  const lookups = ['/assets', `/assets/${chain}/${address}`, `/kyi/v1/tokens?address=${address}`];
  const asked = (): Promise<readonly Response[]> =>
    Promise.all([
      ...lookups.map((path) => fetch(`${base}${path}`, { headers: raw })),
      fetch(`${base}/kyi/v1/tokens/batch`, {
        method: 'POST',
        headers: { ...raw, 'content-type': 'application/json' },
        body: JSON.stringify({ tokens: [{ address }] }),
      }),
    ]);
  const statuses = async (): Promise<readonly number[]> => (await asked()).map(({ status }) => status);
  assert.equal(await statuses(), [200, 200, 200, 200]);
  failure = new RetryableError('away');
  now += 1_000;
  assert.equal(await statuses(), [200, 200, 200, 200]);
  now += 1;
  assert.equal(await statuses(), [502, 502, 502, 502]);
  const watch = { method: 'POST', headers: { ...bearer(), 'content-type': 'application/json' } };
  const added = await fetch(`${base}/me/watchlist`, { ...watch, body: JSON.stringify({ assetId: assetId(2) }) });
  assert.is(added.status, 502);
  failure = null;
  await api.fixture.project('asset.records', [asset(1, { position: 90, name: 'Renamed since' })]);
  for (const answer of await asked()) {
    assert.is(answer.status, 200);
    assert.match(await answer.text(), /Renamed since/);
  }
  await registry.stop();
});

test('a stream whose client disconnected before it began does not count for the key', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  const tables: TableReader = {
    query: async (sql, parameters) => {
      if (!isKeyQuery(sql)) {
        waiting += 1;
        await held;
      }
      return api.fixture.reader.query(sql, parameters);
    },
  };
  const counted: AnsweredRequest[] = [];
  const base = await serve({ tables, answered: (request) => void counted.push(request) });
  const open = (signal: AbortSignal): Promise<Response | null> =>
    fetch(`${base}/me/monitoring/stream`, { headers: bearer(), signal }).catch(() => null);
  const leaving = new AbortController();
  const left = Array.from({ length: 5 }, () => open(leaving.signal));
  await reached('two waiting reads', () => waiting >= 2);
  const { ended } = count;
  leaving.abort();
  await Promise.all(left);
  await reached('five ended connections', () => count.ended === ended + 5);
  release();
  await reached('five counted requests', () => counted.length === 5);
  const staying = new AbortController();
  assert.is((await open(staying.signal))?.status, 200);
  staying.abort();
});

test('a late event loop raises the poll interval first, then refuses work', async () => {
  let delayMs = 0;
  const base = await serve({ loopDelayMs: () => delayMs });
  const read = (path: string): Promise<Response> => fetch(`${base}${path}`, { headers: bearer() });
  const cases: readonly (readonly [number, number, string | null])[] = [
    [0, 200, '60'],
    [101, 200, '180'],
    [201, 503, null],
    [0, 200, '60'],
  ];
  for (const [ms, status, interval] of cases) {
    delayMs = ms;
    const answer = await read('/me/notifications');
    assert.equal([answer.status, answer.headers.get('x-poll-interval')], [status, interval], `${ms} ms`);
  }
  delayMs = 1_000;
  for (const path of ['/livez', '/readyz', '/version', '/status.json', '/openapi.json']) {
    assert.is((await fetch(`${base}${path}`)).status, 200, path);
  }
});

test('the status is read at most once a second, and concurrent requests share a read', async () => {
  let reads = 0;
  let now = api.dependencies.clock();
  let fail = false;
  let expected = 0;
  const status = async (): Promise<ServiceStatus> => {
    reads += 1;
    await reached('all requests', () => count.requests >= expected);
    if (fail) throw new RetryableError('no log');
    return {
      indicator: 'none',
      feeds: [],
      documents: null,
      ticks: null,
      coverage: null,
      chains: [],
      standing: [],
      processors: [{ name: 'detect', lag: reads }],
    };
  };
  const base = await serve({ clock: () => now, health: { ...api.dependencies.health, status } });
  const lag = async (): Promise<unknown> => {
    const answer = await fetch(`${base}/status.json`);
    const body = (await answer.json()) as { readonly processors?: readonly { readonly lag: number }[] };
    return body.processors?.[0]?.lag ?? answer.status;
  };
  expected = count.requests + 50;
  assert.equal(
    await Promise.all(Array.from({ length: 50 }, lag)),
    Array.from({ length: 50 }, () => 1),
  );
  now += 999;
  assert.is(await lag(), 1);
  now += 1;
  assert.is(await lag(), 2);
  now -= 5_000;
  assert.is(await lag(), 3, 'after a clock was set back, the age is unknown');
  now += 1_000;
  fail = true;
  expected = count.requests + 2;
  assert.equal(await Promise.all([lag(), lag()]), [502, 502]);
  fail = false;
  assert.is(await lag(), 5, 'a failure is not kept');
});

test('the release of an admission frees one place, and a second release none', () => {
  const admission = createAdmission({ loopDelayMs: () => 0, now: () => 0 });
  for (let count = 0; count < 50; count += 1) admission.enter('anonymous');
  assert.throws(() => admission.enter('anonymous'), /busy/, 'readers without a session have places of their own');
  const leaves = Array.from({ length: 200 }, () => admission.enter('write'));
  assert.throws(() => admission.enter('write'), /busy/);
  assert.ok(admission.busy());
  admission.enter('read')();
  leaves[0]?.();
  admission.enter('write');
  assert.throws(() => admission.enter('write'), /busy/);
});

/** An admission whose clock the test sets. */
function admissionAt(time: { now: number }): Admission {
  return createAdmission({ loopDelayMs: () => 0, now: () => time.now });
}

/** Starts reads at once, until one is refused. */
function begun(admission: Admission, operation: string, most: number): readonly Work[] {
  const works: Work[] = [];
  for (let one = 0; one < most; one += 1) {
    try {
      works.push(admission.begin(operation, false));
    } catch {
      break;
    }
  }
  return works;
}

test('R-09 a burst after a start is admitted, because no cost is known yet', () => {
  assert.is(begun(admissionAt({ now: 0 }), 'read', 200).length, 200);
});

test('R-09 G-23 reads start as long as they can be answered in time, and are refused beyond that', () => {
  const time = { now: 0 };
  const admission = admissionAt(time);
  for (const [costMs, most] of [
    [25, 10],
    [5, 50],
    [1_000, 6],
    [25, 10],
  ] as const) {
    for (let round = 0; round < 60; round += 1) {
      const works = begun(admission, 'read', 8);
      for (const work of works) {
        time.now += costMs;
        work.done();
      }
    }
    const works = begun(admission, 'read', 100);
    assert.ok(Math.abs(works.length - most) <= most * 0.1, `${works.length} of ${costMs} ms`);
    assert.throws(() => admission.begin('read', false), /busy/);
    assert.ok(admission.busy());
    for (const work of works) work.dropped();
    assert.not(admission.busy());
  }
});

test('R-09 answers from memory go on while slow reads fill the time; a dropped read does not change the cost', () => {
  const time = { now: 0 };
  const admission = admissionAt(time);
  for (let round = 0; round < 60; round += 1) {
    const slow = begun(admission, 'slow', 4);
    const quick = admission.begin('quick', false);
    time.now += 1;
    quick.done();
    for (const work of slow) {
      time.now += 50;
      work.done();
      work.done();
      work.dropped();
    }
    time.now += 10_000;
    admission.begin('slow', false).dropped();
  }
  const held = begun(admission, 'slow', 100);
  assert.is(held.length, 6);
  time.now += 5_000;
  assert.throws(() => admission.begin('slow', false), /busy/);
  assert.is(begun(admission, 'quick', 150).length, 150);
});

test('R-09 R-25 while one read takes long, only six are in flight, and those that have waited already', () => {
  const time = { now: 0 };
  const admission = admissionAt(time);
  const works = begun(admission, 'read', 7);
  time.now = 500;
  admission.begin('read', false).dropped();
  time.now = 501;
  assert.throws(() => admission.begin('other', false), /busy/);
  admission.begin('other', true).dropped();
  works[0]?.dropped();
  works[1]?.dropped();
  admission.begin('other', false).dropped();
});

test('R-09 a read that would be late is 503 before it uses quota; an unchanged poll and a wrong key are answered', async () => {
  let release: () => void = () => undefined;
  let slowly = false;
  let held = 0;
  let hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const tables: TableReader = {
    query: async (sql, parameters) => {
      if (slowly && !isKeyQuery(sql)) {
        held += 1;
        await hold;
      }
      return api.fixture.reader.query(sql, parameters);
    },
  };
  let ahead = 0;
  const clock = (): number => api.dependencies.clock() + ahead;
  const base = await serve({
    tables,
    clock,
    config: { ...api.dependencies.config, rateLimit: { perMinute: 100, burst: 0 } },
  });
  const read = (path: string, headers = {}): Promise<Response> =>
    fetch(`${base}${path}`, { headers: { ...bearer(), ...headers } });
  const before = await read('/me/notifications');
  const tag = before.headers.get('etag') ?? '';
  // Each is measured once, so that the cost of the next ones is known.
  slowly = true;
  for (let round = 0; round < 6; round += 1) {
    const before = held;
    let hasAnswer = false;
    const asked = read('/me/monitoring/changes?days=30').finally(() => {
      hasAnswer = true;
    });
    await reached('a slow read, or an answer from memory', () => held > before || hasAnswer);
    ahead += 900;
    release();
    assert.is((await asked).status, 200);
    hold = new Promise((resolve) => {
      release = resolve;
    });
  }
  const arrived = count.requests;
  const waiting = Array.from({ length: 6 }, (_, index) => read(`/me/monitoring/changes?days=${index + 31}`));
  await reached('six reads at once', () => count.requests === arrived + 6);
  // By its answer the keys of the six have been looked up.
  assert.is((await read('/me/notifications', { 'if-none-match': tag })).status, 304);
  const refused = await read('/me/monitoring/changes?days=60');
  assert.equal(
    [refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')],
    [503, '5', null],
  );
  assert.is((await read('/me/notifications', { 'if-none-match': tag })).status, 304);
  assert.is((await fetch(`${base}/me/monitoring/changes`)).status, 401);
  release();
  assert.equal([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [200]);
});

test('G-20 bodies from 1 KiB on are compressed as the client prefers; the tag is the same for all content codings', async () => {
  const get = (path: string, coding: string) =>
    fetchRaw(`http://127.0.0.1:${api.port}${path}`, { 'accept-encoding': coding, authorization: key.text });
  const plain = await get('/assets', 'identity');
  assert.is(plain.headers['content-encoding'], undefined);
  for (const [asked, used, decode] of [
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['deflate, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await get('/assets', asked);
    assert.is(headers['content-encoding'], used, asked);
    assert.is(headers['etag'], plain.headers['etag']);
    assert.is(headers['vary'], 'Authorization, Accept-Encoding');
    assert.is(headers['content-type'], 'application/json; charset=utf-8');
    assert.ok(body.length < plain.body.length / 2);
    assert.equal(decode(body), plain.body);
  }
  assert.is((await get('/assets?page_size=1', 'zstd')).headers['content-encoding'], undefined);
  const short = await get('/livez', 'br');
  assert.is(short.headers['content-encoding'], undefined);
  const text = { authorization: key.text, 'accept-encoding': 'br', 'if-none-match': String(plain.headers['etag']) };
  const unchanged = await fetchRaw(`http://127.0.0.1:${api.port}/assets`, text);
  assert.equal([unchanged.status, unchanged.body.length], [304, 0]);
});

test('a body that is the same for every client is compressed once', async () => {
  const get = (path: string, coding: string) =>
    fetchRaw(`http://127.0.0.1:${api.port}${path}`, { 'accept-encoding': coding });
  for (const path of ['/docs/swagger-ui-bundle.js', '/docs/start.js', '/openapi.json']) {
    const plain = await get(path, 'identity');
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await get(path, coding);
      // A body that is compressed while it is sent has no length.
      assert.equal([headers['content-encoding'], headers['content-length']], [coding, String(body.length)], path);
      assert.is(headers['content-type'], plain.headers['content-type']);
      assert.equal(decode(body), plain.body);
    }
  }
});

test('a client that refuses every coding, identity included, gets the plain body', async () => {
  for (const coding of ['identity;q=0', '*;q=0', 'br;q=0, gzip;q=0, identity;q=0']) {
    for (const path of ['/assets', '/openapi.json']) {
      const headers = { 'accept-encoding': coding, authorization: key.text };
      const answer = await fetchRaw(`http://127.0.0.1:${api.port}${path}`, headers);
      assert.equal([answer.status, answer.headers['content-encoding']], [200, undefined], `${coding} ${path}`);
      assert.ok(answer.headers['x-request-id']);
    }
  }
});

test('commands whose bodies are still arriving do not block other writes', async () => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => beginPost()));
  const headers = { ...bearer(), 'content-type': 'application/json' };
  const body = JSON.stringify({ assetId: assetId(999) });
  const answer = await fetch(`http://127.0.0.1:${api.port}/me/watchlist`, { method: 'POST', headers, body });
  assert.is(answer.status, 404);
  for (const socket of sockets) socket.destroy();
});

/** Sends a command without its body; resolves once it is in flight. */
async function beginPost(): Promise<Socket> {
  const socket = connect(api.port, '127.0.0.1');
  const head = [
    'POST /me/watchlist HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key.text}`,
    'Content-Type: application/json',
    'Content-Length: 60',
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // Node answers "100 Continue" before it passes the request on.
  await once(socket, 'data');
  return socket;
}

test('G-20 another process answers with the same tags', async () => {
  await api.watch(key, assetId(5));
  const base = await serve({});
  for (const path of ['/me/watchlist', '/me/monitoring/changes', '/me/notifications']) {
    const here = await api.get(path, key.text);
    const there = await fetch(`${base}${path}`, { headers: bearer() });
    assert.is(there.headers.get('etag'), here.headers['etag'], path);
  }
});

/** Reads the answer without decoding it. */
async function fetchRaw(url: string, headers: Readonly<Record<string, string>>) {
  const { request } = await import('node:http');
  return new Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: Buffer;
  }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('G-19 a trace is logged and travels with the command; a malformed one does neither', async () => {
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const traces: (string | null)[] = [];
  const base = await serve({
    commands: {
      send: (commands, traceparent) => {
        traces.push(traceparent);
        return api.dependencies.commands.send(commands, traceparent);
      },
    },
  });
  const add = (traceparent: string, n: number): Promise<Response> =>
    fetch(`${base}/me/watchlist`, {
      method: 'POST',
      headers: { ...bearer(), traceparent, 'content-type': 'application/json' },
      body: JSON.stringify({ assetId: assetId(n) }),
    });
  assert.is((await add(trace, 2)).status, 201);
  assert.is((await add('00-nonsense', 3)).status, 201);
  assert.is((await add(trace.replace(/^00/, 'ff'), 4)).status, 201);
  assert.equal(traces, [trace, null, null]);
  assert.is(api.logged.filter((line) => line.includes(trace)).length, 1);
});

test('every answer is reported to the metrics', async () => {
  const logged: AnsweredRequest[] = [];
  const base = await serve({ answered: (request) => void logged.push(request), clock: () => api.dependencies.clock() });
  await fetch(`${base}/me/watchlist`, { headers: bearer() });
  await fetch(`${base}/nowhere`);
  await fetch(`${base}/me/watchlist`);
  assert.equal(
    logged.map(({ operationId, method, status }) => [operationId, method, status]),
    [
      ['getWatchlist', 'GET', 200],
      [null, 'GET', 404],
      ['getWatchlist', 'GET', 401],
    ],
  );
});

test('pages of any origin may read public routes only', async () => {
  for (const [path, open] of [
    ['/openapi.json', '*'],
    ['/status.json', '*'],
    ['/assets', undefined],
    ['/me/watchlist', undefined],
    ['/livez', undefined],
  ] as const) {
    const { headers } = await api.send('GET', path, { headers: { origin: 'https://page.example' }, key: key.text });
    assert.is(headers['access-control-allow-origin'], open, path);
    assert.is(headers['access-control-allow-credentials'], undefined);
  }
});

test.run();
