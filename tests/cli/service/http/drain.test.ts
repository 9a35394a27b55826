import { stat } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDrain, type DrainLimits } from '../../../../cli/service/http/drain.ts';
import { reached } from '../../../support/reached.ts';
import { startVirtualTime, type VirtualTime } from '../../../support/virtual-time.ts';

const limits: DrainLimits = { acceptMs: 3_000, finishMs: 3_000, quietMs: 500 };
/** Interval at which a drain checks its connections. */
const pollMs = 25;

let time: VirtualTime;
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

interface DrainState {
  isOver: boolean;
  readonly done: Promise<void>;
}

/** A check of the drain takes some turns of the event loop; then it pauses. */
async function untilPaused(draining: DrainState): Promise<void> {
  while (!draining.isOver && time.timers() === 0) await stat('.');
}

/** Moves the clock from one check of the drain to the next. */
async function pass(ms: number, draining: DrainState): Promise<void> {
  for (let passed = 0; passed < ms && !draining.isOver; passed += pollMs) {
    await untilPaused(draining);
    await time.advance(pollMs);
  }
}

interface DrainServer {
  readonly server: Server;
  readonly port: number;
  /** Requests that arrived, and connections that are open. */
  readonly seen: { requests: number; readonly open: Set<Socket> };
  /** Begins the drain. */
  readonly drain: () => DrainState;
}

async function serving(answer: (path: string, end: () => void) => void, its = limits): Promise<DrainServer> {
  const seen = { requests: 0, open: new Set<Socket>() };
  const server = createServer((request, response) => {
    seen.requests += 1;
    answer(request.url ?? '', () => void response.end('ok'));
  });
  server.on('connection', (socket) => {
    seen.open.add(socket);
    socket.once('close', () => seen.open.delete(socket));
  });
  const { run } = createDrain(server, its);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drain = (): DrainState => {
    const draining: DrainState = {
      isOver: false,
      done: run().then(() => {
        draining.isOver = true;
      }),
    };
    return draining;
  };
  return { server, port: (server.address() as AddressInfo).port, seen, drain };
}

/** A failed request, and whether its connection had been used before. */
class FailedRequest extends Error {
  readonly kept: boolean;
  constructor(kept: boolean, cause: unknown) {
    super(String(cause));
    this.kept = kept;
  }
}

/** One request; the result is the `Connection` header of the response. */
const send = (port: number, path: string, agent: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, agent, host: '127.0.0.1' }, (response: IncomingMessage) => {
      response.resume();
      response.once('end', () => resolve(String(response.headers.connection)));
      response.once('error', (error) => reject(new FailedRequest(true, error)));
    });
    request.once('error', (error) => reject(new FailedRequest(request.reusedSocket, error)));
    request.end();
  });

/** A request of its own connection, which the test may end. */
function ask(port: number): { readonly socket: Socket; readonly again: () => void; readonly answers: () => number } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (text += bytes.toString('latin1')));
  const again = (): void => void socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  again();
  return { socket, again, answers: () => text.match(/ 200 OK/g)?.length ?? 0 };
}

