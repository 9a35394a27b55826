import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ErrorCode, Scope } from '../schemas/vocabulary.ts';
import type { ContentCoding } from './http/encoded-bytes.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import type { ResponseHeader } from './http/response-headers.ts';

/** `A`: registry lookups. `B`: monitoring. `service`: health and documentation, which need no key. */
export type Interface = 'A' | 'B' | 'service';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The key of a request. */
export interface Principal {
  readonly keyId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
}

export interface QueryParameter {
  readonly description: string;
  /** Schema of the text, or of each member of a list. */
  readonly schema: JsonSchema;
  /** Schema for the documentation, if that of the text does not read well. */
  readonly shown?: JsonSchema;
  /** What a value must be; used in the refusal `must be <expects>, not "x"`. */
  readonly expects: string;
  /** Comma-separated and repeatable, at most `max` distinct members; `ignoreCase` makes them lower-case. */
  readonly list?: { readonly max: number; readonly ignoreCase?: true };
  /** An invalid value counts as absent instead of being refused. */
  readonly ignoreInvalid?: true;
  /** A repeated parameter counts as absent instead of being refused. */
  readonly ignoreRepeated?: true;
}

export interface PathParameter {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Answer to an invalid value. */
  readonly refusal: { readonly code: 'invalid_parameter' | 'not_found'; readonly message: string };
}

export interface Query {
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly unknown: 'refuse' | 'ignore';
}

export interface RequestBody {
  readonly schema: JsonSchema;
  /** Largest body, bytes; 16 KiB by default (conformance G-12). */
  readonly maxBytes?: number;
  /** Media types accepted in addition to application/json. */
  readonly types?: readonly string[];
}

export interface ResponseDeclaration {
  readonly description: string;
  /** Schema of the JSON body; null if there is no body or it is not JSON. */
  readonly schema: JsonSchema | null;
  /** Bodies that are not JSON, by media type. */
  readonly texts?: Readonly<Record<string, TextBody>>;
  /** Headers in addition to those of every answer of its kind. */
  readonly headers?: readonly ResponseHeader[];
}

/** A body that is not JSON, for the documentation. */
export interface TextBody {
  /** What its lines or events are; left out for files of a known form. */
  readonly description?: string;
  /** As it is sent, shortened. */
  readonly example?: string;
}

/**
 * A request and the answer that the documentation shows. A test sends each and compares status and shape, so values come
 * from the example world of that test (`tests/api/example-world.ts`).
 */
export interface RouteExample {
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  /** The JSON answer; left out if there is no body or it is not JSON. */
  readonly answer?: unknown;
}

/** Documentation of an operation beyond what its declaration implies. */
export interface Documentation {
  /** Purpose, limits, and rules that a reader would not expect. Markdown. */
  readonly description: string;
  /** By name. */
  readonly examples: Readonly<Record<string, RouteExample>>;
}

/**
 * The data that the answer to a read depends on, so that an unchanged answer is found without a query (decision 27).
 * `watches`: the tenant's watch items, the changes of those assets and their records. `account`: the same, but a write of
 * any process must be visible at once (conformance B-19). `registry`: asset records only, the same for every key.
 */
export type RestsOn = 'watches' | 'account' | 'registry';

/** Request and response, for an answer that writes as long as the client stays connected. */
export interface Connection {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The result of a handler. `bytes` is serialized JSON unless `type` states another media type. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  /** The bytes in a content coding, for bodies that are the same for every client: each coding is compressed once. */
  readonly encoded?: (coding: ContentCoding) => Promise<Buffer>;
  /** Media type of `bytes` or `stream`. */
  readonly type?: string;
  /** A body that is generated while it is sent. Destroyed when the client disconnects; its error ends the connection. */
  readonly stream?: Readable;
  /** Takes over the connection and answers on it. Not called for HEAD. */
  readonly takeOver?: (connection: Connection) => Promise<void>;
  /** Input of the ETag instead of the body, if parts of the body change without a change of the data. */
  readonly etagOf?: string;
  /**
   * The last moment before the passing of time alone changes the answer, milliseconds since the epoch; null if unknown.
   * Left out if only new rows change it.
   */
  readonly validUntil?: number | null;
}

export interface QueryValues {
  /** Null when absent. */
  readonly one: (name: string) => string | null;
  /** Members without repetitions; null when absent. */
  readonly many: (name: string) => readonly string[] | null;
}

interface ApiRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryValues;
  /** Valid against the declared schema. */
  readonly body: unknown;
  /** Value of a declared request header; null when absent. */
  readonly header: (name: string) => string | null;
  /** W3C Trace Context; null if the request has none. */
  readonly traceparent: string | null;
}

export interface KeyedRequest extends ApiRequest {
  readonly principal: Principal;
  /** Whether the key is still active: for answers that take longer than a revocation may take to have effect. */
  readonly stillAdmitted: () => Promise<boolean>;
}

/** A request header that a route reads. */
export interface RequestHeader {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Schema for the documentation, if it is more precise than that of the text. */
  readonly shown?: JsonSchema;
  /** What the value must be; used in the refusal. */
  readonly expects: string;
}

interface CommonDeclaration extends Documentation {
  readonly operationId: string;
  readonly summary: string;
  readonly method: Method;
  /** Router pattern, for example `/me/watchlist/:id`. */
  readonly path: string;
  readonly params?: Readonly<Record<string, PathParameter>>;
  readonly query?: Query;
  /** Request headers that the handler reads. */
  readonly requestHeaders?: Readonly<Record<string, RequestHeader>>;
  readonly body?: RequestBody;
  readonly responses: Readonly<Record<number, ResponseDeclaration>>;
  /** Refusals of this route in addition to those of every route of its interface. */
  readonly errors: readonly ErrorCode[];
  /** Announcement and date of the removal, milliseconds since the epoch, and the page that explains it (conformance V-04). */
  readonly deprecation?: { readonly since: number; readonly sunset: number; readonly more: string };
}

export interface KeyedRoute extends CommonDeclaration {
  readonly interface: 'A' | 'B';
  /** Scopes that the key must have; an empty list admits any active key. */
  readonly scopes: readonly Scope[];
  readonly restsOn?: RestsOn;
  /** Clients poll it: answers carry `X-Poll-Interval` (conformance B-74). */
  readonly polled?: true;
  /** Under load requests queue instead of being refused, because the clients do not retry after a refusal. */
  readonly waits?: true;
  readonly handle: (request: KeyedRequest) => Promise<Answer> | Answer;
}

export interface ServiceRoute extends CommonDeclaration {
  readonly interface: 'service';
  /** Declared explicitly: no key is needed. */
  readonly scopes: null;
  /** Pages of any origin may read it (CORS). */
  readonly anyOrigin?: true;
  readonly handle: (request: ApiRequest) => Promise<Answer> | Answer;
}

/** One declaration per route: the guard enforces it, and the OpenAPI description is generated from it. */
export type Route = KeyedRoute | ServiceRoute;
