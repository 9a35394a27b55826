/** Webhooks by API: what a key holder does with endpoints, and what the receiver gets. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEndpoints } from '../../../api/readmodel/webhooks/queries.ts';
import { tablesOfTenant } from '../../../api/readmodel/tables/tenant-tables.ts';
import {
  endpointHost,
  type Harness,
  itemsOf,
  memberOf,
  openHarness,
  type TestKey,
  webhookSenderTo,
} from '../harness.ts';
import { addEndpoint } from '../readmodel/webhooks/endpoints.ts';
import { now } from '../records.ts';

/** Where the receiver listens, a free port. */
let host: string;
let url: string;
const list = '/me/webhooks';

interface ReceivedRequest {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

let api: Harness;
const received: ReceivedRequest[] = [];
const answer = { status: 204, text: '' };
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}/in?a=1`;
  api = await openHarness({ webhookSender: webhookSenderTo(endpointHost, host) });
});
test.before.each(() => {
  received.length = 0;
  Object.assign(answer, { status: 204, text: '' });
});
test.after(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});

const create = ({ text }: TestKey, address: string = url) =>
  api.send('POST', list, { key: text, body: { url: address } });

/** A key with a webhook, and what acts on it. */
async function withWebhook() {
  const key = await api.makeKey();
  const made = await create(key);
  const path = `${list}/${String(made.body['id'])}`;
  const act = (method: string, below = '', body?: object) =>
    api.send(method, `${path}${below}`, { key: key.text, ...(body === undefined ? {} : { body }) });
  return { key, made, path, act, secret: String(made.body['secret']) };
}

/** Whether the reference library signs the message in the same way. */
const verifies = ({ text, headers }: ReceivedRequest, secret: string): boolean => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signed = new Webhook(secret).sign(String(headers['webhook-id']), at, text);
  return String(headers['webhook-signature']).split(' ').includes(signed);
};

test('W-07 FD-14 a webhook is made with a secret that no other answer and no table has', async () => {
  const { key, made, path, act, secret } = await withWebhook();
  assert.is(made.status, 201);
  assert.is(made.headers['location'], path);
  assert.is(made.headers['cache-control'], 'no-store');
  assert.is(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
  const { secret: _, ...shown } = made.body;
  assert.equal((await act('GET')).body, shown);
  assert.equal((await api.get(list, key.text)).body, { items: [shown], limit: 10, used: 1 });
  assert.equal([shown['url'], shown['enabled'], shown['createdAt']], [url, true, new Date(now).toISOString()]);
  const stored = await readEndpoints(tablesOfTenant(api.dependencies.tables, key.tenantId));
  for (const text of [secret, host]) assert.not.match(JSON.stringify(stored), text);
});

test('W-07 FD-14 a test is signed, and its answer states what came of it; the receiver may fail', async () => {
  const { act, secret } = await withWebhook();
  const sent = await act('POST', '/test');
  assert.equal(
    [sent.status, sent.body['outcome'], sent.body['status'], sent.body['attempt']],
    [200, 'delivered', 204, 0],
  );
  assert.ok(received.length === 1 && received.every((one) => verifies(one, secret)));
  assert.is(memberOf(JSON.parse(received[0]?.text ?? ''), 'type'), 'webhook.test');
  Object.assign(answer, { status: 500, text: 'no' });
  const failed = await act('POST', '/test');
  assert.equal(
    [failed.status, failed.body['outcome'], failed.body['status'], failed.body['error'], failed.body['answer']],
    [200, 'failed', 500, 'It answered 500.', 'no'],
  );
  const tries = itemsOf(await act('GET', '/deliveries'));
  assert.equal(
    tries.map(({ messageId }) => messageId).sort(),
    [sent.body['messageId'], failed.body['messageId']].sort(),
  );
  assert.is(itemsOf(await act('GET', '/deliveries?limit=1')).length, 1);
  for (const limit of ['0', '201', 'x', ''])
    assert.is((await act('GET', `/deliveries?limit=${limit}`)).status, 400, limit);
  const { failingSince, pending, enabled } = (await act('GET')).body;
  assert.equal([failingSince, pending, enabled], [null, 0, true]);
});

test('W-07 FD-14 after a rotation both secrets sign for a day', async () => {
  const { act, secret } = await withWebhook();
  const rotated = await act('POST', '/rotate');
  assert.equal([rotated.status, rotated.headers['cache-control']], [200, 'no-store']);
  const until = new Date(now + 24 * 3_600_000).toISOString();
  assert.is(rotated.body['previousSecretUntil'], until);
  assert.is((await act('GET')).body['previousSecretUntil'], until);
  await act('POST', '/test');
  const [message] = received;
  assert.ok(message !== undefined && verifies(message, secret) && verifies(message, String(rotated.body['secret'])));
});

test('W-07 FD-14 a webhook is paused, enabled, moved and removed; what the body does not name stays', async () => {
  const { key, act } = await withWebhook();
  const paused = await act('PATCH', '', { enabled: false });
  assert.equal([paused.status, paused.body['enabled'], paused.body['reason']], [200, false, 'stopped']);
  const moved = await act('PATCH', '', { url: `http://${endpointHost}/other` });
  assert.equal([moved.body['enabled'], moved.body['url']], [false, `http://${endpointHost}/other`]);
  const enabled = await act('PATCH', '', { enabled: true });
  assert.equal([enabled.body['enabled'], enabled.body['reason'], enabled.body['url']], [true, null, moved.body['url']]);
  for (const body of [{}, { enabled: 'yes' }, { secret: 'whsec_x' }, { url: null }, { url: 'https://10.0.0.1/' }]) {
    assert.is((await act('PATCH', '', body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await act('GET')).body, enabled.body);
  assert.is((await act('DELETE')).status, 204);
  for (const [method, below] of everyAction) {
    assert.is((await act(method, below, bodyOf(method))).status, 404, `${method} ${below}`);
  }
  assert.equal(itemsOf(await api.get(list, key.text)), []);
});

