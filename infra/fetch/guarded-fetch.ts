import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { RetryableError } from '../errors.ts';
import { createDeadline, type Deadline, type StartTimer } from './deadline.ts';
import {
  AnswerTooLarge,
  type FetchLimits,
  type FetchRequest,
  type FetchResult,
  FetchRefusal,
  type GuardedFetch,
} from './fetch-types.ts';
import { openRequest } from './open-request.ts';
import { failed, readResponse } from './read-response.ts';
import { NoResponse, responseHead } from './response-head.ts';
import { type GuardedUrl, guardUrl } from './url-guard.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';

export type { FetchLimits };

export interface GuardedFetchOptions {
  /** `host:port` pairs that may be fetched although their address is not public (mirrors, tests). */
  readonly allow: readonly string[];
  readonly userAgent: string;
  readonly limits?: Partial<FetchLimits>;
  /** Name resolution; the system's by default. */
  readonly lookup?: LookupFunction;
  /** Timer of the limit on the whole fetch. */
  readonly startTimer?: StartTimer;
}

const mebibyte = 1024 * 1024;

/** Default limits of a source. */
const fetchLimits: FetchLimits = {
  maximumRedirects: 5,
  connectTimeoutMs: 10_000,
  totalTimeoutMs: 30_000,
  maximumBytes: 20 * mebibyte,
  maximumInflatedBytes: 50 * mebibyte,
};

/**
 * Outbound HTTP that is safe against server-side request forgery: public addresses only, checked when connecting and again
 * on every redirect; http and https on their default ports; hosts and media types by allow-list; limits on time and size; no
 * cookies and no credentials. A fetch settles within its limit, whatever the other side sends or does not send.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { allow, userAgent, lookup, startTimer } = options;
  const defaultLimits = { ...fetchLimits, ...options.limits };
  const allowed = new Set(allow.map((entry) => entry.trim().toLowerCase()));
  return async (request) => {
    const limits = { ...defaultLimits, ...request.limits };
    const deadline = createDeadline(limits.totalTimeoutMs, { signal: request.signal, startTimer });
    const { signal, paused } = deadline;
    try {
      return await deadline.within(() => follow(request, { limits, allowed, userAgent, lookup, signal, paused }));
    } catch (error) {
      const host = hostOf(request.url);
      if (deadline.hasPassed()) {
        return failed('net_error', `${host} did not answer in full within ${limits.totalTimeoutMs} ms.`);
      }
      return failureOf(error, host);
    } finally {
      deadline.end();
    }
  };
}

interface Settings {
  readonly limits: FetchLimits;
  readonly allowed: ReadonlySet<string>;
  readonly userAgent: string;
  readonly lookup: LookupFunction | undefined;
  readonly signal: AbortSignal;
  readonly paused: Deadline['paused'];
}

async function follow(request: FetchRequest, settings: Settings): Promise<FetchResult> {
  let target = guardUrl(request.url, request.hosts, settings.allowed, false);
  const first = target.url;
  for (let hop = 0; hop <= settings.limits.maximumRedirects; hop += 1) {
    const { href } = target.url;
    const { beforeRequest } = request;
    if (beforeRequest !== undefined) await settings.paused(() => beforeRequest(href));
    const response = await send(target, request, settings);
    const location = redirectOf(response, target.url);
    if (location === null) return readResponse(response, request, { first, last: target.url, hops: hop }, settings);
    response.destroy();
    target = guardUrl(location, request.hosts, settings.allowed, true);
  }
  const most = settings.limits.maximumRedirects;
  throw new FetchRefusal('http_error', `${first.host} redirects more than ${most} times.`);
}

/** Sends one request and resolves with the head of the response. */
async function send(target: GuardedUrl, request: FetchRequest, settings: Settings): Promise<IncomingMessage> {
  const { url } = target;
  const { signal, userAgent, lookup, limits } = settings;
  const { json } = request;
  const headers = {
    accept: request.contentTypes === 'any' ? '*/*' : request.contentTypes.join(', '),
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': userAgent,
    ...(request.etag ? { 'if-none-match': request.etag } : {}),
    ...(request.lastModified ? { 'if-modified-since': request.lastModified } : {}),
  };
  const sent = openRequest(target, { headers, json, lookup });
  const timer = setTimeout(() => {
    sent.destroy(
      new FetchRefusal('net_error', `${url.host} did not accept a connection in ${limits.connectTimeoutMs} ms.`),
    );
  }, limits.connectTimeoutMs);
  const connected = (): void => clearTimeout(timer);
  sent.once('socket', (socket) => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected));
  sent.once('close', connected);
  sent.end(json);
  return responseHead(sent, signal);
}

function redirectOf(response: IncomingMessage, from: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) return null;
  const location = response.headers.location;
  if (location === undefined) throw new FetchRefusal('http_error', `${from.host} redirects without a Location header.`);
  return parseUrl(location, from.href)?.href ?? location;
}

function failureOf(error: unknown, host: string): FetchResult {
  if (error instanceof FetchRefusal) {
    const { outcome, message, status } = error;
    const limit = error instanceof AnswerTooLarge ? { limitBytes: error.limitBytes } : {};
    return { ...failed(outcome, message), ...(status === null ? {} : { status }), ...limit };
  }
  if (error instanceof NoResponse) {
    const { status } = error;
    const what = failed(status === null ? 'net_error' : 'http_error', `${host} ${error.message}.`);
    return { ...what, ...(status === null ? {} : { status }) };
  }
  // A failure of `keep` is an error of this program, not of the source.
  if (!(error instanceof Error) || error instanceof RetryableError) throw error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // The filtering agent's error for a refused address has no code; every network error of Node has one.
  if (code === null) return failed('invalid_url', `${host} is not a public address.`);
  return failed('net_error', `${host} cannot be read (${code}).`);
}

const hostOf = (url: string): string => parseUrl(url)?.host ?? url.slice(0, 100);
