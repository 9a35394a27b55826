/** Connections that stay open. */
import { connect, type Socket } from 'node:net';
import { after, every, withPatience } from '../support/real-time.ts';

/** Sends bytes; resolves with everything received until the server has ended the connection, or after the limit. */
export function sendFor(
  port: number,
  bytes: string,
  limitMs: number,
): Promise<{ readonly text: string; readonly ended: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = (ended: boolean): void => {
      cancel();
      socket.destroy();
      resolve({ text, ended });
    };
    const cancel = after(limitMs, () => finish(false));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
    socket.write(bytes, 'latin1');
  });
}

const longestMs = withPatience(60_000);

/** Fewer than the connections that the system keeps for a server that does not accept them yet. */
const atOnce = 100;

/**
 * Opens connections that send `drip` once a second after the start of a request, or nothing at all if it is null. `open`
 * returns how many are still open. Resolves once the server has accepted all: of one that the system dropped while the server
 * was busy, a silent client would never know.
 */
export async function holdOpen(
  port: number,
  count: number,
  drip: string | null,
): Promise<{ readonly open: () => number; readonly end: () => void }> {
  const sockets = new Set<Socket>();
  const stop =
    drip === null
      ? () => undefined
      : every(1_000, () => {
          for (const socket of sockets) if (socket.writable) socket.write(drip);
        });
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    socket.on('close', () => sockets.delete(socket));
    if (drip !== null) socket.write('GET /me/watchlist HTTP/1.1\r\nHost: localhost\r\n');
    if (index % atOnce === atOnce - 1 || index === count - 1) await acceptedSoFar(port);
  }
  return {
    open: () => sockets.size,
    end: () => {
      stop();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Connections are accepted in their order: the answer on a new one shows that those before it were. */
async function acceptedSoFar(port: number): Promise<void> {
  const { ended } = await sendFor(
    port,
    'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    longestMs,
  );
  if (!ended) throw new Error('the server does not accept connections');
}
