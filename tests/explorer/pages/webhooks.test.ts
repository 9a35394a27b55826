/** Pages of webhooks: what a key holder does with endpoints, and what the receiver gets. */
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEndpoints } from '../../../api/readmodel/webhooks/queries.ts';
import { tablesOfTenant } from '../../../api/readmodel/tables/tenant-tables.ts';
import type { WebhookDelivery } from '../../../schemas/generated/records.ts';
import type { Harness, TestKey } from '../../api/harness.ts';
import { asset, assetId, change, now } from '../../api/records.ts';
import { addEndpoint } from '../../api/readmodel/webhooks/endpoints.ts';
import { elementsOf, listeningHost, openPages, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

const address = `http://${listeningHost}/in?<b>=1`;
const list = '/account/webhooks';

interface ReceivedRequest {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}
let api: Harness;
const received: ReceivedRequest[] = [];
const answer = { status: 200, text: '' };
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const headers = request.headers as Readonly<Record<string, string>>;
    received.push({ text: Buffer.concat(chunks).toString('utf8'), headers });
    response.writeHead(answer.status).end(answer.text);
  });
});
test.before(async () => {
  api = await openPages();
  await api.declare(asset(1));
  const [host = '', port] = listeningHost.split(':');
  await new Promise<void>((resolve) => server.listen(Number(port), host, resolve));
});
test.before.each(() => {
  received.length = 0;
  Object.assign(answer, { status: 200, text: '' });
});
test.after(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});

const endpointsOf = ({ tenantId }: TestKey) => readEndpoints(tablesOfTenant(api.dependencies.tables, tenantId));

async function add(cookie: string, url: string) {
  const token = tokenOf(await visit(api, list, { cookie }), list);
  return post(api, list, { token, url }, { cookie });
}

/** A key with an endpoint, and what acts on it. */
async function withEndpoint() {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  const created = await add(cookie, address);
  const [endpoint] = await endpointsOf(key);
  if (endpoint === undefined) throw new Error('no endpoint');
  const path = `${list}/${endpoint.endpointId}`;
  const page = () => visit(api, path, { cookie });
  const act = async (fields: Readonly<Record<string, string>>) =>
    post(api, path, { token: tokenOf(await page(), path), ...fields }, { cookie });
  const secret = /whsec_[A-Za-z0-9+/=]+/.exec(textOf(created))?.[0] ?? '';
  return { key, cookie, created, endpoint, path, page, act, secret };
}

const verifies = ({ text, headers }: ReceivedRequest, secret: string): boolean => {
  try {
    // The clock of the harness is not that of the library.
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const signed = new Webhook(secret).sign(String(headers['webhook-id']), at, text);
    return String(headers['webhook-signature']).split(' ').includes(signed);
  } catch {
    return false;
  }
};

