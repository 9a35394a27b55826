import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ErrorCode, Scope } from '../schemas/vocabulary.ts';
import type { ContentCoding } from './http/encoded-bytes.ts';
import type { JsonSchema } from './http/json-schema.ts';
import type { ResponseHeader } from './openapi/response-headers.ts';

/** `A`: registry lookups. `B`: monitoring. `service`: health and documentation, which ask for no key. */
export type Interface = 'A' | 'B' | 'service';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The key a request came with. */
export interface Principal {
  readonly keyId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
}

export interface QueryParameter {
  readonly description: string;
  /** Of the text, or of each member of a list. */
  readonly schema: JsonSchema;
  /** How the documentation describes the value, where the schema of its text does not read well. */
  readonly shown?: JsonSchema;
  /** What a value must be, for the sentence that refuses another: `must be <expects>, not "x"`. */
  readonly expects: string;
  /** Comma-separated and repeatable; at most `max` different members, made lower-case where case means nothing. */
  readonly list?: { readonly max: number; readonly ignoreCase?: true };
  /** A value that does not fit counts as absent instead of being refused. */
  readonly ignoreInvalid?: true;
  /** A repeated parameter counts as absent instead of being refused. */
  readonly ignoreRepeated?: true;
}

export interface PathParameter {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Answer to a value that does not fit. */
  readonly refusal: { readonly code: 'invalid_parameter' | 'not_found'; readonly message: string };
}

export interface Query {
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly unknown: 'refuse' | 'ignore';
}

export interface RequestBody {
  readonly schema: JsonSchema;
  /** Largest body, bytes; 16 KiB when not said (conformance G-12). */
  readonly maxBytes?: number;
  /** Media types beside application/json. */
  readonly types?: readonly string[];
}

export interface ResponseDeclaration {
  readonly description: string;
  /** Of the JSON body; null when there is none, or it is no JSON. */
  readonly schema: JsonSchema | null;
  /** Media types of a body that is no JSON. */
  readonly mediaTypes?: readonly string[];
  /** Headers beside those that every answer of its kind carries. */
  readonly headers?: readonly ResponseHeader[];
}

/**
 * A request and what the documentation shows as its answer. A test sends each and compares status and shape, so values
 * come from the example world of that test (`tests/api/example-world.ts`).
 */
export interface RouteExample {
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  /** The JSON answer shown; left out when there is none, or it is not JSON. */
  readonly answer?: unknown;
}

/** What the documentation says about an operation beyond what its declaration implies. */
export interface Documentation {
  /** What it does, its limits, and rules that a reader would not expect. Markdown. */
  readonly description: string;
  /** By name. */
  readonly examples: Readonly<Record<string, RouteExample>>;
}

/**
 * What an answer to a read rests on, so that an unchanged one is known without a query of the tables (architecture 7).
 * `watches`: what the key holder watches, the changes of those assets and their records. `account`: the same, and whoever
 * reads must see a write of any process at once (conformance B-19). `registry`: asset records alone, whoever asks.
 */
export type RestsOn = 'watches' | 'account' | 'registry';

/** The two ends of the connection, for an answer that writes for as long as the client listens. */
export interface Connection {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What a handler gives back. `bytes` is JSON that was presented before, unless `type` says what else it is. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  /** The bytes in a content coding, where they are the same for everybody: nobody makes this process compress them twice. */
  readonly encoded?: (coding: ContentCoding) => Promise<Buffer>;
  /** Media type of `bytes` or `stream`. */
  readonly type?: string;
  /** A body that is made while it is sent. Destroyed when the client goes; its error ends the connection. */
  readonly stream?: Readable;
  /** Takes the connection over and answers on it. Not called for HEAD. */
  readonly takeOver?: (connection: Connection) => Promise<void>;
  /** What the ETag is made of instead of the body, when the body has parts that move without news. */
  readonly etagOf?: string;
  /**
   * When the answer changes by the passing of time alone, milliseconds since the epoch; null when that cannot be told.
   * Left out when only news changes it.
   */
  readonly validUntil?: number | null;
}

export interface QueryValues {
  /** Null when absent. */
  readonly one: (name: string) => string | null;
  /** Members without repetitions; null when absent. */
  readonly many: (name: string) => readonly string[] | null;
}

export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryValues;
  /** Fits the declared schema. */
  readonly body: unknown;
  /** Value of a declared request header; null when absent. */
  readonly header: (name: string) => string | null;
  /** Trace that the request is part of (W3C Trace Context); null when it names none. */
  readonly traceparent: string | null;
}

export interface KeyedRequest extends ApiRequest {
  readonly principal: Principal;
  /** Whether the key is still active: for answers that take longer than a key may outlive its revocation. */
  readonly stillAdmitted: () => Promise<boolean>;
}

/** A request header that a route reads. */
export interface RequestHeader {
  readonly description: string;
  readonly schema: JsonSchema;
  /** What a refusal says it has to be. */
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
  /** Request headers that are read, beside those of every request. */
  readonly requestHeaders?: Readonly<Record<string, RequestHeader>>;
  readonly body?: RequestBody;
  readonly responses: Readonly<Record<number, ResponseDeclaration>>;
  /** Refusals of this route beyond those every route of its interface may answer. */
  readonly errors: readonly ErrorCode[];
  /** When its removal was announced and when it comes, milliseconds, and where that is explained (conformance V-04). */
  readonly deprecation?: { readonly since: number; readonly sunset: number; readonly more: string };
}

export interface KeyedRoute extends CommonDeclaration {
  readonly interface: 'A' | 'B';
  /** Scopes a key must have; an empty list admits any active key. */
  readonly scopes: readonly Scope[];
  readonly restsOn?: RestsOn;
  /** Tells clients how often to ask (`X-Poll-Interval`, conformance B-74). */
  readonly polled?: true;
  /** Requests wait for their turn when there is no room, where a client would not come again after a refusal. */
  readonly waits?: true;
  readonly handle: (request: KeyedRequest) => Promise<Answer> | Answer;
}

export interface ServiceRoute extends CommonDeclaration {
  readonly interface: 'service';
  /** Declared all the same: no key is asked for. */
  readonly scopes: null;
  /** Pages of any origin may read it; nothing else is open to them. */
  readonly anyOrigin?: true;
  readonly handle: (request: ApiRequest) => Promise<Answer> | Answer;
}

/** One declaration per route: the guard enforces it, and the OpenAPI description is made from it. */
export type Route = KeyedRoute | ServiceRoute;
