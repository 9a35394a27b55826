import type { FetchRequest, FetchResult, GuardedFetch } from '../../../infra/fetch/fetch-types.ts';
import type { SimulatedTime } from './simulated-time.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** What hosts were asked, by kind of answer. */
interface RequestCounts {
  robots: number;
  bodies: number;
  notModified: number;
  /** Requests that came sooner than the rule of their host. */
  tooSoon: number;
}

export interface SimulatedHosts {
  readonly fetch: GuardedFetch;
  readonly asked: RequestCounts;
}

/** Every tenth host wants ten seconds between two requests, every fifth sends no validators. */
const crawlDelayOf = (host: number): number | null => (host % 10 === 0 ? 10 : null);
const sendsValidators = (host: number): boolean => host % 5 !== 0;
/** Of a hundred pages, one has another text each day. */
const changes = (page: number): boolean => page % 100 === 0;

/** Hosts `host-<n>.example` that answer at once, and note who asks them too often. */
export function createSimulatedHosts(time: SimulatedTime): SimulatedHosts {
  const asked: RequestCounts = { robots: 0, bodies: 0, notModified: 0, tooSoon: 0 };
  const last = new Map<string, number>();
  const fetch = async (request: FetchRequest): Promise<FetchResult> => {
    await request.beforeRequest?.(request.url);
    const { hostname, pathname } = new URL(request.url);
    const host = Number(/\d+/.exec(hostname)?.[0]);
    const least = (crawlDelayOf(host) ?? 1) * 1_000;
    const isRobots = pathname === '/robots.txt';
    // The rule of a host is known once its robots.txt is read.
    if (!isRobots && time.clock() - (last.get(hostname) ?? -least) < least) asked.tooSoon += 1;
    last.set(hostname, time.clock());
    if (isRobots) {
      asked.robots += 1;
      return body(request.url, robotsText(host), null);
    }
    const page = Number(/\d+/.exec(pathname)?.[0]);
    const day = changes(page) ? Math.floor(time.clock() / dayMs) : 0;
    const etag = sendsValidators(host) ? `"${page}-${day}"` : null;
    if (etag !== null && request.etag === etag) {
      asked.notModified += 1;
      return { kind: 'not_modified' };
    }
    asked.bodies += 1;
    return body(request.url, pageText(page, day), etag);
  };
  return { fetch, asked };
}

function body(url: string, text: string, etag: string | null): FetchResult {
  const contentType = url.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8';
  return { kind: 'ok', outcome: 'ok', bytes: Buffer.from(text), url, contentType, etag, lastModified: null };
}

const robotsText = (host: number): string =>
  `User-agent: *\n${crawlDelayOf(host) === null ? '' : `Crawl-delay: ${crawlDelayOf(host) ?? 0}\n`}Disallow: /private/\n`;

const pageText = (page: number, day: number): string =>
  `<html><title>Terms ${page}</title><main>${`<p>Holders of token ${page} redeem at par on every business day.</p>`.repeat(60)}<p>Text ${day}.</p></main></html>`;
