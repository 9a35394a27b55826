import { Agent, createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDrain } from '../../../../cli/service/http/drain.ts';

const limits = { acceptMs: 300, finishMs: 300, quietMs: 100 };
/** No request is cut off on a machine that stalls for seconds. */
const patientLimits = { ...limits, finishMs: 60_000 };

async function serving(answer: (path: string, end: () => void) => void, its = limits) {
  const server = createServer((request, response) => answer(request.url ?? '', () => void response.end('ok')));
  const drain = createDrain(server, its);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, drain, port: (server.address() as AddressInfo).port };
}

/** A failed request, and whether its connection had been used before. */
class Failed extends Error {
  readonly kept: boolean;
  constructor(kept: boolean, cause: unknown) {
    super(String(cause));
    this.kept = kept;
  }
}

/** One request; the result says what happened to the connection. */
const send = (port: number, path: string, agent: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, agent, host: '127.0.0.1' }, (response: IncomingMessage) => {
      response.resume();
      response.once('end', () => resolve(String(response.headers.connection)));
      response.once('error', (error) => reject(new Failed(true, error)));
    });
    request.once('error', (error) => reject(new Failed(request.reusedSocket, error)));
    request.end();
  });

const timed = async (work: Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work;
  return performance.now() - started;
};

const isOpen = (server: Server): boolean => server.listening;

test('R-21 no request on a kept connection fails, under load, in every round', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { drain, port, server } = await serving((_, end) => setTimeout(end, 3), patientLimits);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    let stopped = false;
    const failures: unknown[] = [];
    const load = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        try {
          await send(port, '/', agent);
        } catch (error) {
          // Without a listener a new connection is refused.
          if (error instanceof Failed && !error.kept) return;
          failures.push(error);
        }
      }
    });
    await wait(20);
    await drain.run();
    stopped = true;
    await Promise.all(load);
    agent.destroy();
    assert.equal([failures, isOpen(server)], [[], false], `round ${round}`);
  }
});

test('R-21 requests that arrived during an event loop stall are answered', async () => {
  // Longer than a slow machine stalls by itself.
  const quietMs = 400;
  const { drain, port } = await serving((_, end) => end(), { acceptMs: 2_000, finishMs: 2_000, quietMs });
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const answers = (): number => text.match(/ 200 OK/g)?.length ?? 0;
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (text += bytes.toString('latin1')));
  const ask = (): void => void socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  ask();
  while (answers() < 1) await wait(5);
  const ended = drain.run();
  await wait(30);
  // Timers run next.
  await nextTurn();
  ask();
  const until = performance.now() + 2 * quietMs;
  while (performance.now() < until);
  await ended;
  assert.is(answers(), 2);
  socket.destroy();
});

test('a request in flight is answered, and its connection closes after it', async () => {
  const { drain, port } = await serving((path, end) => setTimeout(end, path === '/slow' ? 200 : 0));
  const agent = new Agent({ keepAlive: true });
  assert.is(await send(port, '/', agent), 'keep-alive');
  const slow = send(port, '/slow', agent);
  await wait(30);
  const took = timed(drain.run());
  assert.is(await slow, 'close');
  assert.ok((await took) < 600);
  agent.destroy();
});

test('an idle connection does not delay the drain; a request that never ends is cut off', async () => {
  const idle = await serving((_, end) => end());
  const agent = new Agent({ keepAlive: true });
  await send(idle.port, '/', agent);
  await wait(limits.quietMs + 30);
  assert.ok((await timed(idle.drain.run())) < 100);
  agent.destroy();
  assert.ok((await timed((await serving((_, end) => end())).drain.run())) < 100, 'without any connection');

  const stuck = await serving(() => undefined);
  const socket = connect(stuck.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await wait(30);
  const took = await timed(stuck.drain.run());
  assert.ok(took >= limits.finishMs && took < limits.acceptMs + limits.finishMs + 200, `${took} ms`);
});

test('under load, new connections are accepted for a while, so that a balancer can see `/readyz`', async () => {
  const { drain, port, server } = await serving((_, end) => end(), { ...limits, acceptMs: 2_000, quietMs: 2_000 });
  const agent = new Agent({ keepAlive: false });
  const stopping = new AbortController();
  let answered = 0;
  const load = (async () => {
    while (!stopping.signal.aborted) {
      await send(port, '/', agent).then(
        () => (answered += 1),
        () => undefined,
      );
      await wait(10);
    }
  })();
  await wait(30);
  const before = answered;
  await drain.run();
  assert.ok(answered > before, 'each request has a connection of its own');
  assert.not.ok(isOpen(server));
  stopping.abort();
  await load;
});

test.run();
