import type { Middleware } from 'koa';
import type { Logger } from '../../../infra/logger.ts';
import { type ApiError, errorBody, interfaceOfTarget, overloadedStatus, toApiError } from '../../errors.ts';
import { jsonType } from '../http/media-types.ts';
import type { RequestContext, RequestState } from '../http/request-context.ts';

/** Presents refusals as pages. */
export interface RefusalPages {
  /** False if the request is none of a person. */
  readonly refuse: (ctx: RequestContext, refusal: ApiError) => boolean;
}

/**
 * Answers every error with the envelope of its interface, or as a page to a person (G-05); an unknown error is logged, not
 * shown (G-23 … G-25).
 */
export function answerErrors(logger: Logger, pages: RefusalPages | null = null): Middleware<RequestState> {
  return async function answer(ctx, next) {
    try {
      await next();
    } catch (error) {
      const refusal = toApiError(error);
      const { requestId, operationId } = ctx.state;
      if (refusal.code === 'internal_error') logger.error({ requestId, operationId, err: error }, 'request failed');
      if (refusal.code === 'upstream_unavailable' && refusal.status !== overloadedStatus) {
        logger.warn({ requestId, operationId, err: error }, 'an engine did not answer a request');
      }
      ctx.status = refusal.status;
      ctx.set(refusal.headers);
      if (pages?.refuse(ctx, refusal) === true) return;
      ctx.body = Buffer.from(JSON.stringify(errorBody(refusal, interfaceOfTarget(ctx.url), requestId)));
      ctx.type = jsonType;
    }
  };
}