test('an endpoint is added with a secret that is shown once, and is on no page and in no table afterwards', async () => {
  const { key, cookie, created, endpoint, page, secret } = await withEndpoint();
  assert.is(created.status, 200);
  assert.match(created.headers['cache-control'] ?? '', /no-store/);
  assert.match(textOf(created), /shown only now/);
  assert.is(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
  for (const text of [(await visit(api, list, { cookie })).text, (await page()).text, JSON.stringify(endpoint)]) {
    assert.not.match(text, secret);
  }
  assert.not.match(JSON.stringify(endpoint), listeningHost);
  assert.match(textOf(await visit(api, '/account', { cookie })), /Webhooks 1 endpoint/);
  assert.is((await endpointsOf(key)).length, 1);
});

/** Addresses that are not public, in every spelling that a URL may have. */
const privateHosts = [
  ...['10.0.0.1', '10.0.0.1.', '10.1', '167772161', '0xa000001', '0x0a.0.0.1', '012.0.0.1', '１０.0.0.1'],
  ...['127.0.0.1', '0', '100.64.0.1', '169.254.169.254', '172.31.255.255', '192.168.0.1', '168.63.129.16', '224.0.0.1'],
  ...['[::]', '[::1]', '[::ffff:10.0.0.1]', '[::ffff:a00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::10.0.0.1]', '[fd00::1]'],
  ...['[fe80::1]', '[fec0::1]', '[ff02::1]', '[64:ff9b::a00:1]', '[64:ff9b:1::1]', '[2002:a00:1::]', '[2001:db8::1]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost'],
];

test('W-03 an address that is not https, has another port, with credentials or no address is refused in words', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  const cases: readonly (readonly [url: string, reason: RegExp])[] = [
    ['http://example.com/in', /not reached by https/],
    ...privateHosts.map((host) => [`https://${host}/in`, /is not a public address/] as const),
    ['https://user:word@example.com/', /credentials/],
    ['https://example.com:8443/', /port 8443/],
    ['javascript:alert(1)', /neither http nor https/],
    ['', /is not a URL/],
    [`https://example.com/${'x'.repeat(2_000)}`, /up to 2000 characters/],
  ];
  for (const [url, reason] of cases) {
    const reply = await add(cookie, url);
    assert.is(reply.status, 400, url);
    assert.match(textOf(reply), reason, url);
  }
  assert.equal(await endpointsOf(key), []);
});

test('W-03 an endpoint with a private address gets no connection, and its page states why', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  // As one whose name was public when it was added.
  for (const url of ['https://10.0.0.1/in', 'https://[fd00::1]/in', 'https://localhost/']) {
    const id = await addEndpoint(api, key, url);
    const path = `${list}/${id}`;
    const token = tokenOf(await visit(api, path, { cookie }), path);
    await post(api, path, { token, do: 'test' }, { cookie });
    assert.match(textOf(await visit(api, path, { cookie })), /Failed \S+ is not a public address\./, url);
  }
});

test('W-05 a test and a message sent again reach the receiver, and touch neither cursor nor failure counters', async () => {
  const { key, endpoint, act, page, secret } = await withEndpoint();
  await api.watch(key, assetId(1));
  Object.assign(answer, { status: 500, text: '<script>alert(1)</script>' });
  assert.is((await act({ do: 'test' })).status, 303);
  const shown = await page();
  assert.match(textOf(shown), /A test .* Failed It answered 500\./);
  assert.match(textOf(shown), /<script>alert\(1\)<\/script>/);
  assert.is(elementsOf(shown.text).filter(({ name }) => name === 'script').length, 1, 'only our own');
  assert.ok(elementsOf(shown.text).every(({ onSomething }) => !onSomething));
  answer.status = 204;
  await api.detect(change('again', 1));
  const delivery: WebhookDelivery = {
    endpointId: endpoint.endpointId,
    messageId: `${change('again', 1).id}:0`,
    kind: 'change.created',
    tries: 1,
    outcome: 'failed',
    status: 500,
    error: 'It answered 500.',
    answer: null,
    durationMs: 3,
    at: now,
    cursor: endpoint.cursor,
  };
  await api.give(key.tenantId, 'webhook.progress', { endpointId: endpoint.endpointId, deliveries: [delivery] });
  const again = { do: 'again', message: delivery.messageId, at: String(delivery.at) };
  assert.is((await act(again)).status, 303);
  assert.equal(
    received.map(({ headers }) => headers['webhook-id']?.split(':')[0]),
    ['test', change('again', 1).id.split(':')[0]],
  );
  assert.is(received[1]?.headers['webhook-id'], delivery.messageId);
  assert.ok(received.every((one) => verifies(one, secret)));
  const [after] = await endpointsOf(key);
  assert.equal(after, endpoint);
  assert.match(textOf(await page()), /by hand A change .* Delivered It answered 204\./);
  assert.is((await act({ ...again, at: '1' })).status, 404);
  await api.give(key.tenantId, 'watch.remove', { itemId: await api.watch(key, assetId(1)) });
  const gone = await act(again);
  assert.is(gone.status, 404);
  assert.match(textOf(gone), /cannot be sent again/);
});

