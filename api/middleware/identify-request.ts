import type { Middleware } from 'koa';
import type { Logger } from '../../infra/logger.ts';
import type { RequestState } from '../request-context.ts';

export interface IdentifyOptions {
  readonly requestIds: () => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Whether clients reach the service over https. */
  readonly https: boolean;
}

const acceptedRequestId = /^[A-Za-z0-9_-]{1,64}$/;

/** Gives every answer a request id (G-19) and the security headers (G-27), and logs it. */
export function identifyRequest({ requestIds, clock, logger, https }: IdentifyOptions): Middleware<RequestState> {
  return async function identify(ctx, next) {
    const startedAt = clock();
    const given = ctx.get('x-request-id');
    ctx.state.requestId = acceptedRequestId.test(given) ? given : requestIds();
    ctx.state.operationId = null;
    ctx.state.keyId = null;
    ctx.set({ ...securityHeaders, 'X-Request-Id': ctx.state.requestId });
    if (https) ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    await next();
    const { requestId, operationId, keyId } = ctx.state;
    const traceparent = ctx.get('traceparent');
    logger.info(
      {
        requestId,
        operationId,
        keyId,
        method: ctx.method,
        status: ctx.status,
        ms: clock() - startedAt,
        ...(traceparent === '' ? {} : { traceparent: traceparent.slice(0, 128) }),
      },
      'request answered',
    );
  };
}

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Accept-Encoding',
} as const;
