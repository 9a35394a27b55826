import type { Middleware } from 'koa';
import { ApiError } from '../errors.ts';
import type { RequestState } from '../http/request-context.ts';

/** Longest path and query, bytes (G-17). Node itself answers 431 at twice that. */
const urlLimit = 8 * 1024;

export const limitUrl: Middleware<RequestState> = async function limit(ctx, next) {
  if (ctx.url.length > urlLimit) throw new ApiError('uri_too_long', `The URL is longer than ${urlLimit} bytes`);
  await next();
};
