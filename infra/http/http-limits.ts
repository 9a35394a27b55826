import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { limitBodyTime } from './body-deadline.ts';
import { continueInTurn } from './continue-in-turn.ts';

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

/** A server with these limits, and one for the time of a body. */
export function createLimitedServer(listener: RequestListener): Server {
  const server = createServer(httpLimits, listener);
  limitBodyTime(server);
  continueInTurn(server);
  return server;
}
