import { type FetchResult, FetchRefusal, type GuardedFetch } from '../../../../infra/fetch/fetch-types.ts';
import { originOf, parseRobots, type RobotsRules } from './robots.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

/** The answer to the robots.txt of an origin. */
export type RobotsAnswer =
  | { readonly kind: 'rules'; readonly rules: RobotsRules }
  /** The server answered with an error: nothing is fetched. */
  | { readonly kind: 'down'; readonly status: number; readonly retryAfter: string | null }
  /** Nothing answered. */
  | { readonly kind: 'failed'; readonly outcome: 'net_error' | 'invalid_url'; readonly message: string };

export interface RobotsCache {
  readonly find: (url: string, signal: AbortSignal) => Promise<RobotsAnswer>;
}

const keptMs = dayMs;
/** An answer without rules is asked for again sooner. */
const failureKeptMs = 10 * 60_000;
const mostOrigins = 10_000;
const noRules = Buffer.alloc(0);

/** Rules of robots.txt by origin. `pace` waits for the turn of a request. */
export function createRobotsCache(
  fetch: GuardedFetch,
  clock: () => number,
  pace: (url: string) => Promise<void>,
): RobotsCache {
  const known = new Map<string, { readonly answer: Promise<RobotsAnswer>; until: number }>();
  const read = async (origin: string, signal: AbortSignal): Promise<RobotsAnswer> => {
    const url = `${origin}/robots.txt`;
    const result = await fetch({ url, hosts: 'any', contentTypes: 'any', beforeRequest: pace, signal });
    return answerOf(origin, result);
  };
  return {
    find: (url, signal) => {
      const origin = originOf(url);
      const none = { kind: 'failed', outcome: 'invalid_url', message: `${url.slice(0, 200)} has no origin.` } as const;
      if (origin === null) return Promise.resolve(none);
      const found = known.get(origin);
      if (found !== undefined && found.until > clock()) return found.answer;
      const entry = { answer: read(origin, signal), until: clock() + failureKeptMs };
      known.delete(origin);
      known.set(origin, entry);
      const oldest = known.keys().next();
      if (known.size > mostOrigins && oldest.done === false) known.delete(oldest.value);
      entry.answer.then(
        ({ kind }) => {
          if (kind === 'rules') entry.until = clock() + keptMs;
          if (signal.aborted) known.delete(origin);
        },
        () => known.delete(origin),
      );
      return entry.answer;
    },
  };
}

/**
 * RFC 9309, 2.3.1: an error of the client means that there are no rules, one of the server that nothing may be fetched. So
 * does a server that switches protocols instead of answering.
 */
function answerOf(origin: string, result: FetchResult): RobotsAnswer {
  if (result.kind === 'ok') return { kind: 'rules', rules: parseRobots(origin, result.bytes) };
  if (result.kind === 'not_modified') return { kind: 'rules', rules: parseRobots(origin, noRules) };
  const { status, outcome, message, retryAfter = null } = result;
  if (status !== undefined && (status < 200 || status >= 500 || status === 429))
    return { kind: 'down', status, retryAfter };
  if (status === undefined && outcome !== 'empty' && outcome !== 'http_error') {
    return { kind: 'failed', outcome: outcome === 'invalid_url' ? outcome : 'net_error', message };
  }
  return { kind: 'rules', rules: parseRobots(origin, noRules) };
}

/** After this long without an answer from the server, its robots.txt counts as empty (RFC 9309, 2.3.1.4). */
const downForMs = 30 * dayMs;

/** Throws FetchRefusal when the rules forbid a request. Returns the crawl delay of the origin. */
export function permit(
  answer: RobotsAnswer,
  url: string,
  now: number,
  downSince: number | null,
): { readonly crawlDelay: number | null } {
  if (answer.kind === 'failed') throw new FetchRefusal(answer.outcome, answer.message);
  const { host } = new URL(url);
  if (answer.kind === 'down') {
    if (downSince !== null && now - downSince >= downForMs) return { crawlDelay: null };
    const { status } = answer;
    throw new FetchRefusal('robots', `${host} answered with status ${status} for its robots.txt.`, status);
  }
  if (answer.rules.isAllowed(url) === false) throw new FetchRefusal('robots', `The robots.txt of ${host} forbids it.`);
  return { crawlDelay: answer.rules.crawlDelay };
}
