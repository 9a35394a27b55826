import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** A new agent per request, so that no connection is reused without a new address check. */
export function agentFor(secure: boolean, allowed: boolean): HttpAgent {
  if (secure) return allowed ? new HttpsAgent() : new RequestFilteringHttpsAgent();
  return allowed ? new HttpAgent() : new RequestFilteringHttpAgent();
}
