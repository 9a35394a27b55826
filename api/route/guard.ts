import type { IncomingMessage } from 'node:http';
import type Router from '@koa/router';
import type { ApiKeys } from '../readmodel/memory/keys/api-keys.ts';
import type { RequestContext, RequestState } from './http/request-context.ts';
import { setHeaders } from './http/headers.ts';
import { pollHeaders } from './poll-headers.ts';
import type { Answer } from './answer.ts';
import type { KeyedRequest, KeyedRoute, Route } from './route.ts';
import type { Principal } from '../readmodel/principal.ts';
import type { Admission } from './admission/admission.ts';
import type { AnswerKnown, KnownReply } from './known/answer-known.ts';
import { authenticate, mustAsk, scopeRefusal, tooMany } from './keys/authenticate.ts';
import { type AnswerCheck, createAnswerCheck } from './answers/check-answer.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { JsonValidator } from './input/json-validator.ts';
import type { FastPath } from './known/fast-path.ts';
import { namesAny } from './known/if-none-match.ts';
import { keepBody, type KeptBody } from './known/kept-body.ts';
import { answerKeyOf, type KnownAnswers } from './known/known-answers.ts';
import type { LookupBudget } from './keys/lookup-budget.ts';
import { type Quota, quotaHeaders, type QuotaGrant } from './keys/quota.ts';
import { createRequestReader } from './input/read-request.ts';

import { sendAnswer, sendUnchanged } from './answers/send-answer.ts';
import { createAnswerShape } from './answers/shape-answer.ts';
import { createRequestQueue } from './admission/request-queue.ts';
import { type Place, placeIn } from './admission/place.ts';

export interface GuardDependencies {
  readonly keys: ApiKeys;
  readonly validator: JsonValidator;
  readonly admission: Admission;
  readonly knownAnswers: KnownAnswers;
  readonly answerKnown: AnswerKnown;
  /** Answers cached requests before they reach the guard. */
  readonly fastPath: Pick<FastPath, 'remember'>;
  /** Requests of a key; null for no limit. */
  readonly quota: Quota | null;
  /** Unchanged answers of a key that are free although the handler had to produce them; null without a quota. */
  readonly spared: Quota | null;
  /** Wrong keys of a network; null for no limit. */
  readonly failures: Quota | null;
  /** Look-ups of unknown key ids. */
  readonly lookups: LookupBudget;
  /** The client's address. */
  readonly clientAddress: (request: IncomingMessage) => string;
  /** Validate answers against their declaration. */
  readonly checkResponses: boolean;
  /** Longest that a request of a route with a queue waits for its turn, milliseconds. */
  readonly longestWaitMs: number;
}

type Handler = (ctx: RequestContext) => Promise<void>;

/** Name of key lookups among the operations of the work estimate. */
const keyLookup = 'key';

/**
 * Mounts a route behind its guard. Order of refusals (conformance K-10): 401, 403, shape (415, 413, 400), then those of the
 * handler (404, 409); 503 comes before and 429 after authentication. Throws at start if a route does not declare its scopes.
 */
export function mountRoute(router: Router<RequestState>, route: Route, dependencies: GuardDependencies): void {
  refuseUndeclared(route);
  const handle = route.interface === 'service' ? guardService(route, dependencies) : guardKeyed(route, dependencies);
  const deprecation = deprecationHeaders(route);
  router.register(route.path, [route.method], async function guardRoute(ctx) {
    ctx.state.operationId = route.operationId;
    setHeaders(ctx, deprecation);
    await handle(ctx);
  });
}

function guardService(route: Extract<Route, { interface: 'service' }>, dependencies: GuardDependencies): Handler {
  const readRequest = createRequestReader(route, dependencies.validator);
  const check = createCheck(route, dependencies);
  const shape = createAnswerShape(route);
  return async (ctx) => {
    if (route.anyOrigin === true) ctx.set('Access-Control-Allow-Origin', '*');
    const answering = async (): Promise<Answer> => route.handle(await readRequest(ctx));
    await sendAnswer(ctx, route, shape(await checked(answering(), check)));
  };
}

