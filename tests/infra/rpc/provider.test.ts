import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { NodeRefusal } from '../../../infra/rpc/node-words.ts';
import { createProvider, type RpcProvider, type RpcReply } from '../../../infra/rpc/provider.ts';
import { answersThatAreNone, endingsOf } from '../../support/raw-answers.ts';
import { withVirtualTime } from '../../support/virtual-time.ts';

interface RpcRequest {
  readonly id: number;
  readonly method: string;
}
type Handler = (sent: RpcRequest | readonly RpcRequest[], response: ServerResponse, hit: number) => void;
interface Context {
  server: Server;
  url: string;
  hits: (RpcRequest | readonly RpcRequest[])[];
  requests: IncomingMessage[];
  handler: Handler;
}

const test = suite<Context>('provider');
test.before(async (context) => {
  context.server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = JSON.parse(Buffer.concat(chunks).toString('utf8')) as RpcRequest;
      context.requests.push(request);
      context.hits.push(sent);
      context.handler(sent, response, context.hits.length);
    });
  });
  await new Promise<void>((resolve) => context.server.listen(0, '127.0.0.1', resolve));
  // The path holds a key, as those of providers do.
  context.url = `http://127.0.0.1:${(context.server.address() as AddressInfo).port}/v1/SECRETKEY`;
});
test.before.each((context) => {
  context.hits = [];
  context.requests = [];
});
test.after(async ({ server }) => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const provider = (
  { url }: Pick<Context, 'url'>,
  limits: Readonly<Record<string, number>> = {},
  clock = (): number => 0,
): RpcProvider =>
  createProvider({
    label: 'own',
    url,
    rate: null,
    clock,
    userAgent: 'attestry-test',
    limits,
    delays: { firstRetryMs: 1, longestRetryMs: 2 },
  });

const json = (response: ServerResponse, value: unknown, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
};

const list = (sent: RpcRequest | readonly RpcRequest[]): readonly RpcRequest[] => ('id' in sent ? [sent] : sent);
const echo = (sent: RpcRequest | readonly RpcRequest[]): readonly unknown[] =>
  list(sent).map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method }));

const ask = (methods: readonly string[]): readonly { method: string; params: readonly unknown[] }[] =>
  methods.map((method) => ({ method, params: [] }));

const results = (reply: RpcReply): readonly unknown[] =>
  reply.kind === 'answers' ? reply.answers.map((one) => (one.kind === 'result' ? one.result : one)) : [reply];

function assertFailed(reply: RpcReply, failure: string, message: RegExp): void {
  assert.is(reply.kind, 'failed', JSON.stringify(reply).slice(0, 200));
  if (reply.kind !== 'failed') return;
  assert.is(reply.failure, failure, reply.message);
  assert.match(reply.message, message);
  assert.match(reply.message, /^provider own: /);
  assert.not.match(reply.message, /SECRETKEY|127\.0\.0\.1/);
}

test('answers come in the order of the requests, whatever order the node answers in', async (context) => {
  context.handler = (sent, response) => json(response, [...echo(sent)].reverse());
  assert.equal(results(await provider(context).send(ask(['a', 'b', 'c']))), ['a', 'b', 'c']);
  assert.is(context.requests[0]?.headers['content-type'], 'application/json');
  assert.is(context.requests[0]?.headers.cookie, undefined);
});

test('one request is not sent as a batch; 101 are two bodies', async (context) => {
  context.handler = (sent, response) => json(response, Array.isArray(sent) ? echo(sent) : echo(sent)[0]);
  assert.equal(results(await provider(context).send(ask(['a']))), ['a']);
  const many = Array.from({ length: 101 }, (_, index) => `m${index}`);
  assert.equal(results(await provider(context).send(ask(many))), many);
  assert.equal(
    context.hits.map((hit) => list(hit).length),
    [1, 100, 1],
  );
});

test('an error of the node is an answer', async (context) => {
  context.handler = (_, response) => json(response, { id: 1, error: { code: 3, message: 'execution reverted' } });
  assert.equal(results(await provider(context).send(ask(['a']))), [
    { kind: 'error', code: 3, message: 'execution reverted' },
  ]);
});

