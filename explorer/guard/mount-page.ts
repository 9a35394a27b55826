import type Router from '@koa/router';
import { sendAnswer } from '../../api/guard/send-answer.ts';
import { networkOf } from '../../api/guard/client-address.ts';
import { tooMany } from '../../api/guard/authenticate.ts';
import type { Quota } from '../../api/guard/quota.ts';
import { ApiError } from '../../api/errors.ts';
import { setHeaders } from '../../api/http/headers.ts';
import type { RequestContext, RequestState } from '../../api/http/request-context.ts';
import type { PageDependencies } from '../../api/pages.ts';
import type { Answer } from '../../api/route.ts';
import { type Frame, type PageRequest, type PageRoute, pageAnswer, seeOther, type Transport } from '../page-route.ts';
import { createSessionCookie } from '../sessions/session-cookie.ts';
import type { FormTokens } from '../sessions/form-token.ts';
import { isSameOrigin } from '../sessions/same-origin.ts';
import type { Reader, Sessions } from '../sessions/sessions.ts';
import { ifReachable } from '../pages/optional.ts';
import { privateHeaders, publicHeaders } from './headers.ts';
import { signInPath } from '../words/next-path.ts';
import { readForm } from './read-form.ts';

export interface PageGuard {
  readonly guard: PageDependencies['guard'];
  readonly sessions: Pick<Sessions, 'find'>;
  readonly formTokens: FormTokens;
  /** Requests for public pages of one network; null for no limit. */
  readonly visitors: Quota | null;
  readonly isServedOn: (route: PageRoute, host: string) => boolean;
  readonly transportOf: (ctx: RequestContext) => Transport;
  readonly frameOf: (ctx: RequestContext, reader: Reader | null) => Promise<Frame>;
  /** Origins of the bases of links. */
  readonly origins: readonly string[];
}

/** Operations of pages begin so; those of the API never do. */
export const pagePrefix = 'page.';

/**
 * Mounts a page behind its guard: host, `Authorization`, evidence of the same origin for a form, session, quota, scopes,
 * token of the form, then the handler. Refusals are pages, too.
 */
export function mountPage(router: Router<RequestState>, route: PageRoute, parts: PageGuard): void {
  refuseUndeclared(route);
  router.register(route.path, [route.method], async function guardPage(ctx) {
    if (!parts.isServedOn(route, ctx.host)) throw new ApiError('not_found', 'Route not found');
    ctx.state.operationId = `${pagePrefix}${route.name}`;
    if (ctx.get('authorization') !== '') throw new ApiError('api_key_invalid', 'Pages take no Authorization header');
    const isForm = route.method === 'POST';
    if (isForm && !isSameOrigin(ctx.req.headers, ctx.host, parts.origins)) throw forged();
    const leave = parts.guard.admission.enter(isForm ? 'write' : 'read');
    try {
      const reader = route.isFile === true ? null : await readerOf(ctx, route, parts);
      setHeaders(ctx, route.scopes === null && reader === null && !isForm ? publicHeaders : privateHeaders);
      if (reader !== null) ctx.state.keyId = reader.principal.keyId;
      if (route.isFile !== true) takeQuota(ctx, reader, parts);
      const answer =
        notForReader(ctx, route, reader) ?? (await handle(ctx, route, { reader, leavePlace: leave }, parts));
      await sendAnswer(ctx, { interface: 'page', method: route.method }, answer);
    } finally {
      leave();
    }
  });
}

async function handle(
  ctx: RequestContext,
  route: PageRoute,
  { reader, leavePlace }: Pick<PageRequest, 'leavePlace' | 'reader'>,
  parts: PageGuard,
): Promise<Answer> {
  const form = route.method === 'POST' ? await readForm(ctx, route.repeated) : new URLSearchParams();
  if (route.scopes !== null && route.method === 'POST' && reader !== null) {
    const token = form.get('token') ?? '';
    if (!parts.formTokens.isValid(reader.sessionSha256, ctx.path, token)) throw forged();
  }
  return route.handle({
    params: ctx['params'] as Readonly<Record<string, string>>,
    query: new URLSearchParams(ctx.querystring),
    frame: await parts.frameOf(ctx, reader),
    ...{ reader, form, leavePlace },
    connection: { network: networkOf(parts.guard.clientAddress(ctx.req)), transport: parts.transportOf(ctx) },
  });
}

/** Public pages go on without the tables, as for a reader who is not signed in. */
async function readerOf(ctx: RequestContext, route: PageRoute, parts: PageGuard): Promise<Reader | null> {
  const transport = parts.transportOf(ctx);
  if (transport === 'none') return null;
  const secret = createSessionCookie(transport === 'secure').read(ctx.get('cookie'));
  if (secret === null) return null;
  const found = parts.sessions.find(secret);
  return route.scopes === null && route.method === 'GET' ? ifReachable(found) : found;
}

/** The answer to a reader who may not have the page; null if it is for the reader. */
function notForReader(ctx: RequestContext, { scopes, method }: PageRoute, reader: Reader | null): Answer | null {
  if (scopes === null) return null;
  if (reader === null) {
    if (method === 'POST') return seeOther('/signin');
    // The browser withheld the cookie, because another site linked here. It asks again as a page of ours (U-13).
    if (ctx.get('sec-fetch-site') === 'cross-site') return pageAnswer(askAgain);
    return seeOther(signInPath(ctx.url));
  }
  const missing = scopes.filter((scope) => !reader.principal.scopes.includes(scope));
  if (missing.length === 0) return null;
  if (missing.includes('operator') && method === 'GET') throw new ApiError('not_found', 'Route not found');
  throw new ApiError('api_key_scope_missing', `This page requires the scope ${missing.join(' and ')}`);
}

const askAgain = Buffer.from(
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0">' +
    '<title>Attestry</title></head><body></body></html>',
);

const forged = (): ApiError =>
  new ApiError('api_key_scope_missing', 'The form does not come from a page of this session; load the page again');

function takeQuota(ctx: RequestContext, reader: Reader | null, { guard, visitors }: PageGuard): void {
  const taken =
    reader === null
      ? visitors?.take(networkOf(guard.clientAddress(ctx.req)))
      : guard.quota?.take(reader.principal.keyId);
  if (typeof taken?.refusedForMs === 'number') throw tooMany(taken.refusedForMs);
}

function refuseUndeclared({ name, scopes }: PageRoute): void {
  const declared: unknown = scopes;
  if (declared !== null && !Array.isArray(declared)) throw new Error(`page ${name} does not declare its scopes`);
}
