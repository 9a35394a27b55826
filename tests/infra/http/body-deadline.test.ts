import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Alarm, bodyMs, limitBodyTime } from '../../../infra/http/body-deadline.ts';
import { createLimitedServer } from '../../../infra/http/http-limits.ts';

/** Alarms that ring when a test calls `ringAll`. */
function manualAlarms() {
  const set = new Set<() => void>();
  const times: number[] = [];
  let heard: () => void = () => undefined;
  const alarm: Alarm = (ms, ring) => {
    times.push(ms);
    set.add(ring);
    heard();
    return () => void set.delete(ring);
  };
  return {
    alarm,
    set,
    times,
    ringAll: () => {
      for (const ring of set) ring();
    },
    /** Resolves when an alarm is set. */
    next: () => new Promise<void>((resolve) => void (heard = resolve)),
  };
}

async function listening(server: Server): Promise<() => Socket> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return () => connect((server.address() as AddressInfo).port, '127.0.0.1');
}

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => void (text += chunk.toString('utf8')));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

const heads = [
  ['with a length', 'Content-Length: 5000\r\n\r\nk'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n1\r\nk\r\n'],
  ['that the server does not read', 'Content-Length: 5000\r\nX-Unread: 1\r\n\r\nk'],
] as const;
for (const [what, head] of heads) {
  test(`a body ${what} that is not there in time ends the request with 408`, async () => {
    const alarms = manualAlarms();
    const server = createServer((request) => {
      if (request.headers['x-unread'] === undefined) request.resume();
    });
    limitBodyTime(server, alarms.alarm);
    const open = await listening(server);
    const socket = open();
    const [set, ended] = [alarms.next(), textOf(socket)];
    socket.write(`POST /x HTTP/1.1\r\nHost: a\r\n${head}`);
    await set;
    assert.equal(alarms.times, [bodyMs]);
    alarms.ringAll();
    assert.match(await ended, /^HTTP\/1\.1 408 /);
    server.close();
  });
}

/** A server that answers once the body of a request is there. */
function limited() {
  const alarms = manualAlarms();
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end('ok'));
  });
  limitBodyTime(server, alarms.alarm);
  return { alarms, server };
}

test('a body that is there cancels its alarm, and a request without one sets none', async () => {
  const { alarms, server } = limited();
  const open = await listening(server);
  const socket = open();
  const ended = textOf(socket);
  const requests = ['GET /x HTTP/1.1\r\nHost: a\r\n\r\n', 'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'];
  socket.write(`${requests.join('')}POST /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n`);
  await alarms.next();
  socket.write('ab');
  assert.is((await ended).match(/HTTP\/1\.1 200/g)?.length, 3);
  assert.equal([alarms.times.length, alarms.set.size], [1, 0]);
  server.close();
});

test('a body that has arrived when its alarm rings late is no reason to end the request', async () => {
  const { alarms, server } = limited();
  const open = await listening(server);
  const socket = open();
  const [set, ended] = [alarms.next(), textOf(socket)];
  socket.write('POST /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\na');
  await set;
  const rings = [...alarms.set];
  socket.write('b');
  const answer = await ended;
  for (const ring of rings) ring();
  assert.match(answer, /^HTTP\/1\.1 200/);
  server.close();
});

test('every server of the program limits the time of a body', async () => {
  const server = createLimitedServer((_, response) => response.end());
  assert.is(server.listenerCount('request'), 2);
});

test.run();
