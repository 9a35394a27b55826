/** Messages about a node are public: wherever the node puts its words or its key, none of them has any. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createProvider } from '../../../../infra/rpc/provider.ts';
import type { NodeRefusal } from '../../../../infra/rpc/node-words.ts';
import { readProviderStatus } from '../../../../pipeline/publishers/chain/provider-status.ts';
import { chainBySlug } from '../../../../schemas/values/chains.ts';

const words = 'BUY-NOW';
const key = 'abcdef0123456789';

interface RpcRequest {
  readonly id: number;
}
type Node = (sent: readonly RpcRequest[], response: ServerResponse) => void;

const answering =
  (member: (sent: RpcRequest) => object): Node =>
  (sent, response) => {
    const answers = sent.map((one) => ({ jsonrpc: '2.0', id: one.id, ...member(one) }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers));
  };

const message = `${words} ${key.toUpperCase()} %61bcdef0123456789`;
const nodes: readonly (readonly [name: string, node: Node])[] = [
  ['the message of an error', answering(() => ({ error: { code: -32_000, message: message, data: message } }))],
  ['the code of an error', answering(() => ({ error: { code: 1e300, message: message } }))],
  [
    'the message of a failed call',
    answering(() => ({ error: { code: 3, message: `execution reverted: ${message}` } })),
  ],
  ['a result of another type', answering(() => ({ result: message }))],
  ['a result of another form', answering(() => ({ result: { number: message, hash: message, timestamp: message } }))],
  ['an id', answering(() => ({ id: message, result: '0x1' }))],
  ['members beside the answer', answering(() => ({ [message]: message }))],
  [
    'a body that is not JSON',
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(message),
  ],
  ['a media type', (_, response) => response.writeHead(200, { 'content-type': `${words}/${key}` }).end('{}')],
  [
    'a content encoding',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': words }).end('{}'),
  ],
  ['a reason of a status', (_, response) => response.writeHead(403, message.replaceAll('%', '')).end(message)],
  ['a redirect', (_, response) => response.writeHead(302, { location: `https://${words}.example/${key}` }).end()],
  ['a header of a wait', (_, response) => response.writeHead(429, { 'retry-after': `${words} ${key}` }).end()],
];

for (const [name, node] of nodes) {
  test(`a node whose words are in ${name}`, async () => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const sent = JSON.parse(Buffer.concat(chunks).toString('utf8')) as RpcRequest | readonly RpcRequest[];
        node('id' in sent ? [sent] : sent, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const refusals: NodeRefusal[] = [];
    const provider = createProvider({
      label: 'own',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/${key}`,
      rate: null,
      clock: () => 0,
      userAgent: 'test',
      delays: { firstRetryMs: 1, longestRetryMs: 1 },
      onRefusal: (refusal) => refusals.push(refusal),
    });
    for (const slug of ['ethereum', 'solana']) {
      const chain = chainBySlug(slug);
      assert.ok(chain);
      const status = await readProviderStatus(provider, chain, 0);
      assert.ok(status.problem !== null);
      assert.not.match(JSON.stringify(status), new RegExp(`${words}|${key}|1e\\+?300`, 'i'));
    }
    // The operator sees them, without the key.
    assert.is(refusals.length, name.endsWith('of an error') ? 1 : 0);
    assert.not.match(JSON.stringify(refusals), new RegExp(key, 'i'));
    server.closeAllConnections();
    server.close();
  });
}

test.run();
