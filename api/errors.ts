import { STATUS_CODES } from 'node:http';
import { RetryableError } from '../infra/errors.ts';
import type { ErrorCode } from '../schemas/vocabulary.ts';
import type { Interface } from './route.ts';

/** What was wrong with one part of the request. */
export interface ErrorDetail {
  readonly parameter: string;
  readonly reason: string;
}

interface ErrorOptions {
  /** Where the code has more than one. */
  readonly status?: number;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal that is shown to the client as it is: the message must not repeat secrets, SQL or library texts. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message);
    this.code = code;
    this.status = options.status ?? statusOfCode[code];
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}

/** HTTP status of each code (conformance G-26). */
export const statusOfCode: Readonly<Record<ErrorCode, number>> = {
  invalid_parameter: 400,
  api_key_invalid: 401,
  api_key_scope_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  watchlist_limit_reached: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  upstream_unavailable: 502,
};

/** Wrong parts that a refusal names: what is refused may have thousands. */
const mostDetails = 20;

/** A 400 that names the parts that are wrong. */
export function invalidParameters(all: readonly ErrorDetail[]): ApiError {
  const details = all.slice(0, mostDetails);
  const unnamed = all.length - details.length;
  const sentences = [...details.map(sentenceOf), ...(unnamed === 0 ? [] : [`and ${unnamed} more`])];
  return new ApiError('invalid_parameter', sentences.join('; '), { details });
}

const sentenceOf = ({ parameter, reason }: ErrorDetail): string =>
  /^(must|is|has) /.test(reason) ? `${parameter} ${reason}` : `${parameter}: ${reason}`;

/** Seconds after which a client may ask again when an engine was out of reach (conformance G-23). */
const retryAfterSeconds = 5;

/** The service is up and has more to do than it can: refused at once instead of late. */
export const overloaded = (): ApiError =>
  new ApiError('upstream_unavailable', 'The service is busy; try again later', {
    status: overloadedStatus,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

export const overloadedStatus = 503;

/** What the client is told about an error; everything unknown is an internal error without a reason. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof RetryableError) {
    return new ApiError('upstream_unavailable', 'Upstream service unavailable', {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }
  return new ApiError('internal_error', 'Internal server error');
}

/** Body of an error: three members on interface A (conformance G-04), a superset of them on B (G-25). */
export function errorBody(error: ApiError, api: Interface, requestId: string): object {
  const { status: statusCode, message } = error;
  const generic = { message, error: STATUS_CODES[statusCode] ?? 'Error', statusCode };
  if (api !== 'B') return generic;
  return { code: error.code, ...generic, requestId, ...(error.details.length > 0 ? { details: error.details } : {}) };
}

/** Which envelope a path answers with; pages and health answer as A does. */
export const interfaceOfPath = (path: string): Interface => (path === '/me' || path.startsWith('/me/') ? 'B' : 'A');
