// rule: R-43, also tests/cli/service/http/listener.test.ts, tests/api/http.test.ts
import { Agent } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { during } from './load.ts';
import { holdOpen, sendFor } from './held-connections.ts';
import { statusesIn } from './raw-sockets.ts';
import { polls, startWatchedService, type WatchedService } from './watched-service.ts';
import { pause, elapsedMs, withPatience } from '../support/real-time.ts';

let watched: WatchedService;
let port: number;

test.before(async () => {
  watched = await startWatchedService();
  port = Number(new URL(watched.service.httpUrl).port);
});
test.after(() => watched.sandbox.destroy());

const head = 'POST /me/watchlist HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const inner = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Smuggled: yes\r\n\r\n';

/** Requests that two HTTP servers in a chain could split differently; the request hidden in each must not be executed. */
const pairs: readonly (readonly [string, string])[] = [
  [
    'length and chunked',
    `${head}Content-Length: ${inner.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  ],
  ['chunked and length', `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${inner}`],
  ['two lengths', `${head}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`],
  ['a list of lengths', `${head}Content-Length: 0, ${inner.length}\r\n\r\n${inner}`],
  ['a signed length', `${head}Content-Length: +0\r\n\r\n${inner}`],
  ['a length in hexadecimal', `${head}Content-Length: 0x0\r\n\r\n${inner}`],
  ['chunked twice', `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${inner}`],
  ['unknown coding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`],
  ['space before the colon', `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`],
  ['a folded line', `${head}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${inner}`],
  ['line feeds alone', `GET /livez HTTP/1.1\nHost: localhost\nX: 1\n\n${inner}`],
  [
    'a carriage return in a header',
    `GET /livez HTTP/1.1\r\nHost: localhost\r\nX: a\rTransfer-Encoding: chunked\r\n\r\n${inner}`,
  ],
  ['a NUL in a header', `GET /livez HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n${inner}`],
  ['a wrong chunk size', `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${inner}`],
  ['a chunk extension without an end', `${head}Transfer-Encoding: chunked\r\n\r\n5;a\n12345\r\n0\r\n\r\n${inner}`],
  ['no host', `GET /livez HTTP/1.1\r\n\r\n${inner}`],
  ['two hosts', `GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n\r\n`],
  ['HTTP/0.9', 'GET /livez\r\n\r\n'],
  ['HTTP/2.0', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
];

test('R-43 requests that can be split in two ways are refused, and the request hidden in them is not executed', async () => {
  const odd: string[] = [];
  for (const [name, bytes] of pairs) {
    const { text } = await sendFor(port, bytes, 1_500);
    const statuses = statusesIn(text);
    const first = statuses[0];
    if (first !== 400 && first !== 421 && first !== 501 && first !== undefined) odd.push(`${name}: ${statuses.join()}`);
    if (statuses.length > 1) odd.push(`${name}: ${statuses.length} answers`);
  }
  assert.equal(odd, []);
});

test('R-43 a request of a megabyte of headers is 431', async () => {
  const bytes = `GET /livez HTTP/1.1\r\nHost: localhost\r\n${`X-Filler: ${'a'.repeat(1_000)}\r\n`.repeat(1_024)}\r\n`;
  const { text, ended } = await sendFor(port, bytes, 5_000);
  assert.equal([statusesIn(text), ended], [[431], true]);
});

test('R-43 500 slow clients and 1,000 silent ones: the other clients see p99 ≤ 300 ms, the slow ones are disconnected', async () => {
  const slow = await holdOpen(port, 500, 'X-Drip: 1\r\n');
  const silent = await holdOpen(port, 1_000, null);
  // This process opens the connections and measures: it must be idle again before it measures.
  await pause(1_000);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const load = {
    baseUrl: watched.service.httpUrl,
    headers: { authorization: `Bearer ${watched.key}` },
    agent,
    paths: polls,
    perSecond: 20,
  };
  const { figures, result: heldMs } = await during(load, async () => {
    const began = elapsedMs();
    while (slow.open() + silent.open() > 0 && elapsedMs() - began < withPatience(40_000)) await pause(500);
    return Math.round(elapsedMs() - began);
  });
  console.log('R-43', { ...figures, slowHeldMs: heldMs, slowLeft: slow.open(), silentLeft: silent.open() });
  slow.end();
  silent.end();
  agent.destroy();
  assert.equal(Object.keys(figures.statuses), ['200']);
  assert.equal(figures.failures, {});
  assert.ok(figures.p99 <= withPatience(300), `p99 ${figures.p99} ms`);
  assert.ok(heldMs < withPatience(40_000), 'slow and silent clients lose their connection');
});

test.run();
