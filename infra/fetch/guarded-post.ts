import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { createDeadline, type StartTimer } from './deadline.ts';
import { FetchRefusal } from './fetch-types.ts';
import { openRequest, refusePrivate } from './open-request.ts';
import { NoResponse, responseHead } from './response-head.ts';
import { type GuardedUrl, guardUrl } from './url-guard.ts';

export interface PostOptions {
  /** `host:port` pairs that may be reached although their address is not public, also without TLS (tests). */
  readonly allow: readonly string[];
  readonly userAgent: string;
  readonly lookup?: LookupFunction;
  /** Time for the whole exchange, milliseconds. Default 15 s. */
  readonly limitMs?: number;
  /** Timer of that limit. */
  readonly startTimer?: StartTimer;
}

export interface PostAnswer {
  /** Null without an answer. */
  readonly status: number | null;
  /** The first KiB of the answer. */
  readonly text: string;
  /** Why there is no answer, or none in full; null otherwise. */
  readonly error: string | null;
}

interface PostRequest {
  readonly url: string;
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export type GuardedPost = (request: PostRequest) => Promise<PostAnswer>;

const keptBytes = 1024;
const mostBytes = 64 * 1024;
const usualLimitMs = 15_000;

/**
 * Sends JSON to addresses that others gave: https only, to public addresses only, which the agent checks when it connects;
 * no redirect is followed, of an answer at most 64 KiB are read. Never throws: what fails is the answer's `error`. Settles
 * within its limit, whatever the receiver sends or does not send.
 */
export function createGuardedPost(options: PostOptions): GuardedPost {
  const { userAgent, lookup, limitMs = usualLimitMs, startTimer } = options;
  const allowed = new Set(options.allow.map((entry) => entry.trim().toLowerCase()));
  return async ({ url, json, headers, signal }) => {
    const deadline = createDeadline(limitMs, { signal, startTimer });
    try {
      return await deadline.within(async () => {
        const sent = openRequest(checkedUrl(url, allowed), {
          headers: { ...headers, 'user-agent': userAgent },
          json,
          lookup,
        });
        sent.end(json);
        return read(await responseHead(sent, deadline.signal));
      });
    } catch (error) {
      if (deadline.hasPassed()) return failed(`It did not answer in full within ${limitMs / 1000} s.`);
      return answerWithout(error);
    } finally {
      deadline.end();
    }
  };
}

/** Throws FetchRefusal for an address that is never sent to. */
export function checkedUrl(url: string, allowed: ReadonlySet<string>): GuardedUrl {
  const target = guardUrl(url, 'any', allowed, false);
  if (target.url.protocol !== 'https:' && !target.allowed) {
    throw new FetchRefusal('invalid_url', `${target.url.host} is not reached by https.`);
  }
  refusePrivate(target);
  return target;
}

/** Reads at most 64 KiB; the rest of a longer answer is not read, and its status counts all the same. */
async function read(response: IncomingMessage): Promise<PostAnswer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytes < keptBytes) kept.push(chunk.subarray(0, keptBytes - bytes));
    bytes += chunk.length;
    if (bytes >= mostBytes) break;
  }
  response.destroy();
  return {
    status: response.statusCode ?? null,
    text: Buffer.concat(kept).toString('utf8').toWellFormed(),
    error: null,
  };
}

const failed = (error: string): PostAnswer => ({ status: null, text: '', error });

function answerWithout(error: unknown): PostAnswer {
  if (error instanceof NoResponse) {
    return error.status === null ? failed(`It ${error.message}.`) : { status: error.status, text: '', error: null };
  }
  return failed(reasonOf(error));
}

function reasonOf(error: unknown): string {
  if (error instanceof FetchRefusal) return error.message;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  // The filtering agent's error for a refused address has no code; every network error of Node has one.
  return code === null ? 'It is not a public address.' : `It cannot be reached (${code}).`;
}
