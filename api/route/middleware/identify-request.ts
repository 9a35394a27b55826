import type { Middleware } from 'koa';
import type { RequestState } from '../http/request-context.ts';
import { setHeaders } from '../http/headers.ts';
import type { Identifier } from './identity.ts';

/** Sets the request id and the common headers, and reports the answer to log and metrics. */
export function identifyRequest({ headers, identify }: Identifier): Middleware<RequestState> {
  return async function identifyIt(ctx, next) {
    const { requestId, traceparent, answered } = identify(ctx.req);
    ctx.state.requestId = requestId;
    ctx.state.operationId = null;
    ctx.state.keyId = null;
    ctx.state.traceparent = traceparent;
    setHeaders(ctx, headers);
    ctx.res.setHeader('X-Request-Id', requestId);
    await next();
    const { operationId, keyId } = ctx.state;
    answered({ operationId, keyId, method: ctx.method, status: ctx.status });
  };
}
