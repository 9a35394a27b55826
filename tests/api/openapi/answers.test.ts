/** Every answer that an operation sends is described: its status, the media type of its body, and its headers. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiRoutes } from '../../../api/app.ts';
import type { Route } from '../../../api/route/route.ts';
import { type Harness, memberOf, openHarness, type TestKey } from '../harness.ts';
import { asset, assetId, change } from '../records.ts';

let api: Harness;
let document: Readonly<Record<string, unknown>>;
let key: TestKey;
let other: TestKey;

test.before(async () => {
  api = await openHarness();
  document = (await api.send('GET', '/openapi.json')).body;
  await api.declare(asset(1));
  key = await api.makeKey();
  other = await api.makeKey({ scopes: ['operator'] });
  await api.watch(key, assetId(1));
  await api.detect(change('described', 1));
});
test.after(() => api.close());

interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Sends a request, and ends it once the head of its answer is there: a stream has no end. */
const headOf = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Head> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest({ port: api.port, host: '127.0.0.1', method, path, headers }, (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Headers that every HTTP answer of the service may have, and that state nothing of the operation. */
const common = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-security-policy', 'content-type', 'date', 'vary'],
  ...['keep-alive', 'referrer-policy', 'transfer-encoding', 'x-content-type-options', 'strict-transport-security'],
  ...['access-control-allow-origin', 'x-accel-buffering', 'deprecation', 'sunset', 'cache-control', 'pragma'],
]);

const json = { 'content-type': 'application/json' };
const auth = ({ interface: of }: Route, { text }: TestKey): Readonly<Record<string, string>> => ({
  authorization: of === 'B' ? `Bearer ${text}` : text,
});

/** Requests of one operation, valid and not. */
const requestsOf = (route: Route) => {
  const path = route.path.replace(/:(\w+)/g, 'x');
  const mine = route.interface === 'service' ? {} : auth(route, key);
  return [
    ['as it is', path, mine],
    ['without a key', path, {}],
    ['with a wrong key', path, { authorization: 'Bearer x' }],
    ['without the scope', path, auth(route, other)],
    ['with an unknown parameter', `${path}?zzz=1`, mine],
    ['with wrong parameters', `${path}?cursor=x&days=x&category=x&item=1&page_size=x`, mine],
    ['with a wrong header', path, { ...mine, 'last-event-id': 'x y', 'if-none-match': 'x' }],
    ['conditional', path, { ...mine, 'if-none-match': '*' }],
    ['for a browser', path, { ...mine, accept: 'text/html' }],
    ['as a table', `${path}?format=csv`, mine],
    ['that is too long', `${path}?a=${'x'.repeat(9_000)}`, mine],
    ['with half a body', path, { ...mine, ...json }, '{'],
    ['with an empty body', path, { ...mine, ...json }, '{}'],
    ['with a body of another type', path, { ...mine, 'content-type': 'text/plain' }, 'x'],
    ['with a large body', path, { ...mine, ...json }, `"${'x'.repeat(2_000_000)}"`],
  ] as const;
};

function checkDescribed(route: Route, name: string, { status, headers }: Head): void {
  const at = `${route.operationId} ${name}: ${status}`;
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  const described = memberOf(document, 'paths', path, route.method.toLowerCase(), 'responses', String(status));
  assert.ok(described !== undefined, `${at} is not described`);
  const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
  const types = Object.keys((memberOf(described, 'content') as object | undefined) ?? {});
  if (type !== '') assert.ok(types.includes(type), `${at} has ${type}, described are ${types.join(', ')}`);
  const known = new Set(Object.keys(memberOf(described, 'headers') as object).map((header) => header.toLowerCase()));
  const others = Object.keys(headers).filter((header) => !common.has(header) && !known.has(header));
  assert.equal(others, [], `${at} has headers that are not described`);
}

test('FD-22 the answers to valid and invalid requests of every operation are described', async () => {
  for (const route of apiRoutes(api.dependencies)) {
    for (const [name, path, headers, body] of requestsOf(route)) {
      if (body !== undefined && route.body === undefined) continue;
      checkDescribed(route, name, await headOf(route.method, path, headers, body));
    }
  }
});

const routeOf = (operationId: string): Route => {
  const route = apiRoutes(api.dependencies).find((one) => one.operationId === operationId);
  if (route === undefined) throw new Error(`there is no ${operationId}`);
  return route;
};
const exampleOf = (operationId: string, type: string): string => {
  const { path } = routeOf(operationId);
  return String(memberOf(document, 'paths', path, 'get', 'responses', '200', 'content', type, 'example'));
};

test('the lines of an export are those that its description shows', async () => {
  const csv = await api.get('/me/monitoring/export?format=csv&days=365', key.text);
  assert.is(csv.text.split('\r\n')[0], exampleOf('exportChanges', 'text/csv').split('\r\n')[0]);
  const lines = await api.get('/me/monitoring/export?days=365', key.text);
  const namesOf = (text: string) => Object.keys(JSON.parse(text.split('\n')[0] ?? '') as object).sort();
  const shown = namesOf(exampleOf('exportChanges', 'application/x-ndjson'));
  assert.equal(
    shown.filter((name) => !namesOf(lines.text).includes(name)),
    [],
  );
  for (const name of ['revision', 'cursor', 'category']) assert.ok(shown.includes(name), name);
});

/** The text of a stream up to the end of its first notification; `opened` is called with its head. */
const streamed = (opened: (head: Head) => Promise<void>): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        port: api.port,
        host: '127.0.0.1',
        path: '/me/monitoring/stream',
        headers: auth(routeOf('streamChanges'), key),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
          if (!/event:notification\n[^]*?\n\n/.test(text)) return;
          response.destroy();
          resolve(text);
        });
        opened({ status: response.statusCode ?? 0, headers: response.headers }).catch(reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });

/** Names of the members of each event, by its name. */
const eventsIn = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...text.matchAll(/event:(\w+)\nid:.*\ndata:(.*)\n/g)].map(([, name = '', data = '{}']) => [
      name,
      Object.keys(JSON.parse(data) as object),
    ]),
  );

test('the events of a stream are those that its description shows', async () => {
  const text = await streamed(async (head) => {
    checkDescribed(routeOf('streamChanges'), 'with events', head);
    await api.detect(change('streamed', 1));
  });
  const [shown, sent] = [eventsIn(exampleOf('streamChanges', 'text/event-stream')), eventsIn(text)];
  assert.equal([...shown.keys()], ['change', 'notification']);
  for (const [name, members] of shown) {
    assert.equal(
      members.filter((member) => sent.get(name)?.includes(member) !== true),
      [],
      name,
    );
  }
});

test.run();
