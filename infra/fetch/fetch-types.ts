import type { Term } from '../../schemas/vocabulary.ts';

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
}

export interface Fetched {
  readonly kind: 'ok';
  readonly outcome: 'ok' | 'moved' | 'redirected_same_host';
  /** The body, content encoding undone. */
  readonly bytes: Buffer;
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