test('R-21 no request on a kept connection fails, under load, in every round', async () => {
  for (let round = 0; round < 10; round += 1) {
    // The answer waits for the disk, so there are always requests in flight.
    const { drain, port, server } = await serving((_, end) => void stat('.').then(end), {
      ...limits,
      acceptMs: 300,
      quietMs: 100,
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    let [answered, refused] = [0, 0];
    const failures: unknown[] = [];
    const load = Array.from({ length: 8 }, async () => {
      while (refused === 0 && failures.length === 0) {
        try {
          await send(port, '/', agent);
          answered += 1;
        } catch (error) {
          // Without a listener a new connection is refused.
          if (error instanceof FailedRequest && !error.kept) refused += 1;
          else failures.push(error);
        }
      }
    });
    await reached('load', () => answered >= 8);
    const draining = drain();
    while (!draining.isOver) {
      const before = answered;
      await time.advance(pollMs);
      await reached('an answer, or the end', () => answered > before || refused > 0 || failures.length > 0);
    }
    await Promise.all(load);
    agent.destroy();
    assert.equal([failures, server.listening], [[], false], `round ${round}`);
  }
});

test('R-21 requests that arrived during an event loop stall are answered', async () => {
  const { drain, port } = await serving((_, end) => end());
  const client = ask(port);
  await reached('the first answer', () => client.answers() === 1);
  const draining = drain();
  await untilPaused(draining);
  assert.is(draining.isOver, false, 'it was used lately');
  await time.stall(2 * limits.quietMs, client.again);
  await reached('an answer or the end of the connection', () => client.answers() === 2 || client.socket.closed);
  assert.is(client.answers(), 2);
  await pass(2 * limits.quietMs, draining);
  await reached('the end', () => draining.isOver);
});

test('R-21 a connection whose answer has just ended is kept for a quiet time', async () => {
  const ends: (() => void)[] = [];
  const { drain, port, seen } = await serving((_, end) => void ends.push(end));
  const client = ask(port);
  await reached('the request', () => seen.requests === 1);
  await time.advance(limits.quietMs);
  ends[0]?.();
  await reached('the answer', () => client.answers() === 1);
  const draining = drain();
  await pass(limits.quietMs - 2 * pollMs, draining);
  client.again();
  await reached('the next request', () => seen.requests === 2 || client.socket.closed);
  ends[1]?.();
  await reached('its answer', () => client.answers() === 2 || client.socket.closed);
  assert.is(client.answers(), 2);
  await pass(limits.quietMs, draining);
  await reached('the end', () => draining.isOver);
});

test('a request in flight is answered, and its connection closes after it', async () => {
  let answerSlow = (): void => undefined;
  const { drain, port, seen } = await serving((path, end) => {
    if (path === '/slow') answerSlow = end;
    else end();
  });
  const agent = new Agent({ keepAlive: true });
  assert.is(await send(port, '/', agent), 'keep-alive');
  const slow = send(port, '/slow', agent);
  await reached('the slow request', () => seen.requests === 2);
  const draining = drain();
  await pass(limits.quietMs + limits.finishMs - pollMs, draining);
  assert.is(draining.isOver, false);
  answerSlow();
  assert.is(await slow, 'close');
  await reached('the end of the connection', () => seen.open.size === 0);
  await pass(2 * pollMs, draining);
  await reached('the end', () => draining.isOver);
  agent.destroy();
});

test('an idle connection does not delay the drain', async () => {
  const { drain, port, seen } = await serving((_, end) => end());
  const agent = new Agent({ keepAlive: true });
  await send(port, '/', agent);
  await time.advance(limits.quietMs);
  const draining = drain();
  await reached('the end of the connection', () => seen.open.size === 0);
  await pass(2 * pollMs, draining);
  await reached('the end', () => draining.isOver);
  agent.destroy();

  const unused = await serving((_, end) => end());
  // The clock does not move.
  await unused.drain().done;
});

test('a request that never ends is cut off', async () => {
  const { drain, port, seen } = await serving(() => undefined);
  const { socket } = ask(port);
  await reached('the request', () => seen.requests === 1);
  const draining = drain();
  await pass(limits.quietMs + limits.finishMs - pollMs, draining);
  assert.equal([draining.isOver, socket.closed], [false, false]);
  await pass(2 * pollMs, draining);
  await reached('the end', () => draining.isOver && socket.closed);
});

test('under load, new connections are accepted for a while, so that a balancer can see `/readyz`', async () => {
  const { drain, port, server } = await serving((_, end) => end());
  const agent = new Agent({ keepAlive: false });
  await send(port, '/', agent);
  const draining = drain();
  const began = time.now();
  while (time.now() < began + limits.acceptMs - limits.quietMs / 2) {
    await send(port, '/', agent);
    await pass(limits.quietMs / 2, draining);
  }
  assert.ok(server.listening);
  await pass(limits.acceptMs, draining);
  await draining.done;
  assert.not.ok(server.listening);
  const refused = await send(port, '/', agent).catch((error: unknown) => error);
  assert.instance(refused, FailedRequest);
});

test.run();
