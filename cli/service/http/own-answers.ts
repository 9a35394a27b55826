import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { ApiError, errorBody, interfaceOfTarget } from '../../../api/errors.ts';
import { jsonType } from '../../../api/http/media-types.ts';
import type { ErrorCode } from '../../../schemas/vocabulary.ts';
import { commonHeaders, requestIdOf } from '../../../api/middleware/identity.ts';

/** A new request id (conformance G-19). */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;

/** Answers a request with the id and the headers that every answer has (conformance G-19, G-27). */
export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  bodyOf: (requestId: string) => object,
) => void;

const headersOf = (https: boolean, requestId: string): Readonly<Record<string, string>> => ({
  ...commonHeaders(https),
  'Content-Type': jsonType,
  'X-Request-Id': requestId,
});

export function createAnswer(https: boolean): Answer {
  return (request, response, status, bodyOf) => {
    const requestId = requestIdOf(request, newRequestId);
    response.writeHead(status, headersOf(https, requestId));
    response.end(JSON.stringify(bodyOf(requestId)));
  };
}

/** Body of a refusal by the listener itself, in the three members of interface A (conformance G-04). */
export const refusal = (statusCode: number, message: string): object => ({
  message,
  error: STATUS_CODES[statusCode] ?? 'Error',
  statusCode,
});

/** A refusal of bytes that were not read as a request. */
export interface UnreadRefusal {
  readonly status: number;
  /** Of B, where the bytes begin with a request for one of its paths; null where it has none. */
  readonly code: ErrorCode | null;
  readonly message: string;
}

/**
 * A whole response as text, for a connection on which no request could be read. It announces the end of the connection.
 * @param received what was received of the request, as far as it is known: it shows of which interface the request is
 */
export function rawAnswer(https: boolean, { status, code, message }: UnreadRefusal, received: string): string {
  const requestId = newRequestId();
  const target = /^[A-Z]+ (\S+) HTTP\//.exec(received)?.[1] ?? '';
  const body = JSON.stringify(
    code === null
      ? refusal(status, message)
      : errorBody(new ApiError(code, message, { status }), interfaceOfTarget(target), requestId),
  );
  const headers = {
    ...headersOf(https, requestId),
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
