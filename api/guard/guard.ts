import type { IncomingMessage } from 'node:http';
import type Router from '@koa/router';
import type { ApiKeys } from '../memory/api-keys.ts';
import type { RequestContext, RequestState } from '../http/request-context.ts';
import { pollHeaders, setHeaders } from '../http/headers.ts';
import type { Answer, KeyedRequest, KeyedRoute, Principal, Route } from '../route.ts';
import type { Admission } from './admission.ts';
import { authenticate, mustAsk, scopeRefusal, tooMany } from './authenticate.ts';
import { type AnswerCheck, createAnswerCheck } from './check-answer.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { JsonValidator } from './json-validator.ts';
import type { FastPath } from './fast-path.ts';
import { namesAny } from './if-none-match.ts';
import { type KnownAnswers, questionOf } from './known-answers.ts';
import { type Quota, quotaHeaders, type Taken } from './quota.ts';
import { createBodyReader } from './read-body.ts';
import { createInputReader } from './read-input.ts';
import { replyFromMemory } from './reply-from-memory.ts';
import { sendAnswer, sendUnchanged } from './send-answer.ts';
import { createAnswerShape } from './shape-answer.ts';
import { createRequestQueue } from './request-queue.ts';
import type { Work } from './work-estimate.ts';

export interface GuardDependencies {
  readonly keys: ApiKeys;
  readonly validator: JsonValidator;
  readonly admission: Admission;
  readonly knownAnswers: KnownAnswers;
  /** Where requests that are in memory are answered before they come here. */
  readonly fastPath: Pick<FastPath, 'remember'>;
  /** Requests of a key; null is no limit. */
  readonly quota: Quota | null;
  /** Unchanged polls of a key that cost nothing although the answer had to be made. */
  readonly spared: Quota | null;
  /** Wrong keys of a network; null is no limit. */
  readonly failures: Quota | null;
  /** Where a request comes from. */
  readonly clientAddress: (request: IncomingMessage) => string;
  /** Validate answers against their declaration. */
  readonly checkResponses: boolean;
}

type Handler = (ctx: RequestContext) => Promise<void>;

/** What looking for a key counts as, beside the operations. */
const keyLookup = 'key';

