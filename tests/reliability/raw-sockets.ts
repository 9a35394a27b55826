/** Raw bytes on a TCP connection, including bytes that no HTTP client would send. */
import { connect, type Socket } from 'node:net';

export interface RawReply {
  /** Everything received until the connection ended or the time limit passed. */
  readonly text: string;
  /** Whether the server ended the connection. */
  readonly ended: boolean;
}

export function sendRaw(port: number, bytes: string, limitMs: number): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = (ended: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, ended });
    };
    const timer = setTimeout(() => finish(false), limitMs);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
    socket.write(bytes, 'latin1');
  });
}

/** Status codes of the responses in a text, in order. */
export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));

/**
 * Opens connections that send `drip` once a second after the start of a request, or nothing at all if it is null. `open`
 * returns how many are still open.
 */
export function holdOpen(
  port: number,
  count: number,
  drip: string | null,
): { readonly open: () => number; readonly end: () => void } {
  const sockets = new Set<Socket>();
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    socket.on('close', () => sockets.delete(socket));
    if (drip !== null) socket.write('GET /me/watchlist HTTP/1.1\r\nHost: localhost\r\n');
  }
  const timer =
    drip === null
      ? null
      : setInterval(() => {
          for (const socket of sockets) if (socket.writable) socket.write(drip);
        }, 1_000);
  return {
    open: () => sockets.size,
    end: () => {
      if (timer !== null) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