test('of an error, its words are recorded in ours alone, and its own go to the operator without the key', async (context) => {
  const refusals: NodeRefusal[] = [];
  const time = { now: 0 };
  const node = createProvider({
    label: 'own',
    url: context.url,
    rate: null,
    clock: () => time.now,
    userAgent: 'attestry-test',
    onRefusal: (refusal) => refusals.push(refusal),
  });
  const errorFor = async (message: unknown, code = -32_005): Promise<readonly unknown[]> => {
    context.handler = (_, response) => json(response, { id: 1, error: { code, message, data: message } });
    return results(await node.send(ask(['a'])));
  };
  const recorded = [{ kind: 'error', code: -32_005, message: 'refused by the node' }];
  assert.equal(await errorFor(`<b>project ${new URL(context.url).host} / %73ecretkey is over its limit</b>`), recorded);
  assert.equal(refusals, [{ provider: 'own', code: -32_005, words: '<b>project … / … is over its limit</b>' }]);
  assert.equal(await errorFor('once more'), recorded);
  assert.is(refusals.length, 1, 'at most once a minute');
  time.now += 60_000;
  assert.equal(await errorFor(7), recorded);
  assert.equal(refusals.at(-1), { provider: 'own', code: -32_005, words: '' });
  const failed = [{ kind: 'error', code: 3, message: 'execution reverted' }];
  assert.equal(await errorFor('VM Exception: revert by the author, SECRETKEY', 3), failed);
  assert.is(refusals.length, 2, 'failed calls are no refusals');
});

test('an answer that would cost more than its kind may is refused before it is parsed, and not asked for again', async (context) => {
  const call = [{ method: 'eth_call', params: [] }];
  const cases: readonly (readonly [
    name: string,
    requests: Parameters<RpcProvider['send']>[0],
    body: string,
    message: RegExp,
  ])[] = [
    ['brackets', call, `{"id":1,"result":[${'[0],'.repeat(1_000)}0]}`, /has more than 400 values, and is not parsed/],
    ['commas', call, `{"id":1,"result":[${'0,'.repeat(1_000)}0]}`, /has more than 400 values/],
    ['members', call, `{"id":1,"result":{${'"a":{},'.repeat(1_000)}"b":0}}`, /has more than 400 values/],
    ['numbers that no comma parts', call, `{"id":1,"result":[${'0 '.repeat(1_000)}]}`, /has more than 400 values/],
    ['nesting', call, `{"id":1,"result":${'['.repeat(100)}${']'.repeat(100)}}`, /nests deeper than 64 levels/],
    [
      'bytes',
      [{ method: 'eth_chainId', params: [] }],
      `{"id":1,"result":"${'0'.repeat(40_000)}"}`,
      /more than 32768 bytes/,
    ],
  ];
  for (const [name, requests, body, message] of cases) {
    context.hits = [];
    context.handler = (_, response) => json(response, body);
    assertFailed(await provider(context).send(requests), 'invalid_answer', message);
    assert.is(context.hits.length, 1, name);
  }
});

test('an answer that is none ends by itself, or by the limit on time', async () => {
  for (const { name, bytes } of answersThatAreNone) {
    const reply = await endingsOf(bytes, (origin) =>
      provider({ url: `${origin}/v1/SECRETKEY` }, { totalTimeoutMs: 100 }).send(ask(['a'])),
    );
    assert.is(reply.kind, 'failed', name);
  }
});

test('a node that refused a batch gets the next one after a hundred single requests, then after twice as many', async (context) => {
  context.handler = (sent, response) =>
    json(response, Array.isArray(sent) ? { id: null, error: { code: -32005, message: 'busy' } } : echo(sent)[0]);
  const node = provider(context);
  const fifty = ask(Array.from({ length: 50 }, (_, n) => String(n)));
  const batchesOf = async (): Promise<number> => {
    context.hits = [];
    assert.is(results(await node.send(fifty)).length, 50);
    return context.hits.filter((sent) => Array.isArray(sent)).length;
  };
  const counts: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) counts.push(await batchesOf());
  assert.equal(counts, [1, 0, 1, 0, 0, 0, 1]);
  assert.is(node.takesBatches?.(), false);
  context.handler = (sent, response) => json(response, Array.isArray(sent) ? echo(sent) : echo(sent)[0]);
  for (let sends = 0; (await batchesOf()) === 0; sends += 1) assert.ok(sends < 8, 'batches are sent again');
  assert.is(context.hits.length, 1);
  assert.is(node.takesBatches?.(), true);
});

test('a node that takes no batches is asked one by one, from then on', async (context) => {
  context.handler = (sent, response) =>
    json(response, Array.isArray(sent) ? { id: null, error: { code: -32600, message: 'no batches' } } : echo(sent)[0]);
  const node = provider(context);
  assert.equal(results(await node.send(ask(['a', 'b']))), ['a', 'b']);
  assert.equal(results(await node.send(ask(['c', 'd']))), ['c', 'd']);
  assert.is(context.hits.length, 5);
  assert.is(node.takesBatches?.(), false);
});

test('whether a node takes batches is known once it was sent one', async (context) => {
  context.handler = (sent, response) => json(response, Array.isArray(sent) ? echo(sent) : echo(sent)[0]);
  const node = provider(context);
  assert.is(node.takesBatches?.(), null);
  await node.send(ask(['a']));
  assert.is(node.takesBatches?.(), null);
  await node.send(ask(['a', 'b']));
  assert.is(node.takesBatches?.(), true);
});

