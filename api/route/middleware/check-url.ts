import type { Middleware } from 'koa';
import { ApiError } from '../../errors.ts';
import { isPath } from '../http/request-target.ts';
import type { RequestState } from '../http/request-context.ts';

/** Longest path and query, bytes (G-17). Node itself answers 431 at twice that. */
const urlLimit = 8 * 1024;

/** Refuses URLs that are too long, or that the framework could not parse (G-17, G-18). */
export const checkUrl: Middleware<RequestState> = async function check(ctx, next) {
  if (ctx.url.length > urlLimit) throw new ApiError('uri_too_long', `The URL is longer than ${urlLimit} bytes`);
  if (!isPath(ctx.url)) throw new ApiError('invalid_parameter', notPath);
  await next();
};

export const notPath = 'The request target must be a path that starts with "/", or an http URL, in ASCII';
