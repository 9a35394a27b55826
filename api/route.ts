import type { ErrorCode, Scope } from '../schemas/vocabulary.ts';
import type { JsonSchema } from './json-schema.ts';

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
  /** Media types beside application/json. */
  readonly types?: readonly string[];
}

export interface ResponseDeclaration {
  readonly description: string;
  /** Of the JSON body; null when there is none. */
  readonly schema: JsonSchema | null;
}

/** What a handler gives back. `bytes` is JSON that was presented before. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  /** What the ETag is made of instead of the body, when the body has parts that move without news. */
  readonly etagOf?: string;
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
}

export interface KeyedRequest extends ApiRequest {
  readonly principal: Principal;
}

interface CommonDeclaration {
  readonly operationId: string;
  readonly summary: string;
  readonly method: Method;
  /** Router pattern, for example `/me/watchlist/:id`. */
  readonly path: string;
  readonly params?: Readonly<Record<string, PathParameter>>;
  readonly query?: Query;
  readonly body?: RequestBody;
  readonly responses: Readonly<Record<number, ResponseDeclaration>>;
  /** Refusals of this route beyond those every route of its interface may answer. */
  readonly errors: readonly ErrorCode[];
}

export interface KeyedRoute extends CommonDeclaration {
  readonly interface: 'A' | 'B';
  /** Scopes a key must have; an empty list admits any active key. */
  readonly scopes: readonly Scope[];
  readonly handle: (request: KeyedRequest) => Promise<Answer> | Answer;
}

export interface ServiceRoute extends CommonDeclaration {
  readonly interface: 'service';
  /** Declared all the same: no key is asked for. */
  readonly scopes: null;
  readonly handle: (request: ApiRequest) => Promise<Answer> | Answer;
}

/** One declaration per route: the guard enforces it, and the OpenAPI description is made from it. */
export type Route = KeyedRoute | ServiceRoute;
