import type { IncomingMessage, Server } from 'node:http';

/** Calls `ring` after `ms` milliseconds unless the returned function was called before. */
export type Alarm = (ms: number, ring: () => void) => () => void;

/** Time for the body of a request once its headers are read, milliseconds. */
export const bodyMs = 10_000;

const timer: Alarm = (ms, ring) => {
  const set = setTimeout(ring, ms).unref();
  return () => clearTimeout(set);
};

/**
 * Ends requests whose body takes longer than `bodyMs`. Node's own limit counts headers and body together, and is checked
 * every few seconds. The server refuses such a request as it refuses one that takes too long as a whole (408).
 */
export function limitBodyTime(server: Server, alarm: Alarm = timer): void {
  server.on('request', (request: IncomingMessage) => {
    if (request.complete || !announcesBody(request)) return;
    const cancel = alarm(bodyMs, () => {
      // After an event loop stall timers run first. What arrived meanwhile must be read before the client counts as late.
      setImmediate(() => {
        if (!request.complete) refuse(server, request);
      });
    });
    request.once('end', cancel);
    request.once('close', cancel);
  });
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length']);

function refuse(server: Server, { socket }: IncomingMessage): void {
  const late = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  if (server.emit('clientError', late, socket)) return;
  if (socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroy(late);
}
