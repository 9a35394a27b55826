/** Node's own client gets the same over the simulated network as over a real connection on which the same bytes arrive. */
import { Agent as RealAgent, type ClientRequest, request as httpRequest } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutDenied } from '../../../../infra/fetch/denied-networks.ts';
import { responseHead } from '../../../../infra/fetch/response-head.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import { Simulation, useSimulation } from '../../kernel/simulation.ts';
import { lookup } from './dns.ts';
import { Agent } from './http.ts';
import { Network, useNetwork } from './network.ts';
import { fetchFaults } from './send-with-faults.ts';

const pace = { channelMs: 1, commitMs: 1, acknowledgeMs: 1, timerMs: 1 };
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

interface Case {
  readonly what: string;
  /** Pieces that the server sends after the request. */
  readonly sent: readonly string[];
  readonly then: 'end' | 'reset';
}

const cases: readonly Case[] = [
  { what: 'a whole answer', sent: [`${head}content-length: 3\r\n\r\nabc`], then: 'end' },
  { what: 'an answer in pieces', sent: ['HTTP/1.1 20', '0 OK\r\ncontent-length: 3\r\n', '\r\na', 'bc'], then: 'end' },
  { what: 'a body that the end of the connection ends', sent: [`${head}\r\nabc`], then: 'end' },
  { what: 'chunks', sent: [`${head}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`], then: 'end' },
  { what: 'chunks without the last', sent: [`${head}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`], then: 'end' },
  { what: 'fewer bytes than announced', sent: [`${head}content-length: 9\r\n\r\nabc`], then: 'end' },
  { what: 'a connection that is lost within the body', sent: [`${head}content-length: 9\r\n\r\nabc`], then: 'reset' },
  { what: 'the end within the head', sent: [head], then: 'end' },
  { what: 'a connection that is lost within the head', sent: [head], then: 'reset' },
  { what: 'the end before any byte', sent: [], then: 'end' },
  { what: '101', sent: ['HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'], then: 'end' },
  {
    what: '103 and then an answer',
    sent: ['HTTP/1.1 103 Early\r\n\r\n', `${head}content-length: 3\r\n\r\nabc`],
    then: 'end',
  },
  { what: 'no HTTP', sent: ['what is this?\r\n\r\n'], then: 'end' },
];

/** What the client gets, as text. */
async function outcomeOf(sent: ClientRequest): Promise<string> {
  sent.end();
  try {
    const response = await responseHead(sent);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch (error) {
      return `${response.statusCode} ${Buffer.concat(chunks).toString()} ${codeOf(error)}`;
    }
    return `${response.statusCode} ${Buffer.concat(chunks).toString()}`;
  } catch (error) {
    return codeOf(error);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : 'no error';

/** A server on loopback that sends one piece after the other once it has a request. */
async function overLoopback({ sent, then }: Case): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const send = ([piece, ...others]: readonly string[]): void => {
        if (piece !== undefined) socket.write(piece, () => send(others));
        else if (then === 'end') socket.end();
        else socket.resetAndDestroy();
      };
      send(sent);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const outcome = await outcomeOf(httpRequest({ host: '127.0.0.1', port, agent: new RealAgent() }));
  await new Promise((resolve) => void server.close(resolve));
  return outcome;
}

/** Runs work on a thread of a simulation until it has ended; undefined if it never does. */
async function simulated<T>(work: () => Promise<T>, seed = 1, classes = {}): Promise<T | undefined> {
  const simulation = new Simulation({ seed }, classes, pace);
  useSimulation(simulation);
  const ended: T[] = [];
  simulation.spawn(new SimulatedProcess('client').thread('main'), 'starts', async () => void ended.push(await work()));
  await simulation.run(() => ended.length > 0, 600_000);
  useSimulation(null);
  return ended[0];
}

function overNetwork({ sent, then }: Case): Promise<string | undefined> {
  const network = new Network();
  network.serve('server.example', (client) => () => {
    for (const piece of sent) client.send(piece);
    if (then === 'end') client.end();
    else client.reset();
  });
  useNetwork(network);
  return simulated(() => outcomeOf(httpRequest({ host: 'server.example', agent: new Agent() })));
}

for (const one of cases) {
  test(`the client gets the same on both: ${one.what}`, async () => {
    assert.is(await overNetwork(one), await overLoopback(one));
  });
}

test('no server, an unknown name and a hanging connection are errors with the codes of the system, or none', async () => {
  const network = new Network();
  network.serve('known.example', () => () => undefined);
  useNetwork(network);
  const reach = (host: string) => () => outcomeOf(httpRequest({ host, agent: new Agent() }));
  assert.is(await simulated(reach('9.9.9.9')), 'ECONNREFUSED');
  assert.is(await simulated(reach('unknown.example')), 'ENOTFOUND');
  const hangs = { 'connection-hangs': { share: 1, probability: 1 } };
  assert.is(await simulated(reach('known.example'), 1, hangs), undefined);
});

test('a rebound name has a private address, which the lookup of the program refuses', async () => {
  const network = new Network();
  network.serve('known.example', () => () => undefined);
  useNetwork(network);
  const rebinds = { 'name-rebinds': { share: 1, probability: 1 } };
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const found = await simulated(
      () =>
        new Promise<string | null>((resolve) => {
          const guarded = withoutDenied(lookup);
          guarded('known.example', { all: true }, (error) => resolve(error?.message ?? null));
        }),
      seed,
      rebinds,
    );
    assert.is(found, 'known.example resolves to an address that is not public');
  }
});

test('a connection of a killed process gets nothing more', async () => {
  const simulation = new Simulation({ seed: 1 }, fetchFaults, pace);
  useSimulation(simulation);
  const network = new Network();
  const process = new SimulatedProcess('client');
  network.serve('server.example', (client) => () => {
    client.send(`${head}content-length: 3\r\n\r\nabc`);
    client.end();
    simulation.kill(process);
  });
  useNetwork(network);
  const got: string[] = [];
  simulation.spawn(process.thread('main'), 'starts', async () => {
    got.push(await outcomeOf(httpRequest({ host: 'server.example', agent: new Agent() })));
  });
  simulation.faults.on = false;
  await simulation.run(() => false, 600_000);
  useSimulation(null);
  assert.equal(got, []);
});

test.run();
