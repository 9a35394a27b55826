import type { Term } from '../../schemas/vocabulary.ts';

/** What a body may cost. */
export interface BodyLimits {
  /** Bytes on the wire. */
  readonly maximumBytes: number;
  /** Bytes after the content encoding is undone. */
  readonly maximumInflatedBytes: number;
}

export interface FetchLimits extends BodyLimits {
  readonly maximumRedirects: number;
  /** Until a connection stands, TLS included; milliseconds. */
  readonly connectTimeoutMs: number;
  /** For the whole fetch, redirects included; milliseconds. */
  readonly totalTimeoutMs: number;
}

export interface FetchRequest {
  readonly url: string;
  /** Hosts the request and its redirects may go to. */
  readonly hosts: readonly string[];
  /** Media types the source may answer with, lower-case, without parameters. */
  readonly contentTypes: readonly string[];
  /** Validators of an earlier answer: with them the source may say that nothing changed. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  readonly signal?: AbortSignal;
  /** Limits of this source where they are other than everybody's. */
  readonly limits?: Partial<FetchLimits>;
  /**
   * Takes the body piece by piece, for one that is too large to be in memory at once; the answer then holds what it made of
   * it instead of bytes. What it throws itself is thrown to the caller.
   */
  readonly keep?: (body: AsyncIterable<Buffer>) => Promise<KeptBody>;
}

/** A body that was kept elsewhere. */
export interface KeptBody {
  readonly sha256: string;
  /** Size of the body. */
  readonly bytes: number;
}

export interface Fetched {
  readonly kind: 'ok';
  readonly outcome: 'ok' | 'moved' | 'redirected_same_host';
  /** The body, content encoding undone; empty when it was kept elsewhere. */
  readonly bytes: Buffer;
  readonly kept?: KeptBody;
  /** Where the answer came from, after redirects. */
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
}

export type FetchResult = Fetched | { readonly kind: 'not_modified' } | FetchFailed;

/** Outbound HTTP as the rest of the program sees it. Every expected failure is a value. */
export type GuardedFetch = (request: FetchRequest) => Promise<FetchResult>;

/** Ends a fetch from anywhere inside it. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  readonly outcome: FetchFailed['outcome'];
  constructor(outcome: FetchFailed['outcome'], message: string) {
    super(message);
    this.outcome = outcome;
  }
}
