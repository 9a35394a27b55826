import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isDenied, withoutDenied } from './denied-networks.ts';
import { FetchRefusal } from './fetch-types.ts';
import { agentFor } from './filtering-agents.ts';
import { guardUrl, portOf } from './url-guard.ts';

export interface PostOptions {
  /** `host:port` pairs that may be reached although their address is not public, also without TLS (tests). */
  readonly allow: readonly string[];
  readonly userAgent: string;
  readonly lookup?: LookupFunction;
  /** Time for the whole exchange, milliseconds. Default 15 s. */
  readonly limitMs?: number;
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
 * no redirect is followed, of an answer at most 64 KiB are read. Never throws: what fails is the answer's `error`.
 */
export function createGuardedPost({ allow, userAgent, lookup, limitMs = usualLimitMs }: PostOptions): GuardedPost {
  const allowed = new Set(allow.map((entry) => entry.trim().toLowerCase()));
  return async ({ url, json, headers, signal }) => {
    const deadline = AbortSignal.timeout(limitMs);
    try {
      const target = checkedUrl(url, allowed);
      const sent = { json, headers: { ...headers, 'user-agent': userAgent }, lookup };
      return await exchange(target, sent, AbortSignal.any([deadline, signal]));
    } catch (error) {
      if (deadline.aborted) return failed(`It did not answer in full within ${limitMs / 1000} s.`);
      return failed(reasonOf(error));
    }
  };
}

/** Throws FetchRefusal for an address that is never sent to. */
export function checkedUrl(
  url: string,
  allowed: ReadonlySet<string>,
): { readonly url: URL; readonly allowed: boolean } {
  const target = guardUrl(url, 'any', allowed, false);
  if (target.url.protocol !== 'https:' && !target.allowed) {
    throw new FetchRefusal('invalid_url', `${target.url.host} is not reached by https.`);
  }
  const host = target.url.hostname.replace(/^\[|\]$/g, '');
  if (!target.allowed && isDenied(host)) throw new FetchRefusal('invalid_url', `${host} is not a public address.`);
  return target;
}

interface Sent {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly lookup: LookupFunction | undefined;
}

function exchange(
  { url, allowed }: { readonly url: URL; readonly allowed: boolean },
  { json, headers, lookup }: Sent,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const secure = url.protocol === 'https:';
  const resolveName = allowed ? lookup : withoutDenied(lookup);
  return new Promise((resolve, reject) => {
    const sent = (secure ? httpsRequest : httpRequest)({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      agent: agentFor(secure, allowed),
      signal,
      ...(resolveName === undefined ? {} : { lookup: resolveName }),
      headers: {
        host: url.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.once('response', (response) => {
      read(response).then(resolve, reject);
    });
    sent.end(json);
  });
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

function reasonOf(error: unknown): string {
  if (error instanceof FetchRefusal) return error.message;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  // The filtering agent's error for a refused address has no code; every network error of Node has one.
  return code === null ? 'It is not a public address.' : `It cannot be reached (${code}).`;
}
