import type { Middleware } from 'koa';
import type { RequestState } from '../http/request-context.ts';
import { setHeaders } from '../http/headers.ts';
import type { Identifier } from './identity.ts';

/** Gives the answer its id and headers, and tells of it when it has been made. */
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
