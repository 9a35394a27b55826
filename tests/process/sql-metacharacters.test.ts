import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiRoutes } from '../../api/app.ts';
import type { Route } from '../../api/route/route.ts';
import { type CursorPart, decodeCursor, encodeCursor } from '../../api/readmodel/opaque-cursor.ts';
import { streamOf } from '../../api/readmodel/resources/stream/cursor.ts';
import { type Harness, memberOf, openHarness, type Reply, type TestKey } from '../api/harness.ts';
import { asset, assetId, change } from '../api/records.ts';
import { openEventStream } from '../support/event-stream.ts';

/** Texts that have a meaning in SQL, in a format string or in a pattern. */
const payloads = [
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  "' OR '1'='1",
  "' OR 1=1 -- ",
  "'; DROP TABLE attestry.store_changes; --",
  "') UNION ALL SELECT secret_sha256 FROM attestry.store_api_keys --",
  "' UNION SELECT * FROM file('/etc/passwd') --",
  '{x:Identifier}',
  '{tenantId:String}',
  "'] OR 1 IN [1",
  '%',
  '_%',
  '*',
  '/* */',
  '-- ',
  '#',
  ';',
  '$$',
  "\u0000'",
  '\u2019 OR 1=1',
  '\u02bc',
  "\uff07 OR '1",
  '\n\r\t\b',
  'NULL',
  '\\N',
  '1; SELECT sleep(3)',
  '(SELECT 1)',
  'toString(1)',
  '${7*7}',
  '😀',
] as const;

const isShort = process.env['TEST_RUNS'] === 'short';
let uses = 0;
/** Payloads for one place of a request: in the default suite a third, and another third for the next place. */
const payloadsOfPlace = (): readonly string[] => {
  uses += 1;
  return isShort ? payloads.filter((_, at) => at % 3 === uses % 3) : payloads;
};

/** Payloads that a header can carry. */
const printable: readonly string[] = payloads.filter((payload) => /^[\x20-\x7e]+$/.test(payload));

/** A text that no id, name or parameter value equals. */
const harmless = 'zzz';

let api: Harness;
let key: TestKey;

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  await api.declare(...Array.from({ length: 5 }, (_, index) => asset(index + 1)));
  await api.watch(key, assetId(1));
  await api.detect(change('one', 1));
});
test.after(async () => {
  console.log('R-47', { requests, failures: failures.length });
  await api.close();
});

let requests = 0;
const ask = (...request: Parameters<Harness['send']>): Promise<Reply> => {
  requests += 1;
  return api.send(...request);
};

const pathOf = (route: Route, params: Readonly<Record<string, string>>): string =>
  route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? harmless));

const send = (
  route: Route,
  path: string,
  more: { readonly body?: object; readonly headers?: Record<string, string> } = {},
) =>
  ask(route.method, path, {
    key: key.text,
    headers: { 'x-request-id': 'same', ...more.headers },
    ...(more.body === undefined ? {} : { body: more.body }),
  });

/** The content of a response without the parameter value that it may repeat. */
const meaning = ({ status, body }: Reply): string =>
  JSON.stringify([status, body['code'] ?? null, status < 400 || status === 404 ? { ...body, query: null } : null]);

/** Routes that read the tables or the registry. The stream has tests of its own, because its response does not end. */
const routes = (): readonly Route[] =>
  apiRoutes(api.dependencies).filter(
    ({ interface: of, operationId }) => of !== 'service' && operationId !== 'streamChanges',
  );

const failures: string[] = [];
const compare = async (what: string, ask: (value: string) => Promise<Reply>): Promise<void> => {
  const expected = meaning(await ask(harmless));
  for (const payload of payloadsOfPlace()) {
    const reply = await ask(payload);
    if (reply.status >= 500) failures.push(`${what}=${JSON.stringify(payload)}: ${reply.status}`);
    else if (meaning(reply) !== expected)
      failures.push(`${what}=${JSON.stringify(payload)}: ${meaning(reply)} is not ${expected}`);
  }
};

test('R-47 SQL in a query parameter is treated as any unknown text', async () => {
  for (const route of routes()) {
    const example = Object.values(route.examples)[0];
    for (const name of Object.keys(route.query?.parameters ?? {})) {
      // Interface A answers two forms of a lookup at once with a 400 before it checks the value.
      const rest = Object.entries(example?.query ?? {}).filter(([other]) => other !== name && route.interface === 'B');
      await compare(`${route.operationId} ${name}`, (value) =>
        send(
          route,
          `${pathOf(route, example?.params ?? {})}?${new URLSearchParams([...rest, [name, value]]).toString()}`,
        ),
      );
    }
  }
  assert.equal(failures, []);
});

test('R-47 SQL in a path segment is treated as an unknown path or id', async () => {
  for (const route of routes()) {
    for (const name of Object.keys(route.params ?? {})) {
      const params = Object.values(route.examples)[0]?.params ?? {};
      await compare(`${route.operationId} :${name}`, (value) =>
        send(
          route,
          pathOf(route, { ...params, [name]: value }),
          route.method === 'PATCH' ? { body: { note: 'x' } } : {},
        ),
      );
    }
  }
  assert.equal(failures, []);
});

test('R-47 SQL in a header or as a key is treated as text', async () => {
  const list = routes().find(({ operationId }) => operationId === 'getWatchlist');
  if (list === undefined) throw new Error('there is a route getWatchlist');
  for (const payload of printable) {
    for (const header of ['if-none-match', 'traceparent', 'accept-encoding', 'user-agent', 'x-request-id']) {
      const reply = await send(list, '/me/watchlist', { headers: { [header]: payload } });
      // `*` matches every ETag.
      assert.is(reply.status, header === 'if-none-match' && payload === '*' ? 304 : 200, `${header}: ${payload}`);
    }
    const [id = '', secret = ''] = key.text.split('_').slice(1);
    for (const text of [
      payload,
      `attestry_${payload}_${secret}`,
      `attestry_${id}_${payload}`,
      `${key.text}${payload}`,
    ]) {
      const reply = await ask('GET', '/me/watchlist', { headers: { authorization: `Bearer ${text}` } });
      assert.is(reply.status, 401, text);
    }
  }
});

