import type Router from '@koa/router';
import { sendAnswer } from '../../api/guard/send-answer.ts';
import { networkOf } from '../../api/guard/client-address.ts';
import { tooMany } from '../../api/guard/authenticate.ts';
import type { Quota } from '../../api/guard/quota.ts';
import { ApiError } from '../../api/errors.ts';
import { setHeaders } from '../../api/http/headers.ts';
import type { RequestContext, RequestState } from '../../api/http/request-context.ts';
import type { PageDependencies } from '../../api/pages.ts';
import type { Frame, PageRoute } from '../page-route.ts';
import { privateHeaders, publicHeaders } from './headers.ts';

export interface PageGuard {
  readonly guard: PageDependencies['guard'];
  /** Requests for public pages of one network; null for no limit. */
  readonly visitors: Quota | null;
  readonly isServedOn: (route: PageRoute, host: string) => boolean;
  readonly frameOf: (ctx: RequestContext) => Frame;
}

/** Operations of pages begin so; those of the API never do. */
export const pagePrefix = 'page.';

/** Mounts a page behind its guard: host, `Authorization`, quota, room, then the handler. Refusals are pages, too. */
export function mountPage(router: Router<RequestState>, route: PageRoute, parts: PageGuard): void {
  refuseUndeclared(route);
  const headers = route.scopes === null ? publicHeaders : privateHeaders;
  router.register(route.path, [route.method], async function guardPage(ctx) {
    if (!parts.isServedOn(route, ctx.host)) throw new ApiError('not_found', 'Route not found');
    ctx.state.operationId = `${pagePrefix}${route.name}`;
    if (ctx.get('authorization') !== '') throw new ApiError('api_key_invalid', 'Pages take no Authorization header');
    if (route.isFile !== true) takeQuota(ctx, parts);
    const leave = parts.guard.admission.enter('read');
    try {
      const params = ctx['params'] as Readonly<Record<string, string>>;
      const request = { params, query: new URLSearchParams(ctx.querystring), frame: parts.frameOf(ctx) };
      const answer = await route.handle(request);
      setHeaders(ctx, headers);
      await sendAnswer(ctx, { interface: 'page', method: route.method }, answer);
    } finally {
      leave();
    }
  });
}

function takeQuota(ctx: RequestContext, { guard, visitors }: PageGuard): void {
  const refusedForMs = visitors?.take(networkOf(guard.clientAddress(ctx.req))).refusedForMs ?? null;
  if (refusedForMs !== null) throw tooMany(refusedForMs);
}

function refuseUndeclared({ name, scopes }: PageRoute): void {
  const declared: unknown = scopes;
  if (declared !== null && !Array.isArray(declared)) throw new Error(`page ${name} does not declare its scopes`);
}
