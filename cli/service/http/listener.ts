import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, errorBody, interfaceOfPath, interfaceOfTarget, overloadedStatus } from '../../../api/errors.ts';
import { readTarget } from '../../../api/route/http/request-target.ts';
import { notPath } from '../../../api/route/middleware/check-url.ts';
import type { Config } from '../../../infra/config/config.ts';
import { limitBodyTime } from '../../../infra/http/body-deadline.ts';
import { continueInTurn } from '../../../infra/http/continue-in-turn.ts';
import { httpLimits } from '../../../infra/http/http-limits.ts';
import { isLoopback } from '../../../infra/schema-registry/http.ts';
import { type Answer, createAnswer } from './own-answers.ts';
import { refuseUnread } from './refuse-unread.ts';

/**
 * The HTTP listener before there is anything to serve. Ports are opened first, so that a taken port is reported at
 * once.
 */
export interface Listener {
  readonly serve: (listener: RequestListener) => void;
}

/** Options of a server for `openListener`, which refuses a missing Host in the envelope. */
export const frontOptions: ServerOptions = { ...httpLimits, requireHostHeader: false };

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
 * hosts are served, so that no web page reaches the service under a name of its own (DNS rebinding). The host of an
 * absolute target counts instead of the header (RFC 9112, 3.2.2). A request with two Host or two Authorization
 * headers is refused, because a proxy in front might use the other one. `server` must have `frontOptions`.
 */
export function openListener(server: Server, { hosts, https }: ListenerOptions): Listener {
  const answer = createAnswer(https);
  let current: RequestListener = (request, response) => answerStarting(request, response, answer);
  const isServed = (host: string): boolean => hosts === null || isLoopback(host) || hosts.has(host);
  server.on('connection', closeIfSilent);
  server.on('request', (request, response) => {
    const target = readTarget(request.url ?? '');
    const why = target === null ? notPath : whyNotHeaders(request);
    if (target === null || why !== null) {
      response.setHeader('Connection', 'close');
      const { path } = target ?? { path: '' };
      const error = new ApiError('invalid_parameter', why ?? notPath);
      answer(request, response, 400, (requestId) => errorBody(error, interfaceOfTarget(path), requestId));
      return;
    }
    if (!isServed(target.host ?? request.headers.host ?? '')) {
      const error = new ApiError('invalid_parameter', foreignHost, { status: 421 });
      answer(request, response, 421, (requestId) => errorBody(error, interfaceOfTarget(target.path), requestId));
      return;
    }
    request.url = target.path;
    current(request, response);
  });
  refuseUnread(server, https, answer);
  limitBodyTime(server);
  continueInTurn(server);
  return {
    serve: (listener) => {
      current = listener;
    },
  };
}

/** Headers of which Node keeps the first of two, where a proxy in front might use the other one. */
const givenOnce = ['Host', 'Authorization'] as const;

/** Why headers are refused; null when they are not. HTTP/1.0 needs no Host. */
function whyNotHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): string | null {
  for (const once of givenOnce) {
    let given = 0;
    // Names are at the even indexes.
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? '';
      if (name.length === once.length && name.toLowerCase() === once.toLowerCase()) given += 1;
    }
    if (given > 1) return `The ${once} header is given twice`;
  }
  return headers.host === undefined && httpVersion !== '1.0' ? 'The Host header is missing' : null;
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
const foreignHost = 'This listener answers on loopback names and its configured bases only';
