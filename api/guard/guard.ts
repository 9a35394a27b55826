import type Router from '@koa/router';
import type { KeyRing } from '../key-ring.ts';
import type { RequestContext, RequestState } from '../request-context.ts';
import type { Answer, ApiRequest, Route } from '../route.ts';
import { authenticate } from './authenticate.ts';
import { type AnswerCheck, createAnswerCheck } from './check-answer.ts';
import type { JsonValidator } from './json-validator.ts';
import { createBodyReader } from './read-body.ts';
import { createInputReader } from './read-input.ts';
import { sendAnswer } from './send-answer.ts';

export interface GuardDependencies {
  readonly keys: KeyRing;
  readonly validator: JsonValidator;
  /** Validate answers against their declaration. */
  readonly checkResponses: boolean;
}

/**
 * Mounts a route behind its guard. Order of refusals (conformance K-10): 401, 403, shape (415, 413, 400), then what the
 * handler decides (404, 409). Throws at start when a route does not declare its scopes.
 */
export function mountRoute(router: Router<RequestState>, route: Route, dependencies: GuardDependencies): void {
  refuseUndeclared(route);
  const { validator, checkResponses } = dependencies;
  const readBody = route.body === undefined ? null : createBodyReader(route.body);
  const readInput = createInputReader(route, validator);
  const check = checkResponses ? createAnswerCheck(route, validator) : null;
  const decide = createDecision(route, dependencies.keys);

  const answerOf = async (ctx: RequestContext, params: Readonly<Record<string, string>>): Promise<Answer> => {
    const handle = await decide(ctx);
    const body = readBody === null ? undefined : await readBody(ctx);
    const query = readInput({ params, query: ctx.querystring, body });
    return handle({ params, query, body });
  };

  router.register(route.path, [route.method], async function guardRoute(ctx) {
    ctx.state.operationId = route.operationId;
    const answer = await checked(answerOf(ctx, ctx.params), check);
    sendAnswer(ctx, route, answer);
  });
}

type Handle = (request: ApiRequest) => Promise<Answer> | Answer;

/** Who asks is settled before anything else of the request is read. */
function createDecision(route: Route, keys: KeyRing): (ctx: RequestContext) => Promise<Handle> {
  if (route.interface === 'service') return () => Promise.resolve(route.handle);
  return async (ctx) => {
    const principal = await authenticate(route, ctx, keys);
    return (request) => route.handle({ ...request, principal });
  };
}

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
