import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, errorBody, interfaceOfPath, overloadedStatus } from '../../api/errors.ts';
import { jsonType } from '../../api/media-types.ts';
import { commonHeaders, requestIdOf } from '../../api/middleware/identity.ts';
import type { Config } from '../../infra/config/config.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';

/** The HTTP listener before there is anything to serve: ports are taken first, so that a taken one is known at once. */
export interface Door {
  readonly serve: (listener: RequestListener) => void;
}

/**
 * How long a client may take over its headers and its whole request: slow ones give their connection back. A connection
 * that is kept is closed later than load balancers close theirs (60 s), who would else send a request into the end of it;
 * what is idle is no slow request, so it may be longer than the limits of those.
 */
export const httpLimits: ServerOptions = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/** A connection on which nothing came for this long is closed, milliseconds. */
const silenceMs = 10_000;

/** Hosts served beside the loopback names; null serves any, because the listener is not on loopback. */
export function allowedHosts(config: Config): ReadonlySet<string> | null {
  if (!isLoopback(config.httpHost)) return null;
  const bases = [config.baseUrl, config.explorerUrl, config.publicPageBase];
  return new Set(bases.flatMap((base) => (base === null ? [] : [new URL(base).host])));
}

export interface DoorOptions {
  /** See `allowedHosts`. */
  readonly hosts: ReadonlySet<string> | null;
  /** Whether clients reach the service over https. */
  readonly https: boolean;
}

/**
 * Answers 503 until it is told what to serve; `/livez` answers from the start. On loopback a Host that is neither a
 * loopback name nor configured is refused, so that no web page reaches the service under a name of its own; so is a
 * second Host (RFC 9112, 3.2), of which a server in front might believe the other one.
 */
export function openDoor(server: Server, { hosts, https }: DoorOptions): Door {
  const answer = createAnswer(https);
  let current: RequestListener = (request, response) => answerStarting(request, response, answer);
  server.on('connection', closeIfSilent);
  server.on('request', (request, response) => {
    const host = request.headers.host ?? '';
    if (namesTwoHosts(request)) {
      response.setHeader('Connection', 'close');
      answer(request, response, 400, () => twoHosts);
    } else if (hosts === null || isLoopback(host) || hosts.has(host)) current(request, response);
    else answer(request, response, 421, () => foreignHost);
  });
  return {
    serve: (listener) => {
      current = listener;
    },
  };
}

/** Names are at the even places. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** The limits of an HTTP server begin with the first byte of a request. */
function closeIfSilent(socket: Socket): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy();
  }, silenceMs);
  socket.once('close', () => clearTimeout(timer));
}

/** Answers while there is nothing to serve. */
function answerStarting(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const path = request.url?.split('?', 1)[0] ?? '';
  if (path === '/livez') {
    answer(request, response, 200, () => alive);
    return;
  }
  response.setHeader('Retry-After', '1');
  answer(request, response, starting.status, (requestId) =>
    path === '/readyz' ? unready : errorBody(starting, interfaceOfPath(path), requestId),
  );
}

const starting = new ApiError('upstream_unavailable', 'The service is starting; try again later', {
  status: overloadedStatus,
});
const alive = { status: 'ok' } as const;
const unready = { status: 'failing', failing: ['the service is starting'] } as const;
const foreignHost = {
  message: 'This listener answers on loopback names and its configured bases only',
  error: 'Misdirected Request',
  statusCode: 421,
} as const;

const twoHosts = { message: 'The Host header is given twice', error: 'Bad Request', statusCode: 400 } as const;

/** A new request id (conformance G-19). */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;

/** Answers a request with the id and the headers of every answer (conformance G-19, G-27). */
type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  bodyOf: (requestId: string) => object,
) => void;

function createAnswer(https: boolean): Answer {
  const headers = { ...commonHeaders(https), 'Content-Type': jsonType };
  return (request, response, status, bodyOf) => {
    const requestId = requestIdOf(request, newRequestId);
    response.writeHead(status, { ...headers, 'X-Request-Id': requestId });
    response.end(JSON.stringify(bodyOf(requestId)));
  };
}
