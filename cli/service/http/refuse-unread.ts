import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, rawAnswer, refusal, type UnreadRefusal } from './own-answers.ts';

/**
 * Gives the envelope to what a server refuses by itself: bytes that are no request, headers that are too large or too
 * slow, and expectations (conformance G-01, G-19, G-27).
 */
export function refuseUnread(server: Server, https: boolean, answer: Answer): void {
  const current = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    current.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    const response = current.get(socket);
    // An answer that has begun would contain the refusal as a part of its body, and so would the last one of a connection,
    // whose body may end where the connection ends.
    const isBetween =
      response === undefined || !response.headersSent || (response.writableFinished && response.shouldKeepAlive);
    if (socket.writable && isBetween) {
      const received = error.rawPacket?.subarray(0, longestLine).toString('latin1') ?? '';
      socket.write(rawAnswer(https, refusals[error.code ?? ''] ?? unreadable, received));
    }
    socket.destroy(error);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, 417, () => refusal(417, 'Only the expectation 100-continue is supported'));
  });
}

/** Of a request, bytes; the listener takes no longer head. */
const longestLine = 16_384;

const unreadable: UnreadRefusal = { status: 400, code: 'invalid_parameter', message: 'The request could not be read' };

/** By the code of the error that Node reports. */
const refusals: Readonly<Record<string, UnreadRefusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'payload_too_large', message: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'payload_too_large',
    message: 'The chunk extensions are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: null, message: 'The request took too long' },
};
