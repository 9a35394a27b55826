import type Router from '@koa/router';
import { sendAnswer } from '../../api/route/answers/send-answer.ts';
import { networkOf } from '../../api/route/keys/client-address.ts';
import { tooMany } from '../../api/route/keys/authenticate.ts';
import type { Quota } from '../../api/route/keys/quota.ts';
import { ApiError } from '../../api/errors.ts';
import { setHeaders } from '../../api/route/http/headers.ts';
import type { RequestContext, RequestState } from '../../api/route/http/request-context.ts';
import type { PageDependencies } from '../../api/route/pages.ts';
import type { Answer } from '../../api/route/answer.ts';
import type { DoneCookie } from '../sessions/done-cookie.ts';
import type { PlaceKind } from '../../api/route/admission/admission.ts';
import type { Logger } from '../../infra/logger.ts';
import {
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  type Transport,
  htmlType,
  pageAnswer,
  seeOther,
} from '../page-route.ts';
import type { Frames } from '../frames.ts';
import { createSessionCookie } from '../sessions/session-cookie.ts';
import type { FormTokens } from '../sessions/form-token.ts';
import { isSameOrigin } from '../sessions/same-origin.ts';
import type { Reader, Sessions } from '../sessions/sessions.ts';
import { ifReachable } from '../readers/if-reachable.ts';
import { privateHeaders, publicHeaders } from './headers.ts';
import { signInPath } from '../labels/next-path.ts';
import { withoutTracking } from '../labels/tracking.ts';
import { handleForm } from './handle-form.ts';
import { isDirect } from './one-click.ts';
import type { FormReader } from './read-form.ts';

export interface PageGuard {
  readonly guard: PageDependencies['guard'];
  readonly sessions: Pick<Sessions, 'find'>;
  readonly formTokens: FormTokens;
  readonly doneCookie: DoneCookie;
  /** Requests for public pages of one network; null for no limit. */
  readonly visitors: Quota | null;
  readonly isServedOn: (route: PageRoute, host: string) => boolean;
  readonly transportOf: (ctx: RequestContext) => Transport;
  readonly frames: Frames;
  readonly readForm: FormReader;
  readonly logger: Pick<Logger, 'warn'>;
  /** Origins of the bases of links. */
  readonly origins: readonly string[];
}

/** Operations of pages begin so; those of the API never do. */
export const pagePrefix = 'page.';

/**
 * Mounts a page behind its guard: host, `Authorization`; for a form evidence of the same origin and its bytes; then a place,
 * session, quota, scopes, token and fields of the form, and the handler. Refusals are pages, too.
 */
export function mountPage(router: Router<RequestState>, route: PageRoute, parts: PageGuard): void {
  refuseUndeclared(route);
  router.register(route.path, [route.method], async function guardPage(ctx) {
    if (!parts.isServedOn(route, ctx.host)) throw new ApiError('not_found', 'Route not found');
    ctx.state.operationId = `${pagePrefix}${route.name}`;
    if (ctx.get('authorization') !== '')
      throw new ApiError('authorization_refused', 'Pages take no Authorization header');
    const isForm = route.method === 'POST';
    if (isForm && !isSameOrigin(ctx.req.headers, ctx.host, parts.origins)) throw forged();
    const network = networkOf(parts.guard.clientAddress(ctx.req));
    const largest = isForm ? await formLimit(ctx, route, parts) : undefined;
    const form = isForm
      ? await received(parts.readForm(ctx, network, largest), () => ctx.req.socket.destroyed)
      : noForm;
    const leave = parts.guard.admission.enter(placeOf(route));
    try {
      const reader = route.isFile === true ? null : await readerOf(ctx, route, parts);
      setHeaders(ctx, route.scopes === null && reader === null && !isForm ? publicHeaders : privateHeaders);
      if (reader !== null) {
        ctx.state.keyId = reader.principal.keyId;
        parts.frames.remember(ctx, reader);
      }
      if (route.isFile !== true) takeQuota(network, reader, parts);
      if (form.refusal !== null) throw form.refusal;
      const answer =
        (await leadOn(ctx, route, reader)) ??
        notForReader(ctx, route, reader) ??
        (await handle(ctx, route, { reader, form: form.fields, leavePlace: leave }, parts));
      await sendAnswer(ctx, { interface: 'page', method: route.method }, answer);
      if (reader !== null) carryDone(ctx, route, { answer, reader }, parts);
    } finally {
      leave();
    }
  });
}

/** Carries what a form did to the next page, and forgets it once a page has shown it. */
function carryDone(
  ctx: RequestContext,
  { method }: PageRoute,
  { answer, reader }: { readonly answer: PageAnswer; readonly reader: Reader },
  { doneCookie, transportOf }: PageGuard,
): void {
  const isSecure = transportOf(ctx) === 'secure';
  if (answer.done !== undefined) ctx.append('Set-Cookie', doneCookie.set(answer.done, reader.sessionSha256, isSecure));
  else if (
    method === 'GET' &&
    answer.type === htmlType &&
    doneCookie.read(ctx.get('cookie'), reader.sessionSha256) !== null
  )
    ctx.append('Set-Cookie', doneCookie.clear(isSecure));
}