/** Cursors of the stream, each with `value` in place of one part. */
const streamCursors = (value: CursorPart): readonly string[] => {
  const of = streamOf(key.tenantId);
  const parts: readonly (readonly CursorPart[])[] = [
    [value, of, [0, 0], 0, [0, 0]],
    [1, value, [0, 0], 0, [0, 0]],
    [1, of, value, 0, [0, 0]],
    [1, of, [value, 0], 0, [0, 0]],
    [1, of, [0, value], 0, [0, 0]],
    [1, of, [0, 0], value, [0, 0]],
    [1, of, [0, 0], 0, value],
  ];
  return parts.map(encodeCursor);
};

/** Status of a stream request; 200 if the stream begins. */
async function streamStatus(search: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  requests += 1;
  const path = `/me/monitoring/stream${search}`;
  const stream = await openEventStream(api.port, path, { authorization: `Bearer ${key.text}`, ...headers });
  stream.close();
  return stream.status;
}

test('R-47 SQL as the cursor of a stream, or in a part of one, is refused before the stream begins', async () => {
  const inQuery = (text: string): Promise<number> =>
    streamStatus(`?${new URLSearchParams({ cursor: text }).toString()}`);
  const inHeader = (text: string): Promise<number> => streamStatus('', { 'last-event-id': text });
  const valid = encodeCursor([1, streamOf(key.tenantId), [0, 0], 0, [0, 0]]);
  assert.equal([await inQuery(valid), await inHeader(valid)], [200, 200]);
  for (const payload of payloadsOfPlace()) {
    const texts = [payload, ...streamCursors(payload)];
    for (const text of texts) {
      const statuses = [
        await inQuery(text),
        ...(text !== payload || printable.includes(payload) ? [await inHeader(text)] : []),
      ];
      if (statuses.some((status) => status !== 400))
        failures.push(`stream ${JSON.stringify(text)}: ${statuses.join()}`);
    }
  }
  assert.equal(failures, []);
});

test('R-47 SQL in a part of the cursor of an export is refused, or is a position like any other', async () => {
  const whole = await ask('GET', '/me/monitoring/export', { key: key.text });
  const lines = whole.text.trimEnd().split('\n');
  const { cursor } = JSON.parse(lines.at(-1) ?? '') as { readonly cursor: string };
  const [version, of, since] = decodeCursor(cursor) as readonly CursorPart[];
  const exported = async (under: CursorPart, exportedUpTo: CursorPart = []): Promise<Reply> => {
    const search = new URLSearchParams({
      cursor: encodeCursor([version ?? 1, of ?? '', since ?? 0, exportedUpTo, 0, under]),
    });
    return ask('GET', `/me/monitoring/export?${search.toString()}`, { key: key.text });
  };
  const changesIn = ({ text }: Reply): readonly string[] =>
    [...text.matchAll(/^\{"id":"([^"]+)"/gm)].map(([, id = '']) => id);
  assert.is(changesIn(whole).length, 1);
  assert.equal(changesIn(await exported([[0, 99], 99, '', 0, ''])), changesIn(whole));
  for (const payload of payloadsOfPlace()) {
    for (const place of [
      [[0, 99], 99, payload, 0, ''],
      [[0, 99], 99, '', 0, payload],
    ]) {
      const reply = await exported(place);
      const known = changesIn(reply).every((id) => changesIn(whole).includes(id));
      if (reply.status !== 200 || !known)
        failures.push(`export ${JSON.stringify(place)}: ${reply.status} ${reply.text}`);
    }
    const refused = [
      await exported([payload, 99, '', 0, '']),
      await exported([[0, payload], 99, '', 0, '']),
      await exported([[0, 99], payload, '', 0, '']),
      await exported([[0, 99], 99, '', payload, '']),
      await exported(null, [0, payload]),
    ];
    for (const { status, text } of refused) if (status !== 400) failures.push(`export ${payload}: ${status} ${text}`);
  }
  assert.equal(failures, []);
});

test('R-47 SQL in a body is refused as a value, or stored unchanged', async () => {
  const [item] = (await api.get('/me/watchlist', key.text)).body['items'] as readonly { readonly id: string }[];
  for (const payload of payloads) {
    const added = await ask('POST', '/me/watchlist', { key: key.text, body: { assetId: payload } });
    assert.equal([added.status, added.body['code']], [400, 'invalid_parameter'], payload);
    const noted = await ask('PATCH', `/me/watchlist/${item?.id}`, { key: key.text, body: { note: payload } });
    assert.equal([noted.status, noted.body['note']], [200, payload]);
    const listed = await ask('GET', '/me/watchlist', { key: key.text });
    assert.is(memberOf(listed.body, 'items', '0', 'note'), payload, 'as the tables return it');
    const batch = { tokens: [{ caip19: payload }, { address: payload }, { address: payload, chain_slug: payload }] };
    const batchAnswer = await ask('POST', '/kyi/v1/tokens/batch', { key: key.text, body: batch });
    assert.ok(batchAnswer.status < 500, batchAnswer.text);
  }
  assert.is((await api.get('/assets', key.text)).status, 200);
  assert.equal((await api.fixture.reader.query('SELECT count() AS n FROM attestry.store_changes'))[0], { n: '1' });
});

test.run();
