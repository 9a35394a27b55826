/** One JSON-RPC request. */
export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a node answered to one request: a result, or its own error. */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | {
      readonly kind: 'error';
      readonly code: number;
      /** In words of this program: answers are recorded, and anyone may read a record. */
      readonly message: string;
      /** In the node's own words, without its URL. Only where the provider was asked for them; never recorded. */
      readonly words?: string;
    };

/**
 * Why a provider gave no usable answer: `unreachable` (no connection, no answer in time, a cut body), `rate_limited` (429
 * until the last attempt), `refused` (another status), `invalid_answer` (not JSON, not JSON-RPC, other ids than asked).
 */
export type RpcFailureKind = 'unreachable' | 'rate_limited' | 'refused' | 'invalid_answer';

export type RpcReply =
  | { readonly kind: 'answers'; readonly answers: readonly RpcAnswer[] }
  | {
      readonly kind: 'failed';
      readonly failure: RpcFailureKind;
      /** A sentence that names the provider by its label. It never has its URL, which may hold a key. */
      readonly message: string;
    };

/** A node reached over JSON-RPC. */
export interface RpcProvider {
  readonly label: string;
  /** Answers in the order of the requests. Expected failures are values, not errors. */
  readonly send: (requests: readonly RpcRequest[], signal?: AbortSignal) => Promise<RpcReply>;
  /** Whether it takes several requests in one body; null before it was sent any. */
  readonly takesBatches?: () => boolean | null;
}
