import type { ParameterizedContext } from 'koa';

/** State that the middleware sets on each request. */
export interface RequestState {
  requestId: string;
  /** Operation that answers it; null if no route matches. */
  operationId: string | null;
  /** Id of the key, its public part; null if the request has no well-formed key. */
  keyId: string | null;
  /** W3C Trace Context; null if the request has none. */
  traceparent: string | null;
}

export type RequestContext = ParameterizedContext<RequestState>;
