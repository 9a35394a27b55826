import type { IncomingMessage } from 'node:http';
import { responseHeaders } from './http/response-headers.ts';
import type { Route } from './route.ts';

/** Answers scripts of other origins (CORS). */
export interface Cors {
  /** Headers of the answer, whatever it is; empty for an origin that is not listed and for a path of no interface. */
  readonly headersFor: (request: IncomingMessage) => Readonly<Record<string, string>>;
}

/** Request headers of clients that a browser asks for. */
const sent = 'Authorization, Content-Type, If-None-Match, Last-Event-ID, Traceparent, X-Request-Id';
const exposed = Object.keys(responseHeaders).join(', ');
/** How long a browser may keep the answer to a preflight, seconds. */
const preflightSeconds = '600';

/**
 * Headers for the listed origins on paths of both interfaces, never on pages, and never with credentials: cookies stay out of
 * the reach of other origins. A preflight is an OPTIONS request, which needs no key (conformance G-21).
 */
export function createCors(origins: readonly string[], routes: readonly Route[]): Cors {
  const listed = new Set(origins);
  const first = new Set(routes.flatMap((route) => (route.interface === 'service' ? [] : [firstSegment(route.path)])));
  return {
    headersFor: ({ method, url = '', headers }) => {
      const { origin } = headers;
      if (origin === undefined || !listed.has(origin) || !first.has(firstSegment(url))) return {};
      const allowed = { 'Access-Control-Allow-Origin': origin };
      if (method !== 'OPTIONS') return { ...allowed, 'Access-Control-Expose-Headers': exposed };
      return {
        ...allowed,
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE',
        'Access-Control-Allow-Headers': sent,
        'Access-Control-Max-Age': preflightSeconds,
      };
    },
  };
}

const firstSegment = (path: string): string => /^\/([^/?]*)/.exec(path)?.[1] ?? '';