/**
 * Mounts a route behind its guard. Order of refusals (conformance K-10): 401, 403, shape (415, 413, 400), then what the
 * handler decides (404, 409); 503 comes before and 429 after it is known whose key it is. Throws at start when a route
 * does not declare its scopes.
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
  const { admission, fastPath, keys, quota, spared, knownAnswers } = dependencies;
  const readRequest = createRequestReader(route, dependencies.validator);
  const check = createCheck(route, dependencies);
  const shape = createAnswerShape(route);
  const kind = route.method === 'GET' ? 'read' : 'write';

  const answerOf = async (ctx: RequestContext, principal: Principal, place: Place): Promise<Answer> => {
    // A body takes as long as its sender likes, and keeps nobody out meanwhile.
    if (route.body !== undefined) place.leave();
    const request = await readRequest(ctx);
    place.enter();
    const keyed: KeyedRequest = { ...request, principal, stillAdmitted: () => keys.isActive(principal.keyId) };
    try {
      return await route.handle(keyed);
    } finally {
      place.done();
    }
  };

  const giveBack = (ctx: RequestContext, { keyId }: Principal, taken: Taken): void => {
    if (spared === null || namesAny(ctx.get('if-none-match'))) return;
    if (spared.take(keyId).refusedForMs === null) setHeaders(ctx, quotaHeaders(taken.giveBack()));
  };

  const serve = async (ctx: RequestContext, place: Place): Promise<void> => {
    // Whoever waits for a key waits for the tables too, and is refused at once where that would take too long.
    if (kind === 'read' && mustAsk(route, ctx, dependencies)) place.begin(keyLookup);
    const principal = await authenticate(route, ctx, dependencies);
    place.done();
    const refusal = scopeRefusal(route, principal);
    const question = refusal === null ? questionOf(route, ctx.url, principal) : null;
    const reply = question === null ? null : replyFromMemory(knownAnswers, question, ctx.get('if-none-match'));
    if (reply !== null) {
      const { known, body } = reply;
      fastPath.remember(ctx.url, route);
      if (quota !== null && body === null) setHeaders(ctx, quotaHeaders(quota.standing(principal.keyId)));
      if (quota !== null && body !== null) take(ctx, quota, principal);
      setHeaders(ctx, pollHeaders(route, admission));
      if (body === null) sendUnchanged(ctx, known);
      else await sendAnswer(ctx, route, { status: 200, headers: known.headers, bytes: body });
      return;
    }
    // Before the quota: who is refused for want of time has not used any of it.
    if (refusal === null && kind === 'read') place.begin(route.operationId);
    const taken = quota === null ? null : take(ctx, quota, principal);
    if (refusal !== null) throw refusal;
    const keep = question === null ? null : knownAnswers.watch(question);
    const answer = await checked(answerOf(ctx, principal, place), check);
    // What is written from here on may take as long as the client listens.
    place.leave();
    setHeaders(ctx, pollHeaders(route, admission));
    const tag = await sendAnswer(ctx, route, shape(answer));
    if (ctx.status === 304 && taken !== null) giveBack(ctx, principal, taken);
    if (keep === null || tag === null || answer.validUntil === null) return;
    const { bytes = null, headers = {}, validUntil = Number.POSITIVE_INFINITY } = answer;
    await keep({ tag, headers, bytes }, validUntil);
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
  const queue = createRequestQueue({ ...waitingLimits, hasRoom: () => admission.hasRoom(kind) });
  return (ctx) =>
    queue.run(
      () => ctx.res.closed || ctx.res.destroyed,
      () => serveNow(ctx),
    );
}

/** Of each route whose requests wait for their turn. */
const waitingLimits = { atOnce: 8, mostWaiting: 1_000, longestWaitMs: 15_000 };

/** Where a request is counted as under way, at most once. */
interface Place {
  readonly enter: () => void;
  /** It will wait for this piece of work. */
  readonly begin: (operation: string) => void;
  /** That was done. */
  readonly done: () => void;
  readonly leave: () => void;
}

/** @param patient not sent away for want of time */
function placeIn(admission: Admission, kind: 'read' | 'write', patient: boolean): Place {
  let entered: (() => void) | null = null;
  let work: Work | null = null;
  return {
    enter: () => {
      entered ??= admission.enter(kind);
    },
    begin: (operation) => {
      work = admission.begin(operation, patient || work !== null);
    },
    done: () => work?.done(),
    leave: () => {
      work?.dropped();
      entered?.();
      entered = null;
    },
  };
}

function take(ctx: RequestContext, quota: Quota, { keyId }: Principal): Taken {
  const taken = quota.take(keyId);
  setHeaders(ctx, quotaHeaders(taken.standing));
  if (taken.refusedForMs !== null) throw tooMany(taken.refusedForMs);
  return taken;
}

type PlainRequest = Omit<KeyedRequest, 'principal' | 'stillAdmitted'>;

/** Reads and checks body, query, headers and path. */
function createRequestReader(route: Route, validator: JsonValidator): (ctx: RequestContext) => Promise<PlainRequest> {
  const readBody = route.body === undefined ? null : createBodyReader(route.body);
  const readInput = createInputReader(route, validator);
  return async (ctx) => {
    const params = ctx['params'] as Readonly<Record<string, string>>;
    const body = readBody === null ? undefined : await readBody(ctx);
    const header = (name: string): string | null => ctx.get(name) || null;
    const query = readInput({ params, query: ctx.querystring, body, header });
    const { traceparent } = ctx.state;
    return { params, query, body, header, traceparent };
  };
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
  if (route.interface === 'B' && Array.isArray(scopes) && scopes.length === 0) {
    throw new Error(`route ${route.method} ${route.path} of interface B declares no scope`);
  }
}
