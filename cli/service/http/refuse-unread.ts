import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../../api/errors.ts';
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
  server.on('clientError', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    const response = current.get(socket);
    // An answer that has begun would contain the refusal as a part of its body, and so would the last one of a connection,
    // whose body may end where the connection ends.
    const isBetween =
      response === undefined || !response.headersSent || (response.writableFinished && response.shouldKeepAlive);
    if (socket.writable && isBetween) {
      const target = response?.writableFinished === false ? (response.req.url ?? '') : targetIn(error.rawPacket);
      socket.write(rawAnswer(https, refusals[error.code ?? '']?.() ?? unreadable(), target));
    }
    socket.destroy(error);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, 417, () => refusal(417, 'Only the expectation 100-continue is supported'));
  });
}

/** The target of a request line at the beginning of bytes; empty without one: a later packet does not repeat it. */
const targetIn = (bytes: Buffer | undefined): string =>
  /^[A-Z]+ (\S+) HTTP\//.exec(bytes?.toString('latin1', 0, longestLine) ?? '')?.[1] ?? '';

const longestLine = 16 * 1024;

const unreadable = (): ApiError => new ApiError('invalid_parameter', 'The request could not be read');

/** By the code of the error that Node reports. */
const refusals: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () => new ApiError('payload_too_large', 'The headers are too large', { status: 431 }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new ApiError('payload_too_large', 'The chunk extensions are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('invalid_parameter', 'The request took too long', { status: 408 }),
};
