import type { ErrorCode } from '../../schemas/vocabulary.ts';
import { ApiError, errorBody, overloaded } from '../errors.ts';
import { refusalsOf } from '../route/answers/check-answer.ts';
import { arrayOf, closedObject, type JsonSchema, named, term, text } from '../../schemas/json-schema.ts';
import type { Interface } from '../errors.ts';
import type { Route } from '../route/route.ts';
import type { ResponseHeader } from '../route/http/response-headers.ts';

/** A refusal in the documentation. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly description: string;
  readonly body: JsonSchema;
  readonly example: object;
  readonly headers: readonly ResponseHeader[];
}

const statusCode: JsonSchema = { type: 'integer' };

/** Body of a refusal on interface A and of service routes (conformance G-04). */
const errorOfA = named('ErrorBody', closedObject({ message: text, error: text, statusCode }));

/** Body of a refusal on interface B (conformance G-25). */
const errorOfB = named(
  'ErrorWithCode',
  closedObject(
    { code: term('errorCode'), message: text, error: text, statusCode, requestId: text },
    { details: arrayOf(named('ErrorDetail', closedObject({ parameter: text, reason: text }))) },
  ),
);

/** Every refusal of a route: those that its declaration implies, and those of every route. */
export function refusalsShown(route: Route): readonly Refusal[] {
  const keyed = route.interface !== 'service';
  const codes = new Set<ErrorCode>([...refusalsOf(route), 'uri_too_long']);
  // The listener refuses what is no request before any route, with a code below /me.
  if (route.interface === 'B') codes.add('invalid_parameter');
  for (const code of ['rate_limited', 'upstream_unavailable'] as const) {
    if (!keyed && !route.errors.includes(code)) codes.delete(code);
  }
  return [
    ...[...codes].map((code) => refusalOf(route.interface, code, new ApiError(code, sampleMessages[code]))),
    ...(keyed ? [refusalOf(route.interface, 'upstream_unavailable', overloaded(), overloadedMeaning)] : []),
    ...(route.interface === 'B' ? [refusalOf('B', 'invalid_parameter', foreignHost, foreignHostMeaning)] : []),
  ].sort((a, b) => a.status - b.status);
}

const foreignHost = new ApiError('invalid_parameter', 'This service is not reached by that host', { status: 421 });
const foreignHostMeaning = 'The host of the request is none of this service.';

const overloadedMeaning = 'More work than the service can do in time; nothing was done.';

const sampleRequestId = 'req_01j8zq4t5v6w7x8y9z0a1b2c3d';

const refusalOf = (api: Interface, code: ErrorCode, error: ApiError, description = meanings[code]): Refusal => ({
  status: error.status,
  code,
  description,
  body: api === 'B' ? errorOfB : errorOfA,
  example: errorBody(error, api, sampleRequestId),
  headers: headersOf[code] ?? [],
});

const meanings: Readonly<Record<ErrorCode, string>> = {
  invalid_parameter: 'A parameter or the body is not valid; the message names each part that is wrong.',
  api_key_invalid: 'The key is missing, unknown, expired or revoked, or was not sent as this interface wants it.',
  api_key_scope_missing: 'The key lacks a scope that this operation requires.',
  not_found: 'It does not exist, or it belongs to another key holder; the answer is the same.',
  method_not_allowed: 'The path has no such method.',
  watchlist_limit_reached: 'The watchlist is full.',
  ambiguous_asset: 'Several public assets have the address; the details have the CAIP-19 identifier of each.',
  already_public: 'The asset is in the public registry: it can be watched.',
  limit_reached: 'No more of these may exist; remove one first.',
  payload_too_large: 'The body is too large.',
  uri_too_long: 'Path and query are longer than 8 KiB.',
  unsupported_media_type:
    'The body has a media type that is not accepted, or a content coding: bodies are sent uncompressed.',
  rate_limited: 'The quota of the key is used up, or too many wrong keys came from this network.',
  internal_error: 'Something failed that should not have; the request id finds it in the logs.',
  upstream_unavailable: 'The database or the log did not answer in time. A write may still take effect, once.',
};

const sampleMessages: Readonly<Record<ErrorCode, string>> = {
  invalid_parameter: 'assetId must be a uuid',
  api_key_invalid: 'The API key is missing, unknown, expired or revoked',
  api_key_scope_missing: 'This operation requires the scope monitoring:read',
  not_found: 'Not found',
  method_not_allowed: 'Method Not Allowed',
  watchlist_limit_reached: 'The watchlist is full: 50 of 50 used',
  ambiguous_asset: 'Several public assets have this address: choose one by its caip19',
  already_public: 'The asset is in the public registry already: watch it',
  limit_reached: 'A tenant has at most 10 endpoints; remove one first.',
  payload_too_large: 'The request body is larger than 16384 bytes',
  uri_too_long: 'The URL is longer than 8192 bytes',
  unsupported_media_type: 'Send the request body as application/json',
  rate_limited: 'Too Many Requests',
  internal_error: 'Internal server error',
  upstream_unavailable: 'Upstream service unavailable',
};

const headersOf: Readonly<Partial<Record<ErrorCode, readonly ResponseHeader[]>>> = {
  api_key_invalid: ['WWW-Authenticate'],
  rate_limited: ['Retry-After'],
  upstream_unavailable: ['Retry-After'],
};
