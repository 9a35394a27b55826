import type { Middleware } from 'koa';
import type { Logger } from '../../infra/logger.ts';
import { errorBody, interfaceOfPath, overloadedStatus, toApiError } from '../errors.ts';
import { jsonType } from '../http/media-types.ts';
import type { RequestState } from '../http/request-context.ts';

/** Turns every error into the envelope of its interface; what is unknown is logged and not told (G-23 … G-25). */
export function answerErrors(logger: Logger): Middleware<RequestState> {
  return async function answer(ctx, next) {
    try {
      await next();
    } catch (error) {
      const told = toApiError(error);
      const { requestId, operationId } = ctx.state;
      if (told.code === 'internal_error') logger.error({ requestId, operationId, err: error }, 'request failed');
      if (told.code === 'upstream_unavailable' && told.status !== overloadedStatus) {
        logger.warn({ requestId, operationId, err: error }, 'an engine did not answer a request');
      }
      ctx.status = told.status;
      ctx.set(told.headers);
      ctx.body = Buffer.from(JSON.stringify(errorBody(told, interfaceOfPath(ctx.path), requestId)));
      ctx.type = jsonType;
    }
  };
}
