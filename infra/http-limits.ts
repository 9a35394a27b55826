import type { ServerOptions } from 'node:http';

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
