// rule: sends by hand leave the places of writes and reads, also tests/explorer/pages/webhooks-by-hand.test.ts
/** 220 messages by hand to receivers that answer 101 or nothing, and nodes of brackets, while others read and write. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedUrl, createGuardedPost } from '../../../infra/fetch/guarded-post.ts';
import { createProvider } from '../../../infra/rpc/provider.ts';
import { asset, assetId, change } from '../../api/records.ts';
import { addEndpoint } from '../../api/readmodel/webhooks/endpoints.ts';
import { nowMs } from '../../support/real-time.ts';
import { answersThatAreNone, manualTimer, openRawServer, type RawServer } from '../../support/raw-answers.ts';
import { openPages, post, signIn, tokenOf, visit } from '../harness.ts';

const tenants = 55;
const ofTenant = 4;
const assets = 30;

/** A node that answers every request with 50 MB of lists, without a length. */
async function openNodeOfBrackets() {
  const piece = Buffer.from('[0],'.repeat(16_384));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"jsonrpc":"2.0","id":1,"result":[');
    let left = 800;
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(piece)) {
          response.once('drain', write);
          return;
        }
      }
      if (!response.destroyed) response.end('0]}');
    };
    response.on('error', () => undefined);
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

/** Resolves once so many requests have reached a receiver. */
const arrivals = ({ onRequest }: RawServer, count: number): Promise<void> =>
  new Promise((resolve) => {
    let arrived = 0;
    onRequest(() => {
      arrived += 1;
      if (arrived === count) resolve();
    });
  });

test('W-06 all are over, no write and no read of others is refused, and no answer of a node is parsed', async () => {
  const switching = await openRawServer(answersThatAreNone[0]?.bytes ?? '');
  const silent = await openRawServer('');
  const node = await openNodeOfBrackets();
  const allow = [switching.host, silent.host];
  const timer = manualTimer();
  const send = createGuardedPost({ allow, userAgent: 'test', startTimer: timer.startTimer });
  const check = (url: string): URL => checkedUrl(url, new Set(allow)).url;
  const api = await openPages({ webhookSender: { post: send, check } });
  await api.declare(...Array.from({ length: assets }, (_, n) => asset(n + 1)));
  const waiting: Promise<number>[] = [];
  for (let tenant = 0; tenant < tenants; tenant += 1) {
    const key = await api.makeKey();
    const cookie = await signIn(api, key.text);
    const receiver = tenant % 2 === 0 ? switching : silent;
    const path = `/account/webhooks/${await addEndpoint(api, key, receiver.origin)}`;
    const token = tokenOf(await visit(api, path, { cookie }), path);
    const arrived = arrivals(receiver, ofTenant);
    for (let n = 0; n < ofTenant; n += 1) {
      waiting.push(post(api, path, { token, do: 'test' }, { cookie }).then(({ status }) => status));
    }
    await arrived;
  }
  const provider = createProvider({ label: 'own', url: node.url, rate: null, clock: nowMs, userAgent: 'test' });
  const asked = ['eth_chainId', 'eth_call', 'eth_getLogs', 'eth_getBlockByNumber'].map((method) =>
    provider.send([{ method, params: [] }]),
  );
  const other = await api.makeKey();
  const statuses: Record<string, number> = {};
  const count = ({ status }: { readonly status: number }): void =>
    void (statuses[status] = (statuses[status] ?? 0) + 1);
  for (let n = 1; n <= assets; n += 1) {
    count(await api.send('POST', '/me/watchlist', { key: other.text, body: { assetId: assetId(n) } }));
    await api.detect(change(`beside ${n}`, n));
    count(await api.get('/me/monitoring/changes', other.text));
  }
  assert.equal(statuses, { 200: assets, 201: assets });
  assert.is(api.formsInFlight(), 0);
  for (const reply of await Promise.all(asked)) {
    assert.is(reply.kind === 'failed' && reply.failure, 'invalid_answer', JSON.stringify(reply).slice(0, 200));
  }
  timer.expire();
  assert.is(waiting.length, 220);
  assert.equal(new Set(await Promise.all(waiting)), new Set([303]));
  await Promise.all([api.close(), switching.close(), silent.close()]);
  node.close();
});

test.run();
