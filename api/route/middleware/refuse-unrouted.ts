import type { Layer } from '@koa/router';
import { ApiError, interfaceOfPath } from '../../errors.ts';
import type { RequestContext } from '../http/request-context.ts';

/** Answers a request without a route: OPTIONS 204, another method of a known path 405, else 404 (G-05, G-06, G-21). */
export async function refuseUnrouted(ctx: RequestContext & { readonly matched?: readonly Layer[] }): Promise<void> {
  const methods = new Set((ctx.matched ?? []).flatMap((layer) => layer.methods));
  if (methods.size === 0) {
    throw new ApiError('not_found', interfaceOfPath(ctx.path) === 'B' ? 'No such path' : 'Route not found');
  }
  const allow = [...methods, 'OPTIONS'].sort().join(', ');
  if (ctx.method !== 'OPTIONS') {
    throw new ApiError('method_not_allowed', 'Method Not Allowed', { headers: { Allow: allow } });
  }
  ctx.set('Allow', allow);
  ctx.status = 204;
}
