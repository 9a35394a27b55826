/** Machines of others that answer as no machine should: a receiver of webhooks, and a node of a chain. */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

export interface HostileOutside {
  /** `host:port` of the receiver, which answers every request with 101 and keeps the connection. */
  readonly receiver: string;
  /** URL of the node. */
  readonly node: string;
  /** From now on the node answers with 50 MB of lists, where it refused before. */
  readonly turn: () => void;
  /** Requests that the node answered so. */
  readonly turned: () => number;
  readonly close: () => void;
}

const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
const refusal = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'not now' } });
const brackets = Buffer.from('[0],'.repeat(16_384));
/** Pieces of an answer of 50 MB. */
const pieces = 763;

export async function openHostileOutside(): Promise<HostileOutside> {
  const sockets = new Set<Socket>();
  const receiver = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', () => socket.write(switching));
  });
  let hasTurned = false;
  let turned = 0;
  const node = createServer((request, response) => {
    request.resume();
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (!hasTurned) {
      response.end(refusal);
      return;
    }
    turned += 1;
    response.write('{"jsonrpc":"2.0","id":1,"result":[');
    let left = pieces;
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(brackets)) {
          response.once('drain', write);
          return;
        }
      }
      if (!response.destroyed) response.end('0]}');
    };
    write();
  });
  await Promise.all(
    [receiver, node].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  );
  const hostOf = (server: { address: () => AddressInfo | string | null }): string =>
    `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    receiver: hostOf(receiver),
    node: `http://${hostOf(node)}/v1`,
    turn: () => {
      hasTurned = true;
    },
    turned: () => turned,
    close: () => {
      for (const socket of sockets) socket.destroy();
      receiver.close();
      node.closeAllConnections();
      node.close();
    },
  };
}
