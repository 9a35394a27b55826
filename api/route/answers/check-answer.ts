import type { ErrorCode } from '../../../schemas/vocabulary.ts';
import { ApiError } from '../../errors.ts';
import type { Answer } from '../answer.ts';
import type { Route } from '../route.ts';
import type { Check, JsonValidator } from '../input/json-validator.ts';

export interface AnswerCheck {
  /** Throws if the route does not declare such an answer. */
  readonly answer: (answer: Answer) => void;
  /** Throws if the route does not declare such a refusal. */
  readonly refusal: (error: unknown) => void;
}

const always: readonly ErrorCode[] = ['rate_limited', 'internal_error', 'upstream_unavailable'];

/** Compares the answers of a route with its declaration. A difference is a programming error, hence a plain Error. */
export function createAnswerCheck(route: Route, validator: JsonValidator): AnswerCheck {
  /** Compiled at the first answer of a status: compiling those of all routes takes a third of a second. */
  const checks = new Map<number, Check | null>();
  const checkOf = (status: number): Check | null => {
    const known = checks.get(status);
    if (known !== undefined) return known;
    const declared = route.responses[status];
    if (declared === undefined) throw new Error(`${route.operationId} answers an undeclared status ${status}`);
    const check = declared.schema === null ? null : validator.compile(declared.schema);
    checks.set(status, check);
    return check;
  };
  const codes = new Set<string>(refusalsOf(route));
  return {
    answer: (answer) => {
      const check = checkOf(answer.status);
      if (answer.type !== undefined || answer.takeOver !== undefined) {
        checkMediaType(route, answer);
        return;
      }
      const body = bodyOf(answer);
      if (check === null) {
        if (body !== undefined) throw new Error(`${route.operationId} answers ${answer.status} with a body`);
        return;
      }
      const details = check(body);
      if (details.length === 0) return;
      throw new Error(`${route.operationId} answers ${answer.status} off its schema: ${JSON.stringify(details)}`);
    },
    refusal: (error) => {
      if (error instanceof ApiError && !codes.has(error.code)) {
        throw new Error(`${route.operationId} refuses with an undeclared code ${error.code}`);
      }
    },
  };
}

function checkMediaType(route: Route, { status, type }: Answer): void {
  const declared = Object.keys(route.responses[status]?.texts ?? {});
  const fits = type === undefined ? declared.length > 0 : declared.includes(type.split(';')[0] ?? '');
  if (!fits) throw new Error(`${route.operationId} answers ${status} with an undeclared media type ${type}`);
}

/** Every code that a route may refuse with: the declared ones, and those that follow from its declaration. */
export function refusalsOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...route.errors, ...always]);
  if (route.scopes !== null) codes.add('api_key_invalid');
  if (route.scopes !== null && route.scopes.length > 0) codes.add('api_key_scope_missing');
  if (route.body !== undefined) {
    for (const code of ['invalid_parameter', 'payload_too_large', 'unsupported_media_type'] as const) codes.add(code);
  }
  for (const { refusal } of Object.values(route.params ?? {})) codes.add(refusal.code);
  return [...codes];
}

/** The body as the client gets it. */
function bodyOf(answer: Answer): unknown {
  if (answer.bytes !== undefined) return JSON.parse(answer.bytes.toString('utf8')) as unknown;
  return answer.json === undefined ? undefined : (JSON.parse(JSON.stringify(answer.json)) as unknown);
}
