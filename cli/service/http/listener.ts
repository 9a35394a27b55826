import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, errorBody, interfaceOfPath, overloadedStatus } from '../../../api/errors.ts';
import { jsonType } from '../../../api/http/media-types.ts';
import { commonHeaders, requestIdOf } from '../../../api/middleware/identity.ts';
import type { Config } from '../../../infra/config/config.ts';
import { isLoopback } from '../../../infra/schema-registry/http.ts';

/**
 * The HTTP listener before there is anything to serve. Ports are opened first, so that a taken port is reported at
 * once.
 */
export interface Listener {
  readonly serve: (listener: RequestListener) => void;
}

/**
 * Time limits for the headers and the whole request, so slow clients release their connection. Idle connections are
 * kept longer than load balancers keep them (60 s), which could otherwise send a request on a connection that is being
 * closed. The limits for slow requests do not apply to idle connections.
 */
export const httpLimits: ServerOptions = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/** A new connection without any data for this long is closed, milliseconds. */
const silentConnectionMs = 10_000;

/** Hosts served besides the loopback names. Null serves any host, because the listener is not on loopback. */
export function allowedHosts(config: Config): ReadonlySet<string> | null {
  if (!isLoopback(config.httpHost)) return null;
  const bases = [config.baseUrl, config.explorerUrl, config.publicPageBase];
  return new Set(bases.flatMap((base) => (base === null ? [] : [new URL(base).host])));
}

export interface ListenerOptions {
  /** See `allowedHosts`. */
  readonly hosts: ReadonlySet<string> | null;
  /** Whether clients reach the service over https. */
  readonly https: boolean;
}

/**
 * Answers 503 until `serve` is called; `/livez` answers from the start. On loopback, only loopback names and configured
 * hosts are served, so that no web page reaches the service under a name of its own (DNS rebinding). A request with two
 * Host headers is refused (RFC 9112, 3.2), because a proxy in front might use the other one.
 */
export function openListener(server: Server, { hosts, https }: ListenerOptions): Listener {
  const answer = createAnswer(https);
  let current: RequestListener = (request, response) => answerStarting(request, response, answer);
  server.on('connection', closeIfSilent);
  server.on('request', (request, response) => {
    const host = request.headers.host ?? '';
    if (hasTwoHosts(request)) {
      response.setHeader('Connection', 'close');
      answer(request, response, 400, () => duplicateHost);
    } else if (hosts === null || isLoopback(host) || hosts.has(host)) current(request, response);
    else answer(request, response, 421, () => foreignHost);
  });
  return {
    serve: (listener) => {
      current = listener;
    },
  };
}

/** Names are at the even indexes. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** The limits of an HTTP server apply only from the first byte of a request. */
function closeIfSilent(socket: Socket): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy();
  }, silentConnectionMs);
  socket.once('close', () => clearTimeout(timer));
}

/** Answers while the service is starting. */
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

const duplicateHost = { message: 'The Host header is given twice', error: 'Bad Request', statusCode: 400 } as const;

/** A new request id (conformance G-19). */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;

/** Answers a request with the id and the headers that every answer has (conformance G-19, G-27). */
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