/** What may be done with one webhook. */
const everyAction = [
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', '/test'],
  ['POST', '/rotate'],
  ['GET', '/deliveries'],
] as const;
const bodyOf = (method: string): object | undefined => (method === 'PATCH' ? { enabled: true } : undefined);

test('K-11 a webhook of another key holder is like one that never existed', async () => {
  const { path } = await withWebhook();
  const { text } = await api.makeKey();
  for (const [method, below] of everyAction) {
    const body = bodyOf(method);
    const given = { key: text, ...(body === undefined ? {} : { body }) };
    const foreign = await api.send(method, `${path}${below}`, given);
    const unknown = await api.send(method, `${list}/${randomUUID()}${below}`, given);
    const malformed = await api.send(method, `${list}/x${below}`, given);
    const shown = [foreign, unknown, malformed].map((reply) => [reply.status, reply.body['message']]);
    assert.equal(shown, [shown[0], shown[0], shown[0]]);
    assert.is(foreign.status, 404, `${method} ${below}`);
  }
});

test('K-08 webhooks need both scopes: they send what `monitoring:read` reads', async () => {
  const { path } = await withWebhook();
  for (const scope of ['monitoring:read', 'watchlist:write'] as const) {
    const { text } = await api.makeKey({ scopes: [scope] });
    assert.is((await api.get(list, text)).status, 403, scope);
    assert.is((await api.send('POST', list, { key: text, body: { url } })).status, 403, scope);
    for (const [method, below] of everyAction) {
      assert.is((await api.send(method, `${path}${below}`, { key: text })).status, 403, `${scope} ${method} ${below}`);
    }
  }
});

test('W-03 an address that nothing is sent to is 400 with its reason; the operator may allow one', async () => {
  const key = await api.makeKey();
  for (const [address, reason] of [
    ['http://example.com/in', /not reached by https/],
    ['https://10.0.0.1/in', /is not a public address/],
    ['https://[::ffff:a00:1]/in', /is not a public address/],
    ['https://example.com:8443/', /port 8443/],
    ['https://user:word@example.com/', /credentials/],
    ['ftp://example.com/', /neither http nor https/],
    ['', /is not a URL/],
    [`https://example.com/${'x'.repeat(2_000)}`, /up to 2000 characters/],
  ] as const) {
    const reply = await create(key, address);
    assert.equal([reply.status, memberOf(reply.body, 'details', '0', 'parameter')], [400, 'url'], address);
    assert.match(String(reply.body['message']), reason);
  }
  assert.is((await create(key, `http://${endpointHost}/`)).status, 201, 'one that is allowed');
});

test('the eleventh webhook is 409 `limit_reached`', async () => {
  const key = await api.makeKey();
  for (let n = 0; n < 10; n += 1) await addEndpoint(api, key, `http://${endpointHost}/${n}`);
  const more = await create(key);
  assert.equal([more.status, more.body['code']], [409, 'limit_reached']);
  assert.match(String(more.body['message']), /at most 10 endpoints; remove one first/);
  assert.is((await api.get(list, key.text)).body['used'], 10);
});

test.run();