test('no digit of a number is lost', async (context) => {
  context.handler = (_, response) =>
    json(
      response,
      '{"id":1,"result":{"a":18446744073709551615,"b":12,"c":"18446744073709551615 \\"9007199254740993"}}',
    );
  assert.equal(results(await provider(context).send(ask(['a']))), [
    { a: '18446744073709551615', b: 12, c: '18446744073709551615 "9007199254740993' },
  ]);
});

test('a null result is an answer, not a missing one', async (context) => {
  context.handler = (_, response) => json(response, { id: 1, result: null });
  assert.equal(results(await provider(context).send(ask(['a']))), [null]);
});

const invalid: readonly (readonly [name: string, body: unknown, message: RegExp])[] = [
  [
    'a duplicate id',
    [
      { id: 1, result: 'a' },
      { id: 1, result: 'b' },
    ],
    /answered request 1 twice/,
  ],
  [
    'an unknown id',
    [
      { id: 1, result: 'a' },
      { id: 7, result: 'b' },
    ],
    /answered a request that was not sent/,
  ],
  [
    'an id as text',
    [
      { id: '1', result: 'a' },
      { id: 2, result: 'b' },
    ],
    /answered a request that was not sent/,
  ],
  ['a missing answer', [{ id: 1, result: 'a' }], /answered 1 of 2 requests/],
  ['neither result nor error', [{ id: 1 }, { id: 2, result: 'b' }], /neither a result nor an error/],
  [
    'result and error',
    [
      { id: 1, result: 'a', error: { code: 1, message: '' } },
      { id: 2, result: 'b' },
    ],
    /or both/,
  ],
  ['a text for a list', '"never"', /something else than a list/],
  ['cut JSON', '[{"id":1,"result":"a"},{"id":2,', /not JSON/],
  ['bytes that are not UTF-8', '[{"id":1,"result":"a"}', /not JSON/],
];

for (const [name, body, message] of invalid) {
  test(`an answer with ${name} is refused`, async (context) => {
    context.handler = (_, response) => json(response, body);
    assertFailed(await provider(context).send(ask(['a', 'b'])), 'invalid_answer', message);
    assert.is(context.hits.length, 4);
  });
}

test('HTML instead of JSON is refused', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html>');
  };
  assertFailed(await provider(context).send(ask(['a'])), 'invalid_answer', /not JSON/);
});

test('a redirect is not followed', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(307, { location: '/v1/SECRETKEY/elsewhere' });
    response.end();
  };
  assertFailed(await provider(context).send(ask(['a'])), 'refused', /redirects/);
  assert.is(context.requests.filter(({ url }) => url?.endsWith('elsewhere')).length, 0);
});

test('an answer of another status is refused after four attempts', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(503);
    response.end();
  };
  assertFailed(await provider(context).send(ask(['a'])), 'refused', /status 503/);
  assert.is(context.hits.length, 4);
});

test('after a 429 the provider waits for the time of its Retry-After', async (context) => {
  context.handler = (sent, response, hit) => {
    if (hit > 1) {
      json(response, echo(sent)[0]);
      return;
    }
    response.writeHead(429, { 'retry-after': '1' });
    response.end();
  };
  await withVirtualTime(async (time) => {
    const before = time.now();
    assert.equal(results(await time.during(provider(context, {}, time.now).send(ask(['a'])))), ['a']);
    assert.ok(time.now() - before >= 1_000, 'sent again too early');
  });
});

test('429 without an end is a failure', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(429);
    response.end();
  };
  assertFailed(await provider(context).send(ask(['a'])), 'rate_limited', /429/);
});

test('a failure that passes is not one', async (context) => {
  context.handler = (sent, response, hit) => {
    if (hit === 1) response.destroy();
    else json(response, echo(sent)[0]);
  };
  assert.equal(results(await provider(context).send(ask(['a']))), ['a']);
});

test('a cut body is a failure', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":1,"result":"a"}', () => void response.socket?.end());
  };
  assertFailed(await provider(context).send(ask(['a'])), 'unreachable', /no whole answer/);
});

test('an answer beyond the limit on size is a failure, inflated too', async (context) => {
  context.handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(`{"id":1,"result":"${'0'.repeat(100_000)}"}`));
  };
  assertFailed(
    await provider(context, { maximumInflatedBytes: 10_000 }).send(ask(['a'])),
    'invalid_answer',
    /more than 10000 bytes/,
  );
});

test('no answer in time is a failure', async (context) => {
  context.handler = () => undefined;
  await withVirtualTime(async (time) => {
    const reply = await time.during(provider(context, { totalTimeoutMs: 50 }).send(ask(['a'])));
    assertFailed(reply, 'unreachable', /no whole answer/);
  });
});

test('a node that does not listen is a failure', async () => {
  const node = provider({ url: 'http://127.0.0.1:9/SECRETKEY' });
  assertFailed(await node.send(ask(['a'])), 'unreachable', /no whole answer/);
});

test.run();
