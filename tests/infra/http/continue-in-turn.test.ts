import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { continueInTurn } from '../../../infra/http/continue-in-turn.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends bytes once; `answer` has all requests of the connection. Resolves with all bytes of the answers. */
async function exchange(bytes: string, count: number, answer: (all: readonly Exchange[]) => void): Promise<string> {
  const all: Exchange[] = [];
  const server = createServer((request, response) => {
    if (all.push({ request, response }) === count) answer(all);
  });
  continueInTurn(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => void (received += chunk.toString('latin1')));
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
  server.close();
  return text;
}

const sendAnswer = ({ response }: Exchange, body: string): void => {
  const bytes = Buffer.from(body);
  response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
};
const plain = 'GET /1 HTTP/1.1\r\nHost: a\r\n\r\n';
const expecting =
  'POST /2 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 1\r\n\r\n';
const shapeOf = (text: string): readonly string[] =>
  text
    .split('\r\n')
    .flatMap((line) => (line.startsWith('HTTP/1.1 ') || /^\w+ answer/.test(line) ? line.split('HTTP/1.1 ') : []))
    .filter((line) => line !== '');

test('a request that expects it is invited before it is answered', async () => {
  const text = await exchange(`${expecting}x`, 1, ([one]) => {
    assert.ok(one);
    sendAnswer(one, 'second answer');
  });
  assert.equal(shapeOf(text), ['100 Continue', '200 OK', 'second answer']);
});

test('a request behind another one is invited after the answer to that one, and before its own', async () => {
  const text = await exchange(`${plain}${expecting}x`, 2, ([first, second]) => {
    assert.ok(first && second);
    second.request.on('end', () => sendAnswer(second, 'second answer')).resume();
    sendAnswer(first, 'first answer');
  });
  assert.equal(shapeOf(text), ['200 OK', 'first answer', '100 Continue', '200 OK', 'second answer']);
});

test('a request that is answered before its turn is not invited: its answer would contain the invitation', async () => {
  const text = await exchange(`${plain}${expecting}x`, 2, ([first, second]) => {
    assert.ok(first && second);
    sendAnswer(second, 'second answer');
    sendAnswer(first, 'first answer');
  });
  assert.equal(shapeOf(text), ['200 OK', 'first answer', '200 OK', 'second answer']);
});

test.run();
