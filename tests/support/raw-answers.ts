import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { StartTimer } from '../../infra/fetch/deadline.ts';
import { startVirtualTime } from './virtual-time.ts';

/** What a server writes to a request, byte by byte as given, without ever closing the connection. */
export interface RawAnswer {
  readonly name: string;
  readonly bytes: string;
  /** Whether it ends the exchange by itself; else only a time limit does. */
  readonly isOver: boolean;
}

const switching = 'HTTP/1.1 101 Switching Protocols\r\n';

export const answersThatAreNone: readonly RawAnswer[] = [
  { name: '101 with Upgrade', bytes: `${switching}Connection: Upgrade\r\nUpgrade: x\r\n\r\n`, isOver: true },
  {
    name: '101 with Upgrade and bytes',
    bytes: `${switching}Connection: Upgrade\r\nUpgrade: x\r\n\r\nhello`,
    isOver: true,
  },
  { name: '101 without Upgrade', bytes: `${switching}\r\n`, isOver: true },
  { name: 'endless 102', bytes: 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000), isOver: true },
  { name: 'endless 103', bytes: 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(1_000), isOver: true },
  { name: 'endless 100', bytes: 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000), isOver: true },
  { name: 'no HTTP', bytes: 'SSH-2.0-OpenSSH_9.6\r\n', isOver: true },
  {
    name: 'trailers without an end',
    bytes: `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${'X-A: b\r\n'.repeat(5_000)}`,
    isOver: true,
  },
  { name: 'a 102 and nothing else', bytes: 'HTTP/1.1 102 Processing\r\n\r\n', isOver: false },
  { name: 'half a head', bytes: 'HTTP/1.1 200 OK\r\nContent-Type: appl', isOver: false },
  {
    name: 'half a body',
    bytes: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    isOver: false,
  },
  {
    name: 'a trailer and no end',
    bytes:
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-A: b\r\n',
    isOver: false,
  },
  { name: 'nothing', bytes: '', isOver: false },
];

export interface RawServer {
  readonly host: string;
  readonly origin: string;
  /** Calls back at each request, once the answer was written. */
  readonly onRequest: (listener: () => void) => void;
  readonly close: () => Promise<void>;
}

/** A server that writes the same bytes to every request. */
export async function openRawServer(bytes: string): Promise<RawServer> {
  const open = new Set<Socket>();
  let listener: () => void = () => undefined;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(bytes, () => listener());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    onRequest: (next) => {
      listener = next;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * What requests to a server end with that writes these bytes and nothing else. Meanwhile time passes for this process.
 *
 * @param ask sends the requests to this origin, with limits of some hundred milliseconds
 */
export async function endingsOf<R>(bytes: string, ask: (origin: string) => Promise<R>): Promise<R> {
  const server = await openRawServer(bytes);
  const time = startVirtualTime();
  try {
    return await time.during(ask(server.origin));
  } finally {
    time.end();
    await server.close();
  }
}

/** A timer that a test lets expire. */
export function manualTimer(): { readonly startTimer: StartTimer; readonly expire: () => void } {
  const waiting = new Set<() => void>();
  return {
    startTimer: (run) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
    expire: () => {
      for (const run of waiting) run();
    },
  };
}