test('W-01 after a rotation both secrets sign for 24 hours', async () => {
  const { act, page, secret } = await withEndpoint();
  const rotated = await act({ do: 'rotate' });
  const next = /whsec_[A-Za-z0-9+/=]+/.exec(textOf(rotated))?.[0] ?? '';
  assert.match(textOf(rotated), /signed with the secret before it as well until/);
  assert.is.not(next, secret);
  await act({ do: 'test' });
  const [both] = received;
  assert.ok(both !== undefined && verifies(both, secret) && verifies(both, next));
  assert.match(textOf(await page()), /Signed with both secrets until/);
});

test('W-04 a disabled endpoint is named on its page and on the account, and is enabled, paused and removed', async () => {
  const { key, cookie, endpoint, path, page, act } = await withEndpoint();
  const { endpointId, cursor } = endpoint;
  const state = { after: 0, cursor, pending: [], failingSince: now, reason: 'gone' } as const;
  await api.give(key.tenantId, 'webhook.progress', { endpointId, deliveries: [], state });
  for (const one of [path, list, '/account']) {
    assert.match(
      textOf(await visit(api, one, { cookie })),
      /It answered 410 \(gone\), so nothing is sent any more/,
      one,
    );
  }
  assert.is((await act({ do: 'test' })).status, 303);
  assert.is(received.length, 1, 'a test works on a disabled endpoint');
  await act({ do: 'enable' });
  assert.match(textOf(await page()), /Enabled/);
  await act({ do: 'pause' });
  assert.match(textOf(await page()), /You paused it/);
  assert.not.match(textOf(await visit(api, '/account', { cookie })), /is disabled/);
  assert.is((await act({ do: 'other' })).status, 400);
  assert.is((await act({ do: 'remove' })).headers['location'], list);
  assert.is((await page()).status, 404);
});

test('U-16, U-17 the pages need both scopes, a form its token, and an endpoint its tenant', async () => {
  const { path, page, act, cookie } = await withEndpoint();
  const reader = await signIn(api, (await api.makeKey({ scopes: ['monitoring:read'] })).text);
  for (const one of [list, path]) assert.is((await visit(api, one, { cookie: reader })).status, 403, one);
  assert.not.match(textOf(await visit(api, '/account', { cookie: reader })), /Webhooks/);
  const stranger = await signIn(api, (await api.makeKey()).text);
  assert.is((await visit(api, path, { cookie: stranger })).status, 404);
  assert.is((await visit(api, path)).status, 303);
  const token = tokenOf(await page(), path);
  assert.is((await post(api, path, { do: 'test', token: '' }, { cookie })).status, 403);
  assert.is((await post(api, path, { do: 'test', token }, { cookie: stranger })).status, 403);
  assert.is((await post(api, list, { url: 'https://example.com/', token }, { cookie })).status, 403, 'of another form');
  assert.is((await post(api, path, { do: 'test', token }, { cookie, 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal(received, []);
  assert.is((await act({ do: 'test' })).status, 303);
});

test('a tenant has ten endpoints at most, and the page then has no form', async () => {
  const { key, cookie } = await withEndpoint();
  const token = tokenOf(await visit(api, list, { cookie }), list);
  for (let n = 1; n < 10; n += 1) assert.is((await add(cookie, `http://${listeningHost}/${n}`)).status, 200);
  assert.match(textOf(await visit(api, list, { cookie })), /You have 10 endpoints, the maximum/);
  const more = await post(api, list, { token, url: address }, { cookie });
  assert.is(more.status, 409);
  assert.match(textOf(more), /at most 10 endpoints/);
  assert.is((await endpointsOf(key)).length, 10);
});

test.run();
