import { backOffMs, pause } from '../async/async.ts';
import type { FetchFailed } from '../fetch/fetch-types.ts';
import { createGuardedFetch, type FetchLimits } from '../fetch/guarded-fetch.ts';
import { portOf } from '../fetch/url-guard.ts';
import { answerLimitsOf } from './answer-limits.ts';
import { createRefusalNotes, type NodeRefusal, shownWords } from './node-words.ts';
import { createRateLimiter, type Rate } from './rate.ts';
import { readAnswers } from './read-answers.ts';
import type { RpcFailureKind, RpcProvider, RpcReply, RpcRequest } from './rpc-types.ts';
import { withoutSecrets } from './without-secrets.ts';

export type { RpcAnswer, RpcProvider, RpcReply, RpcRequest } from './rpc-types.ts';

export interface ProviderOptions {
  /** The name shown in messages and evidence instead of the URL. */
  readonly label: string;
  /** May hold a key, so no message has it. */
  readonly url: string;
  readonly rate: Rate;
  readonly clock: () => number;
  readonly userAgent: string;
  readonly limits?: Partial<FetchLimits>;
  /** `xrpl`: one request a body, whose answer has no id. */
  readonly form?: 'json_rpc' | 'xrpl';
  /** Delays between attempts; those of production by default. */
  readonly delays?: typeof defaultDelays;
  /** Receives the error text of the node at most once a minute, for the operator's log; no error message contains it. */
  readonly onRefusal?: (refusal: NodeRefusal) => void;
  /** Whether errors have the node's own words, for a command whose output only the operator reads. Default false. */
  readonly keepsWords?: boolean;
}

const attempts = 4;
const defaultDelays = { firstRetryMs: 500, longestRetryMs: 8_000 };
/** A longer `Retry-After` is not waited for. */
const longestHoldMs = 60_000;
/** Requests of one body. Providers refuse more, usually from 100 or 1,000 on. */
const largestBatch = 100;
/** Single requests after a refused batch, until a batch is sent again: at first, and at most. */
const [fewestSingles, mostSingles] = [largestBatch, 128 * largestBatch];

const rpcLimits: Partial<FetchLimits> = { maximumRedirects: 0, totalTimeoutMs: 30_000 };

/**
 * A provider over HTTP. Its host was named by the operator, so it may have a private address; redirects are never followed.
 * Failures that may pass are tried again, 429 after its `Retry-After`.
 */
