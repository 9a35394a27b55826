import type { ParameterizedContext } from 'koa';

/** What the middleware knows about the request under way. */
export interface RequestState {
  requestId: string;
  /** Operation that answers it; null when no route matches. */
  operationId: string | null;
  /** Public part of the key it came with. */
  keyId: string | null;
  /** Trace that the request is part of (W3C Trace Context). */
  traceparent: string | null;
}

export type RequestContext = ParameterizedContext<RequestState>;
