import { STATUS_CODES } from 'node:http';
import { RetryableError } from '../infra/errors.ts';
import { type ErrorCode, isTerm, type PageErrorCode } from '../schemas/vocabulary.ts';

/** `A`: registry lookups. `B`: monitoring. `service`: health and documentation, which need no key. */
export type Interface = 'A' | 'B' | 'service';

/** What is wrong with one part of the request. */
export interface ErrorDetail {
  readonly parameter: string;
  readonly reason: string;
}

interface ErrorOptions {
  /** For a code with more than one status. */
  readonly status?: number;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal. Clients see its message, so it must not contain secrets, SQL or texts of libraries. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | PageErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: ErrorCode | PageErrorCode, message: string, options: ErrorOptions = {}) {
    super(message);
    this.code = code;
    this.status = options.status ?? statusOf(code);
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
  ambiguous_asset: 409,
  already_public: 409,
  limit_reached: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  upstream_unavailable: 502,
};

/** Refusals that pages alone have. */
export const pageRefusals: Readonly<Record<PageErrorCode, { readonly status: number; readonly meaning: string }>> = {
  csrf_refused: {
    status: 403,
    meaning:
      'The form does not come from a page of this session. Nothing was changed: load the page and send it again.',
  },
  session_scope_missing: {
    status: 403,
    meaning: 'The key that signed in lacks a scope that the page or the form requires.',
  },
  authorization_refused: {
    status: 401,
    meaning: 'Pages take no `Authorization` header: programs use the API, people sign in.',
  },
  form_refused: {
    status: 400,
    meaning: 'A field of the form is missing, unknown, given twice or not valid. Nothing was changed.',
  },
};

const statusOf = (code: ErrorCode | PageErrorCode): number =>
  isTerm('pageErrorCode', code) ? pageRefusals[code].status : statusOfCode[code];

/** Most details of one refusal: a request may have thousands of errors. */
const mostDetails = 20;

/** A 400 that names each part that is wrong. */
export function invalidParameters(all: readonly ErrorDetail[]): ApiError {
  const details = all.slice(0, mostDetails);
  const unnamed = all.length - details.length;
  const sentences = [...details.map(sentenceOf), ...(unnamed === 0 ? [] : [`and ${unnamed} more`])];
  return new ApiError('invalid_parameter', sentences.join('; '), { details });
}

/** A 400 about one part of what was given; a form shows the sentence at its field. */
export const refusedField = (field: string, sentence: string): ApiError =>
  new ApiError('invalid_parameter', sentence, { details: [{ parameter: field, reason: sentence }] });

const sentenceOf = ({ parameter, reason }: ErrorDetail): string =>
  /^(must|is|has) /.test(reason) ? `${parameter} ${reason}` : `${parameter}: ${reason}`;

/** Seconds after which a client may retry if an engine was out of reach (conformance G-23). */
const retryAfterSeconds = 5;

/** 503: the service has more work than it can do in time, and refuses at once instead of late. */
export const overloaded = (): ApiError =>
  new ApiError('upstream_unavailable', 'The service is busy; try again later', {
    status: overloadedStatus,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

export const overloadedStatus = 503;

/** The refusal that a client sees for an error; an unknown error becomes an internal error without a reason. */
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

/** The interface whose error envelope a path uses; pages and health use that of A. */
export const interfaceOfPath = (path: string): Interface =>
  pathsOfB.some((base) => path === base || path.startsWith(`${base}/`)) ? 'B' : 'A';

/** First parts of the paths of interface B (conformance G-03). */
const pathsOfB = ['/me', '/registry'];

/** The same for the target of a request, which may be one that cannot be parsed. */
export const interfaceOfTarget = (target: string): Interface => interfaceOfPath(target.split('?', 1)[0] ?? '');