export function createProvider(options: ProviderOptions): RpcProvider {
  const { label, clock, userAgent, delays = defaultDelays, form = 'json_rpc' } = options;
  const url = new URL(options.url);
  const allow = [`${url.hostname}:${portOf(url)}`];
  const fetch = createGuardedFetch({ allow, userAgent, limits: { ...rpcLimits, ...options.limits } });
  const limiter = createRateLimiter(options.rate, clock);
  /** Null: not tried. */
  let takesBatches: boolean | null = form === 'json_rpc' ? null : false;
  /** A node that is busy refuses a batch as one does that takes none, so batches are tried again, ever more seldom. */
  let singles = { before: fewestSingles, left: form === 'json_rpc' ? 0 : Number.POSITIVE_INFINITY };

  const { onRefusal, keepsWords = false } = options;
  const hide = withoutSecrets(options.url);
  const note = createRefusalNotes({ onRefusal, provider: label, clock });
  const onError = (code: number, text: string): string | null => {
    note(code, text, () => shownWords(hide, text));
    return keepsWords ? shownWords(hide, text) : null;
  };
  const { maximumBytes = Number.POSITIVE_INFINITY, maximumInflatedBytes = Number.POSITIVE_INFINITY } =
    options.limits ?? {};

  const failed = (failure: RpcFailureKind, why: string): RpcReply => ({
    kind: 'failed',
    failure,
    message: `provider ${label}: ${why}`,
  });

  async function sendOnce(requests: readonly RpcRequest[], signal?: AbortSignal): Promise<RpcReply | RetryLater> {
    await limiter.take(requests.length, signal);
    const members = requests.map(({ method, params }, index) => ({ jsonrpc: '2.0', id: index + 1, method, params }));
    const limits = answerLimitsOf(requests);
    const result = await fetch({
      url: url.href,
      limits: {
        maximumBytes: Math.min(limits.bytes, maximumBytes),
        maximumInflatedBytes: Math.min(limits.bytes, maximumInflatedBytes),
      },
      hosts: [url.hostname],
      contentTypes: ['application/json'],
      json: JSON.stringify(members.length === 1 ? members[0] : members),
      ...(signal === undefined ? {} : { signal }),
    });
    if (result.kind === 'failed') {
      const { limitBytes } = result;
      // The same request would be answered with as much again.
      if (limitBytes !== undefined) return failed('invalid_answer', `its answer has more than ${limitBytes} bytes`);
      return failureOf(result, clock());
    }
    if (result.kind === 'not_modified') return failed('refused', 'answered 304 to a POST');
    const reading = readAnswers(result.bytes, { count: requests.length, limits, hasIds: form === 'json_rpc', onError });
    if (reading.kind === 'invalid') {
      if (reading.isTooLarge) return failed('invalid_answer', reading.why);
      return { failure: 'invalid_answer', why: reading.why, afterMs: null };
    }
    if (reading.kind === 'answers') {
      if (requests.length > 1) {
        takesBatches = true;
        singles = { before: fewestSingles, left: 0 };
      }
      return { kind: 'answers', answers: reading.answers };
    }
    takesBatches = false;
    singles = { before: Math.min(2 * singles.before, mostSingles), left: singles.before };
    return sendAll(requests, signal);
  }

  async function sendPatiently(requests: readonly RpcRequest[], signal?: AbortSignal): Promise<RpcReply> {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await sendOnce(requests, signal);
      if ('kind' in reply) return reply;
      if (attempt === attempts || signal?.aborted === true) return failed(reply.failure, reply.why);
      if (reply.afterMs !== null) limiter.holdFor(reply.afterMs);
      else await pause(backOffMs(delays, attempt), signal);
    }
  }

  async function sendAll(requests: readonly RpcRequest[], signal?: AbortSignal): Promise<RpcReply> {
    const replies: RpcReply[] = [];
    for (let at = 0, size = 0; at < requests.length; at += size) {
      size = singles.left > 0 ? 1 : largestBatch;
      singles.left -= size === 1 ? 1 : 0;
      const reply = await sendPatiently(requests.slice(at, at + size), signal);
      if (reply.kind === 'failed') return reply;
      replies.push(reply);
    }
    return { kind: 'answers', answers: replies.flatMap((reply) => (reply.kind === 'answers' ? reply.answers : [])) };
  }

  return { label, send: sendAll, takesBatches: () => takesBatches };
}

/** A failure that may pass. */
interface RetryLater {
  readonly failure: RpcFailureKind;
  readonly why: string;
  /** The provider's `Retry-After` in milliseconds; null: back off. */
  readonly afterMs: number | null;
}

/** The messages of a fetch name the host, so they are not repeated. */
function failureOf({ outcome, status, retryAfter }: FetchFailed, now: number): RetryLater {
  if (status === 429) return { failure: 'rate_limited', why: 'answered 429', afterMs: holdOf(retryAfter, now) };
  if (status !== undefined) return { failure: 'refused', why: `answered with status ${status}`, afterMs: null };
  if (outcome === 'wrong_type') return { failure: 'invalid_answer', why: 'its answer is not JSON', afterMs: null };
  if (outcome === 'moved' || outcome === 'http_error') {
    return { failure: 'refused', why: 'redirects, which is not followed', afterMs: null };
  }
  return { failure: 'unreachable', why: `no whole answer (${outcome})`, afterMs: null };
}

/** Milliseconds of a `Retry-After` in seconds or as a date; null when it is absent, unreadable or too long. */
function holdOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) || ms > longestHoldMs ? null : Math.max(0, ms);
}