/** A large form is received only from a reader who may send it; undefined: the usual limit. */
async function formLimit(ctx: RequestContext, route: PageRoute, parts: PageGuard): Promise<number | undefined> {
  if (route.mostBytes === undefined) return undefined;
  const reader = await readerOf(ctx, route, parts);
  const mayRead = reader !== null && route.scopes?.every((scope) => reader.principal.scopes.includes(scope)) === true;
  return mayRead ? route.mostBytes : undefined;
}

/** A form that is refused before its reader is known is refused afterwards, in the frame of that reader. */
interface ReceivedForm {
  readonly fields: URLSearchParams;
  readonly refusal: ApiError | null;
}

const noForm: ReceivedForm = { fields: new URLSearchParams(), refusal: null };

async function received(reading: Promise<URLSearchParams>, isGone: () => boolean): Promise<ReceivedForm> {
  try {
    return { fields: await reading, refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'rate_limited' || isGone()) throw error;
    return { ...noForm, refusal: error };
  }
}

const placeOf = ({ method, scopes }: PageRoute): PlaceKind =>
  method === 'GET' ? 'read' : scopes === null ? 'anonymous' : 'write';

async function handle(
  ctx: RequestContext,
  route: PageRoute,
  { reader, form, leavePlace }: Pick<PageRequest, 'form' | 'leavePlace' | 'reader'>,
  parts: PageGuard,
): Promise<PageAnswer> {
  const { frames, formTokens, guard, logger } = parts;
  const request = {
    params: ctx['params'] as Readonly<Record<string, string>>,
    query: withoutTracking(ctx.querystring),
    frame: await frames.of(ctx, reader),
    reader,
    form,
    leavePlace,
    connection: {
      network: networkOf(guard.clientAddress(ctx.req)),
      transport: parts.transportOf(ctx),
      isDirect: isDirect(ctx.req),
      isTyped: ctx.get('sec-fetch-site') === 'none',
    },
  };
  if (route.method === 'GET') return forPaper(request.query, await route.handle(request));
  if (route.scopes !== null && reader !== null) {
    if (!formTokens.isValid(reader.sessionSha256, ctx.path, form.get('token') ?? '')) throw forged();
  }
  const answer = await handleForm(route, request, ctx.path, async (refused) => ({
    ...(await frames.withUnread(ctx, reader)),
    refused,
  }));
  if (answer.status >= 500) logger.warn({ requestId: ctx.state.requestId }, 'an engine did not answer a form');
  return answer;
}

/** `?print=yes` opens every part of a page, for paper without scripts. Texts of others have no such element: they are escaped. */
function forPaper(query: URLSearchParams, answer: Answer): Answer {
  if (query.get('print') !== 'yes' || answer.type !== htmlType || answer.bytes === undefined) return answer;
  return { ...answer, bytes: Buffer.from(answer.bytes.toString('utf8').replaceAll('<details>', '<details open>')) };
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

/** Leads a reader without a session to what anybody may see; the browser may still have the cookie of a link from outside. */
async function leadOn(ctx: RequestContext, route: PageRoute, reader: Reader | null): Promise<Answer | null> {
  if (reader !== null || route.withoutSession === undefined || ctx.get('sec-fetch-site') === 'cross-site') return null;
  const path = await ifReachable(route.withoutSession({ params: ctx['params'] as Readonly<Record<string, string>> }));
  return path === null ? null : seeOther(path);
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
  throw new ApiError('session_scope_missing', `This page requires the scope ${missing.join(' and ')}`, {
    details: missing.map((scope) => ({ parameter: 'scope', reason: scope })),
  });
}

const askAgain = Buffer.from(
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0">' +
    '<title>Attestry</title></head><body></body></html>',
);

const forged = (): ApiError =>
  new ApiError('csrf_refused', 'The form does not come from a page of this session; load the page again');

function takeQuota(network: string, reader: Reader | null, { guard, visitors }: PageGuard): void {
  const taken = reader === null ? visitors?.take(network) : guard.quota?.take(reader.principal.keyId);
  if (typeof taken?.refusedForMs === 'number') throw tooMany(taken.refusedForMs);
}

function refuseUndeclared({ name, scopes, method, fields }: PageRoute): void {
  const declared: unknown = scopes;
  if (method === 'POST' && fields === undefined)
    throw new Error(`page ${name} does not declare the fields of its form`);
  if (declared !== null && !Array.isArray(declared)) throw new Error(`page ${name} does not declare its scopes`);
}