function guardKeyed(route: KeyedRoute, dependencies: GuardDependencies): Handler {
  const { admission, answerKnown, fastPath, keys, longestWaitMs, quota, spared, knownAnswers } = dependencies;
  const readRequest = createRequestReader(route, dependencies.validator);
  const check = createCheck(route, dependencies);
  const shape = createAnswerShape(route);
  const kind = route.method === 'GET' ? 'read' : 'write';

  const answerOf = async (ctx: RequestContext, principal: Principal, place: Place): Promise<Answer> => {
    // A client may send its body slowly, and must not occupy a place meanwhile.
    if (route.body !== undefined) place.leave();
    const request = await readRequest(ctx);
    place.enter();
    const stillAdmitted = (): Promise<boolean> => keys.isActive(principal.keyId);
    const keyed: KeyedRequest = { ...request, principal, stillAdmitted, leavePlace: place.leave };
    try {
      return await route.handle(keyed);
    } finally {
      place.done();
    }
  };

  const giveBack = (ctx: RequestContext, { keyId }: Principal, taken: QuotaGrant): void => {
    if (spared === null || namesAny(ctx.get('if-none-match'))) return;
    if (spared.take(keyId).refusedForMs === null) setHeaders(ctx, quotaHeaders(taken.giveBack()));
  };

  const serve = async (ctx: RequestContext, place: Place): Promise<void> => {
    // Looking up a key waits for the tables as well, so it is refused at once if that would take too long. Look-ups of
    // unknown ids have a budget of their own: they must not make reads of key holders seem late.
    if (kind === 'read' && mustAsk(route, ctx, dependencies)) place.begin(keyLookup);
    const principal = await authenticate(route, ctx, dependencies);
    place.done();
    const known = answerKnown({ route, principal, url: ctx.url, condition: ctx.get('if-none-match') });
    if (known !== null) {
      fastPath.remember(ctx.url, route);
      await sendKnown(ctx, route, known);
      return;
    }
    const refusal = scopeRefusal(route, principal);
    // Before the quota: a request that is refused for lack of time uses none.
    if (refusal === null && kind === 'read') place.begin(route.operationId);
    const taken = quota === null ? null : take(ctx, quota, principal);
    if (refusal !== null) throw refusal;
    const key = answerKeyOf(route, ctx.url, principal);
    const keep = key === null ? null : knownAnswers.keep(key);
    const answer = await checked(answerOf(ctx, principal, place), check);
    // Sending may take as long as the client stays connected.
    place.leave();
    setHeaders(ctx, pollHeaders(route, admission));
    const shaped = shape(answer);
    const body = keep === null ? null : bodyToKeep(shaped);
    const tag = await sendAnswer(ctx, route, body === null ? shaped : { ...shaped, ...body.answer() });
    if (ctx.status === 304 && taken !== null) giveBack(ctx, principal, taken);
    if (keep === null || tag === null || answer.validUntil === null) return;
    const { headers = {}, validUntil = Number.POSITIVE_INFINITY } = answer;
    await keep({ tag, headers, body }, validUntil);
    fastPath.remember(ctx.url, route);
  };

  const serveNow = async (ctx: RequestContext): Promise<void> => {
    const place = placeIn(admission, kind, route.waits === true);
    place.enter();
    try {
      await serve(ctx, place);
    } finally {
      place.leave();
    }
  };
  if (route.waits !== true) return serveNow;
  const queue = createRequestQueue({ ...waitingLimits, longestWaitMs, hasRoom: () => admission.hasRoom(kind) });
  return (ctx) =>
    queue.run(
      () => ctx.res.closed || ctx.res.destroyed,
      () => serveNow(ctx),
    );
}

/** Limits of each route whose requests queue. */
const waitingLimits = { atOnce: 8, mostWaiting: 1_000 };

async function sendKnown(ctx: RequestContext, route: KeyedRoute, reply: KnownReply): Promise<void> {
  const { known, body, headers, refusedForMs } = reply;
  setHeaders(ctx, headers);
  if (refusedForMs !== null) throw tooMany(refusedForMs);
  if (body === null) sendUnchanged(ctx, known);
  else await sendAnswer(ctx, route, { status: 200, headers: known.headers, tag: known.tag, ...body.answer() });
}

/** The body of an answer that may be cached; null if it may not, or has none. */
function bodyToKeep({ status, json, bytes, moving, validUntil }: Answer): KeptBody | null {
  if (status !== 200 || validUntil === null) return null;
  const all = bytes ?? (json === undefined ? null : Buffer.from(JSON.stringify(json)));
  return all === null ? null : keepBody(all, moving);
}

function take(ctx: RequestContext, quota: Quota, { keyId }: Principal): QuotaGrant {
  const taken = quota.take(keyId);
  setHeaders(ctx, quotaHeaders(taken.standing));
  if (taken.refusedForMs !== null) throw tooMany(taken.refusedForMs);
  return taken;
}

const createCheck = (route: Route, { checkResponses, validator }: GuardDependencies): AnswerCheck | null =>
  checkResponses ? createAnswerCheck(route, validator) : null;

async function checked(work: Promise<Answer>, check: AnswerCheck | null): Promise<Answer> {
  if (check === null) return work;
  try {
    const answer = await work;
    check.answer(answer);
    return answer;
  } catch (error) {
    check.refusal(error);
    throw error;
  }
}

function refuseUndeclared(route: Route): void {
  const scopes: unknown = route.scopes;
  const declared = route.interface === 'service' ? scopes === null : Array.isArray(scopes);
  if (!declared) throw new Error(`route ${route.method} ${route.path} does not declare its scopes`);
  if (route.interface === 'B' && Array.isArray(scopes) && scopes.length === 0 && route.anyKey !== true) {
    throw new Error(`route ${route.method} ${route.path} of interface B declares no scope`);
  }
}
