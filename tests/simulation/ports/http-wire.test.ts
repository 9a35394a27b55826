/** The same server, over the simulated wire and over loopback: its client gets the same bytes, and it the same events. */
import { Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SimulatedProcess } from '../kernel/process.ts';
import { Simulation, useSimulation } from '../kernel/simulation.ts';
import { openWire } from './http-wire.ts';

interface Case {
  readonly what: string;
  readonly answer: (response: ServerResponse, wait: () => Promise<void>) => Promise<void>;
  /** The client leaves once it has so many bytes; Infinity: it stays. */
  readonly leavesAfter: number;
}

interface Outcome {
  readonly body: string;
  /** Events of the response, in their order. */
  readonly events: readonly string[];
}

const large = 'x'.repeat(100_000);

const cases: readonly Case[] = [
  {
    what: 'an answer in two pieces',
    leavesAfter: Infinity,
    answer: async (response, wait) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('first\n');
      await wait();
      response.end('second\n');
    },
  },
  {
    what: 'an answer that is larger than the buffers',
    leavesAfter: Infinity,
    answer: async (response) => {
      response.writeHead(200);
      if (!response.write(large)) await new Promise((resolve) => response.once('drain', resolve));
      response.end('end');
    },
  },
  {
    what: 'a client that leaves',
    leavesAfter: 1,
    answer: async (response) => {
      response.writeHead(200);
      response.write('first\n');
      await new Promise((resolve) => response.once('close', resolve));
    },
  },
];

/** A server whose response's events are noted; `over` resolves when the response is closed. */
function serverOf({ answer }: Case, wait: () => Promise<void>) {
  const events: string[] = [];
  let close: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    close = resolve;
  });
  const server = new Server((_, response) => {
    for (const name of ['finish', 'close']) response.once(name, () => events.push(name));
    response.once('close', close);
    response.sendDate = false;
    answer(response, wait).catch((error: unknown) => events.push(String(error)));
  });
  return { server, events, over };
}

const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);

async function overLoopback(one: Case): Promise<Outcome> {
  const { server, events, over } = serverOf(one, () => new Promise(setImmediate));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  let text = '';
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
    if (bodyOf(text).length >= one.leavesAfter) socket.destroy();
  });
  socket.write('GET / HTTP/1.0\r\nhost: localhost\r\n\r\n');
  await Promise.all([over, new Promise((resolve) => socket.once('close', resolve))]);
  await new Promise((resolve) => void server.close(resolve));
  return { body: bodyOf(text), events };
}

async function overWire(one: Case): Promise<Outcome> {
  const pace = { channelMs: 1, commitMs: 1, acknowledgeMs: 1, timerMs: 1 };
  const simulation = new Simulation({ seed: 1 }, {}, pace);
  useSimulation(simulation);
  const { server, events } = serverOf(one, () => simulation.pause(1, 'waits'));
  const thread = new SimulatedProcess('server').thread('main');
  let text = '';
  simulation.spawn(new SimulatedProcess('client').thread('main'), 'a client starts', async () => {
    const client = openWire({
      server,
      thread,
      path: '/',
      headers: { host: 'localhost' },
      readMs: 0,
      listener: {
        onBytes: (bytes) => {
          text += bytes.toString('latin1');
          if (bodyOf(text).length >= one.leavesAfter) client.close();
        },
        onEnd: () => undefined,
      },
    });
  });
  await simulation.run(() => false, 60_000);
  useSimulation(null);
  return { body: bodyOf(text), events };
}

for (const one of cases) {
  test(`the client and the server see the same on both: ${one.what}`, async () => {
    assert.equal(await overWire(one), await overLoopback(one));
  });
}

test.run();
