import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandFailed } from '../../../../cli/program/process/exit.ts';
import { listen, type ListenRequest, urlOf } from '../../../../cli/service/http/listen.ts';
import { reached } from '../../../support/reached.ts';
import { startVirtualTime } from '../../../support/virtual-time.ts';
import { messageOf } from '../../harness.ts';

const host = '127.0.0.1';

const request = (over: Partial<ListenRequest>): ListenRequest => ({
  host,
  port: 0,
  variable: 'ATTESTRY_HTTP_PORT',
  searchOnTaken: false,
  notify: () => undefined,
  ...over,
});

const answering = (onSlow: (response: ServerResponse) => void = () => undefined): Server =>
  createServer((incoming, response) => {
    if (incoming.url === '/slow') onSlow(response);
    else response.end('ok');
  });

/** Listens on any free port during `use`. */
async function whileTaken(use: (port: number) => Promise<void>): Promise<void> {
  const taken = createSocketServer();
  await new Promise<void>((resolve) => taken.listen(0, host, resolve));
  const address = taken.address();
  try {
    await use(typeof address === 'object' && address !== null ? address.port : 0);
  } finally {
    taken.close();
  }
}

test('a taken port is refused with the setting to change', async () => {
  await whileTaken(async (port) => {
    const failure = listen(createServer(), request({ port, variable: 'ATTESTRY_SQL_PORT' }));
    assert.is(
      await messageOf(failure),
      `port ${port} on 127.0.0.1 is taken; set ATTESTRY_SQL_PORT to another one, or stop what listens there`,
    );
    await failure.catch((error: unknown) => assert.instance(error, CommandFailed));
  });
});

test('an address that is not of this machine is refused with the setting to change, without a stack', async () => {
  const failure = listen(createServer(), request({ host: '192.0.2.1', port: 1234 }));
  assert.is(
    await messageOf(failure),
    'port 1234 on 192.0.2.1 cannot be opened (EADDRNOTAVAIL); set ATTESTRY_HTTP_PORT or its host',
  );
  await failure.catch((error: unknown) => assert.instance(error, CommandFailed));
});

test('a search takes the next free port and reports it; it ends with the highest port', async () => {
  await whileTaken(async (port) => {
    if (port > 65_500) return;
    const sentences: string[] = [];
    const found = await listen(
      createServer(),
      request({ port, searchOnTaken: true, notify: (sentence) => void sentences.push(sentence) }),
    );
    assert.ok(found.port > port && found.port <= port + 20);
    assert.equal(sentences, [`port ${port} is taken, ${found.port} it is (ATTESTRY_HTTP_PORT)`]);
    await found.close();
  });
  const last = createSocketServer();
  const isOurs = await new Promise<boolean>((resolve) => {
    last.once('error', () => resolve(false));
    last.listen(65_535, host, () => resolve(true));
  });
  const failure = messageOf(listen(createServer(), request({ port: 65_535, searchOnTaken: true })));
  assert.match(await failure, /^port 65535 on 127\.0\.0\.1 is taken/);
  if (isOurs) last.close();
});

test('0 takes any free port without a message', async () => {
  const sentences: string[] = [];
  const found = await listen(answering(), request({ notify: (sentence) => void sentences.push(sentence) }));
  assert.ok(found.port > 0);
  assert.is(await (await fetch(urlOf(host, found.port))).text(), 'ok');
  assert.equal(sentences, []);
  await found.close();
});

test('closing answers requests in flight, drops idle connections, and may be called twice', async () => {
  const held: ServerResponse[] = [];
  const server = answering((response) => void held.push(response));
  const found = await listen(server, request({}));
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const slow = fetch(`${urlOf(host, found.port)}/slow`).then((response) => response.text());
  await reached('the slow request', () => held.length === 1);
  assert.is(await (await fetch(urlOf(host, found.port))).text(), 'ok');
  assert.is(open.size, 2);
  const time = startVirtualTime();
  try {
    const closing = Promise.all([found.close(), found.close()]);
    await reached('the end of the idle connection', () => open.size === 1);
    held[0]?.end('late');
    assert.is(await slow, 'late');
    // The interval at which connections that became idle are closed, far below the limit of requests in flight.
    await time.advance(25);
    await closing;
  } finally {
    time.end();
  }
  assert.match(await messageOf(fetch(urlOf(host, found.port))), /fetch failed/);
});

test('addresses of version 6 are in brackets', () => {
  assert.is(urlOf('::1', 8080), 'http://[::1]:8080');
  assert.is(urlOf('localhost', 8080), 'http://localhost:8080');
});

test.run();
