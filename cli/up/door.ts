import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Config } from '../../infra/config/config.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';

/** The HTTP listener before there is anything to serve: ports are taken first, so that a taken one is known at once. */
export interface Door {
  readonly serve: (listener: RequestListener) => void;
}

/** How long a client may take over its headers and its whole request: slow ones give their connection back. */
export const httpLimits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/** Hosts served beside the loopback names; null serves any, because the listener is not on loopback. */
export function allowedHosts(config: Config): ReadonlySet<string> | null {
  if (!isLoopback(config.httpHost)) return null;
  const bases = [config.baseUrl, config.explorerUrl, config.publicPageBase];
  return new Set(bases.flatMap((base) => (base === null ? [] : [new URL(base).host])));
}

const json = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };
const starting = JSON.stringify({ status: 'starting', failing: ['the service is starting'] });
const foreignHost = JSON.stringify({
  message: 'This listener answers on loopback names and its configured bases only',
  error: 'Misdirected Request',
  statusCode: 421,
});

/**
 * Answers 503 until it is told what to serve; `/livez` answers from the start. On loopback a Host that is neither a
 * loopback name nor configured is refused, so that no web page reaches the service under a name of its own.
 */
export function openDoor(server: Server, hosts: ReadonlySet<string> | null): Door {
  let current: RequestListener = (request, response) => {
    const alive = request.url === '/livez';
    response.writeHead(alive ? 200 : 503, { ...json, 'retry-after': '1' });
    response.end(alive ? JSON.stringify({ status: 'ok' }) : starting);
  };
  server.on('request', (request, response) => {
    const host = request.headers.host ?? '';
    if (hosts === null || isLoopback(host) || hosts.has(host)) current(request, response);
    else response.writeHead(421, json).end(foreignHost);
  });
  return {
    serve: (listener) => {
      current = listener;
    },
  };
}
