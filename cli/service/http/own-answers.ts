import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type ApiError, errorBody, interfaceOfTarget } from '../../../api/errors.ts';
import { jsonType } from '../../../api/route/http/media-types.ts';
import { commonHeaders, requestIdOf } from '../../../api/route/middleware/identity.ts';

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

/**
 * A whole response as text, for a connection on which no request could be read, in the envelope of the interface of `target`.
 * It announces the end of the connection.
 */
export function rawAnswer(https: boolean, error: ApiError, target: string): string {
  const { status } = error;
  const requestId = newRequestId();
  const body = JSON.stringify(errorBody(error, interfaceOfTarget(target), requestId));
  const headers = {
    ...headersOf(https, requestId),
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
