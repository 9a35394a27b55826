import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiRoutes } from '../../api/app.ts';
import type { Route } from '../../api/route.ts';
import { type Harness, memberOf, openHarness, type Reply, type TestKey } from '../api/harness.ts';
import { asset, assetId, change } from '../api/records.ts';

/** Texts that would be more than text in a query. */
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
  '${1+1}',
  '😀',
] as const;

/** What is nothing to anybody. */
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
test.after(() => api.close());

const pathOf = (route: Route, params: Readonly<Record<string, string>>): string =>
  route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? harmless));

const send = (
  route: Route,
  path: string,
  more: { readonly body?: object; readonly headers?: Record<string, string> } = {},
) =>
  api.send(route.method, path, {
    key: key.text,
    headers: { 'x-request-id': 'same', ...more.headers },
    ...(more.body === undefined ? {} : { body: more.body }),
  });

/** What an answer says apart from the value it repeats. */
const meaning = ({ status, body }: Reply): string =>
  JSON.stringify([status, body['code'] ?? null, status < 400 || status === 404 ? body : null]);

/** Routes that read the tables or the registry, but for the one whose answer does not end. */
const routes = (): readonly Route[] =>
  apiRoutes(api.dependencies).filter(
    ({ interface: of, operationId }) => of !== 'service' && operationId !== 'streamChanges',
  );

const failures: string[] = [];
const compare = async (what: string, ask: (value: string) => Promise<Reply>): Promise<void> => {
  const expected = meaning(await ask(harmless));
  for (const payload of payloads) {
    const reply = await ask(payload);
    if (reply.status >= 500) failures.push(`${what}=${JSON.stringify(payload)}: ${reply.status}`);
    else if (meaning(reply) !== expected)
      failures.push(`${what}=${JSON.stringify(payload)}: ${meaning(reply)} is not ${expected}`);
  }
};

test('R-47 SQL in a query parameter means what any unknown text means', async () => {
  for (const route of routes()) {
    const example = Object.values(route.examples)[0];
    for (const name of Object.keys(route.query?.parameters ?? {})) {
      // The 400 that names two forms at once comes before the one for the value.
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

test('R-47 SQL in a path is an unknown path or id', async () => {
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

test('R-47 SQL in a header or as a key is text', async () => {
  const list = routes().find(({ operationId }) => operationId === 'getWatchlist');
  if (list === undefined) throw new Error('there is a route getWatchlist');
  const printable = payloads.filter((payload) => /^[\x20-\x7e]+$/.test(payload));
  for (const payload of printable) {
    for (const header of ['if-none-match', 'traceparent', 'accept-encoding', 'user-agent', 'x-request-id']) {
      const reply = await send(list, '/me/watchlist', { headers: { [header]: payload } });
      // `*` names every tag.
      assert.is(reply.status, header === 'if-none-match' && payload === '*' ? 304 : 200, `${header}: ${payload}`);
    }
    const [id = '', secret = ''] = key.text.split('_').slice(1);
    for (const text of [
      payload,
      `attestry_${payload}_${secret}`,
      `attestry_${id}_${payload}`,
      `${key.text}${payload}`,
    ]) {
      const asked = await api.send('GET', '/me/watchlist', { headers: { authorization: `Bearer ${text}` } });
      assert.is(asked.status, 401, text);
    }
  }
});

test('R-47 SQL in a body is refused as a value, or kept to the letter', async () => {
  const [item] = (await api.get('/me/watchlist', key.text)).body['items'] as readonly { readonly id: string }[];
  for (const payload of payloads) {
    const added = await api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: payload } });
    assert.equal([added.status, added.body['code']], [400, 'invalid_parameter'], payload);
    const noted = await api.send('PATCH', `/me/watchlist/${item?.id}`, { key: key.text, body: { note: payload } });
    assert.equal([noted.status, noted.body['note']], [200, payload]);
    const listed = await api.get('/me/watchlist', key.text);
    assert.is(memberOf(listed.body, 'items', '0', 'note'), payload, 'as the tables give it back');
    const batch = { tokens: [{ caip19: payload }, { address: payload }, { address: payload, chain_slug: payload }] };
    const looked = await api.send('POST', '/kyi/v1/tokens/batch', { key: key.text, body: batch });
    assert.ok(looked.status < 500, looked.text);
  }
  assert.is((await api.get('/assets', key.text)).status, 200);
  assert.equal((await api.fixture.reader.query('SELECT count() AS n FROM attestry.store_changes'))[0], { n: '1' });
});

test.run();
