import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, rawAnswer, refusal } from './own-answers.ts';

/**
 * Gives the envelope to what a server refuses by itself: bytes that are no request, headers that are too large or too
 * slow, and expectations (conformance G-01, G-19, G-27).
 */
export function refuseUnread(server: Server, https: boolean, answer: Answer): void {
  const current = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    current.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = current.get(socket);
    // An answer that has begun would contain the refusal as a part of its body, and so would the last one of a connection,
    // whose body may end where the connection ends.
    const isBetween =
      response === undefined || !response.headersSent || (response.writableFinished && response.shouldKeepAlive);
    if (socket.writable && isBetween) {
      const [status, message] = refusals[error.code ?? ''] ?? unreadable;
      socket.write(rawAnswer(https, status, message));
    }
    socket.destroy(error);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, 417, () => refusal(417, 'Only the expectation 100-continue is supported'));
  });
}

const unreadable = [400, 'The request could not be read'] as const;

/** By the code of the error that Node reports. */
const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
};
