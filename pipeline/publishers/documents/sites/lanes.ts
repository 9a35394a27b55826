/** Which documents are fetched now: one per lane, the longest due first. Pure; the publisher carries it out. */
import { dayMs } from '../../../../schemas/values/durations.ts';

/** A lane is a registrable domain: requests to it follow one another. */
export interface LaneState {
  /** Until then no request is sent to the lane: `Retry-After`, a spent budget, a long `Crawl-delay`. */
  readonly closedUntil: number;
  /** UTC day of `requests`, in days since the epoch. */
  readonly day: number;
  readonly requests: number;
  /** Earliest time of the next request. */
  readonly nextRequestAt: number;
  readonly lastRequestAt: number;
}

export interface DueDocument {
  readonly documentId: string;
  readonly lane: string;
  readonly dueAt: number;
}

export const laneLimits = {
  /** Lanes with a running fetch. */
  lanes: 16,
  requestsPerDay: 2_000,
  /** `Crawl-delay` in seconds: less is raised to this, and above the highest the lane has one fetch a day. */
  leastDelay: 1,
  mostDelay: 60,
  longestRetryAfterMs: dayMs,
} as const;

const dayOf = (at: number): number => Math.floor(at / dayMs);

export const newLane: LaneState = { closedUntil: 0, day: 0, requests: 0, nextRequestAt: 0, lastRequestAt: 0 };

export interface Pace {
  /** Least milliseconds between two requests, by the setting. */
  readonly everyMs: number;
  /** `Crawl-delay` of the origin, seconds; null when it states none. */
  readonly crawlDelay: number | null;
}

/** Least time between two requests at this pace. */
function pauseMs({ everyMs, crawlDelay }: Pace): number {
  const delay = crawlDelay === null ? 0 : Math.min(Math.max(crawlDelay, laneLimits.leastDelay), laneLimits.mostDelay);
  return Math.max(everyMs, delay * 1000);
}

/** When the next request at this pace may be sent: the one before it, for robots.txt, may not have known the pace. */
export const requestAt = ({ nextRequestAt, lastRequestAt }: LaneState, pace: Pace): number =>
  Math.max(nextRequestAt, lastRequestAt + pauseMs(pace));

/** The lane after a request at `now`. */
export function afterRequest(lane: LaneState, now: number, { everyMs, crawlDelay }: Pace): LaneState {
  const day = dayOf(now);
  const requests = lane.day === day ? lane.requests + 1 : 1;
  const spentUntil = requests >= laneLimits.requestsPerDay ? (day + 1) * dayMs : 0;
  return {
    closedUntil: Math.max(lane.closedUntil, spentUntil),
    day,
    requests,
    nextRequestAt: now + pauseMs({ everyMs, crawlDelay }),
    lastRequestAt: now,
  };
}

/** The lane after a fetch of a document of an origin: a long `Crawl-delay` leaves one fetch a day. */
export const afterFetch = (lane: LaneState, now: number, crawlDelay: number | null): LaneState =>
  crawlDelay !== null && crawlDelay > laneLimits.mostDelay
    ? { ...lane, closedUntil: Math.max(lane.closedUntil, now + dayMs) }
    : lane;

/** The lane after 429 or 503 with `Retry-After`. */
export function afterRetryAfter(lane: LaneState, now: number, retryAfter: string | null): LaneState {
  const wait = retryAfterMs(retryAfter, now);
  return wait === null ? lane : { ...lane, closedUntil: Math.max(lane.closedUntil, now + wait) };
}

/** Milliseconds to wait by `Retry-After` (RFC 9110, 10.2.3), at most a day; null when it states no time to come. */
export function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  const wait = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : httpDate(text) - now;
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, laneLimits.longestRetryAfterMs) : null;
}

/** The date forms of RFC 9110, 5.6.7; NaN for anything else that `Date.parse` would read. */
const httpDate = (text: string): number => (/^[A-Z][a-z]{2,8},? .*(?:GMT|\d{4})$/.test(text) ? Date.parse(text) : NaN);

export interface Starts {
  readonly start: readonly DueDocument[];
  /** When to ask again at the latest; null while nothing waits for a time. */
  readonly wakeAt: number | null;
}

/** The fetches to begin at `now`, of one document for each lane, the longest due first: none in busy or closed lanes. */
export function nextFetches(
  inOrder: Iterable<DueDocument>,
  lanes: ReadonlyMap<string, LaneState>,
  busy: ReadonlySet<string>,
  now: number,
): Starts {
  const room = laneLimits.lanes - busy.size;
  const start: DueDocument[] = [];
  let wakeAt: number | null = null;
  for (const document of inOrder) {
    const { lane, dueAt } = document;
    // What follows is due later still.
    if (dueAt > now && wakeAt !== null && dueAt >= wakeAt) break;
    if (busy.has(lane)) continue;
    const startAt = Math.max(dueAt, lanes.get(lane)?.closedUntil ?? 0);
    if (startAt > now) wakeAt = Math.min(startAt, wakeAt ?? startAt);
    else if (start.length < room) start.push(document);
  }
  return { start, wakeAt };
}

/** The document of a lane that is due first; null when there is none. */
export const firstDue = (documents: readonly DueDocument[]): DueDocument | null =>
  documents.reduce<DueDocument | null>((first, one) => (first === null || isEarlier(one, first) ? one : first), null);

/** Which of two documents is fetched first. */
export const isEarlier = (a: DueDocument, b: DueDocument): boolean =>
  a.dueAt === b.dueAt ? a.documentId < b.documentId : a.dueAt < b.dueAt;
