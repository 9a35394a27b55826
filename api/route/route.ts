import type { ErrorCode, Scope } from '../../schemas/vocabulary.ts';
import type { JsonSchema } from '../../schemas/json-schema.ts';
import type { Answer, ResponseDeclaration } from './answer.ts';
import type { PathParameter, Query, QueryValues } from '../readmodel/input.ts';
import type { RestsOn } from '../readmodel/memory/tenants/tenant-cache.ts';
import type { Principal } from '../readmodel/principal.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface RequestBody {
  readonly schema: JsonSchema;
  /** Largest body, bytes; 16 KiB by default (conformance G-12). */
  readonly maxBytes?: number;
  /** Media types accepted in addition to application/json. */
  readonly types?: readonly string[];
}

/**
 * A request and the answer that the documentation shows. A test sends each and compares status and shape, so values come
 * from the example world of that test (`tests/api/example-world.ts`); each request works in the demo, too.
 */
export interface RouteExample {
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What it names is made by a request before: an id of the caller's own, which the documentation cannot know. */
  readonly own?: true;
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
  /** Gives up the place among the requests in flight: what follows waits for a machine of the client. */
  readonly leavePlace: () => void;
}

/** A request header that a route reads. */
export interface RequestHeader {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Schema for the documentation, if it is narrower than that of the text. */
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
  /** Declared explicitly by a route of interface B without scopes. */
  readonly anyKey?: true;
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
