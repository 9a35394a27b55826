import type { Term } from '../../schemas/vocabulary.ts';

/** Limits of a response body. */
export interface BodyLimits {
  /** Bytes on the wire. */
  readonly maximumBytes: number;
  /** Bytes after decoding the content encoding. */
  readonly maximumInflatedBytes: number;
}

export interface FetchLimits extends BodyLimits {
  readonly maximumRedirects: number;
  /** Until the connection is established, including TLS; milliseconds. */
  readonly connectTimeoutMs: number;
  /** For the whole fetch, including redirects; milliseconds. */
  readonly totalTimeoutMs: number;
}

export interface FetchRequest {
  readonly url: string;
  /**
   * Allowed hosts of the request and its redirects. With `any` a redirect to any public host is followed, and a body from
   * another host has the outcome `moved`.
   */
  readonly hosts: readonly string[] | 'any';
  /** Accepted media types, lower-case, without parameters. With `any` the caller decides the type by the bytes. */
  readonly contentTypes: readonly string[] | 'any';
  /** Called before each request, redirects included; its time does not count. Throws a `FetchRefusal` to end the fetch with an outcome. */
  readonly beforeRequest?: (url: string) => Promise<void>;
  /** Names of headers to return, lower case. */
  readonly headers?: readonly string[];
  /** Bytes to return of the body of an answer other than 200; without it such bodies are not read. */
  readonly errorBytes?: number;
  /** Validators of an earlier response, for a conditional request. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  readonly signal?: AbortSignal;
  /** JSON text to send with POST; without it the request is a GET. */
  readonly json?: string;
  /** Limits of this source that differ from the default ones. */
  readonly limits?: Partial<FetchLimits>;
  /**
   * Receives the body piece by piece, for a body too large for memory; the result then has `kept` instead of bytes. The
   * caller gets the errors that it throws.
   */
  readonly keep?: (body: AsyncIterable<Buffer>) => Promise<KeptBody>;
}

/** A body that `keep` has stored. */
export interface KeptBody {
  readonly sha256: string;
  /** Size of the body. */
  readonly bytes: number;
}

interface FetchedBody {
  readonly kind: 'ok';
  readonly outcome: 'ok' | 'moved' | 'redirected_same_host';
  /** The body after decoding the content encoding; empty when `keep` has stored it. */
  readonly bytes: Buffer;
  readonly kept?: KeptBody;
  /** URL of the response, after redirects. */
  readonly url: string;
  readonly answer?: Answer;
  readonly contentType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What answered, for callers that judge it themselves. */
export interface Answer {
  /** Address of the response, after redirects. */
  readonly url: string;
  readonly hops: number;
  /** The requested headers that were there. */
  readonly headers: Readonly<Record<string, string>>;
  /** Beginning of the body of an answer other than 200. */
  readonly errorBody: Buffer | null;
}

export interface FetchFailed {
  readonly kind: 'failed';
  readonly outcome: Exclude<Term<'fetchOutcome'>, 'ok' | 'not_modified' | 'redirected_same_host'>;
  /** What happened, as a sentence. */
  readonly message: string;
  /** Status of an answer other than 200, with its `Retry-After`. */
  readonly status?: number;
  readonly retryAfter?: string;
  /** The limit on bytes that the answer exceeds, if that is why. */
  readonly limitBytes?: number;
  /** Absent when nothing answered. */
  readonly answer?: Answer;
}

export type FetchResult = FetchedBody | { readonly kind: 'not_modified'; readonly answer?: Answer } | FetchFailed;

/** Outbound HTTP for the rest of the program. Expected failures are values, not errors. */
export type GuardedFetch = (request: FetchRequest) => Promise<FetchResult>;

/** Ends a fetch with an outcome. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  readonly outcome: FetchFailed['outcome'];
  /** Status of the answer that decided it. */
  readonly status: number | null;
  constructor(outcome: FetchFailed['outcome'], message: string, status: number | null = null) {
    super(message);
    this.outcome = outcome;
    this.status = status;
  }
}

/** The answer has more bytes than it may. */
export class AnswerTooLarge extends FetchRefusal {
  readonly limitBytes: number;
  constructor(limitBytes: number, verb: string) {
    super('net_error', `The answer ${verb} ${limitBytes} bytes.`);
    this.limitBytes = limitBytes;
  }
}
