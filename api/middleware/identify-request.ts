import type { Middleware } from 'koa';
import type { Logger } from '../../infra/logger.ts';
import type { AnsweredRequest } from '../deps.ts';
import type { RequestState } from '../request-context.ts';
import { setHeaders } from '../set-headers.ts';
import { securityHeaders } from './security-headers.ts';

export interface IdentifyOptions {
  readonly requestIds: () => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Told of every answer. */
  readonly answered: (request: AnsweredRequest) => void;
  /** Whether clients reach the service over https. */
  readonly https: boolean;
}

const onlyHttps = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } as const;

const acceptedRequestId = /^[A-Za-z0-9_-]{1,64}$/;

/** Gives every answer a request id (G-19) and the security headers (G-27), and logs it. */
export function identifyRequest(options: IdentifyOptions): Middleware<RequestState> {
  const { requestIds, clock, logger, answered, https } = options;
  const headers = https ? { ...securityHeaders, ...onlyHttps } : securityHeaders;
  return async function identify(ctx, next) {
    const startedAt = clock();
    const given = ctx.get('x-request-id');
    ctx.state.requestId = acceptedRequestId.test(given) ? given : requestIds();
    ctx.state.operationId = null;
    ctx.state.keyId = null;
    ctx.state.traceparent = traceparentOf(ctx.get('traceparent'));
    setHeaders(ctx, headers);
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId);
    await next();
    const { requestId, operationId, keyId, traceparent } = ctx.state;
    const { method, status } = ctx;
    const ms = clock() - startedAt;
    answered({ operationId, method, status, seconds: ms / 1_000 });
    logger.info(
      { requestId, operationId, keyId, method, status, ms, ...(traceparent === null ? {} : { traceparent }) },
      'request answered',
    );
  };
}

/** A trace as W3C Trace Context writes it (version 00); null when the text is none. */
const traceparentOf = (text: string): string | null =>
  /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text) ? text : null;
