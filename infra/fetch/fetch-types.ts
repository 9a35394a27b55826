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
  /** Allowed hosts of the request and its redirects. */
  readonly hosts: readonly string[];
  /** Accepted media types, lower-case, without parameters. */
  readonly contentTypes: readonly string[];
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

interface Fetched {
  readonly kind: 'ok';
  readonly outcome: 'ok' | 'moved' | 'redirected_same_host';
  /** The body after decoding the content encoding; empty when `keep` has stored it. */
  readonly bytes: Buffer;
  readonly kept?: KeptBody;
  /** URL of the response, after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchFailed {
  readonly kind: 'failed';
  readonly outcome: Exclude<Term<'fetchOutcome'>, 'ok' | 'not_modified' | 'redirected_same_host'>;
  /** What happened, as a sentence. */
  readonly message: string;
  /** Status of an answer other than 200, with its `Retry-After`. */
  readonly status?: number;
  readonly retryAfter?: string;
}

export type FetchResult = Fetched | { readonly kind: 'not_modified' } | FetchFailed;

/** Outbound HTTP for the rest of the program. Expected failures are values, not errors. */
export type GuardedFetch = (request: FetchRequest) => Promise<FetchResult>;

/** Ends a fetch with an outcome; internal to this folder. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  readonly outcome: FetchFailed['outcome'];
  constructor(outcome: FetchFailed['outcome'], message: string) {
    super(message);
    this.outcome = outcome;
  }
}
