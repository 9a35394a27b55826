import type { FetchRequest, FetchResult, GuardedFetch } from '../../../../infra/fetch/fetch-types.ts';
import { FetchRefusal } from '../../../../infra/fetch/fetch-types.ts';
import { registrableHost } from '../../../../schemas/values/registrable-host.ts';
import { challengeHeaderNames } from './challenges.ts';
import { afterFetch, afterRequest, afterRetryAfter, type LaneState, newLane, requestAt } from './lanes.ts';
import { createRobotsCache, permit } from './robots-cache.ts';
import { robotsLimits } from './robots.ts';
import { unwrapped } from './wrappers.ts';

export interface RequestsDeps {
  readonly fetch: GuardedFetch;
  readonly clock: () => number;
  /** Resolves early, without error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Least milliseconds between two requests of a lane. */
  readonly everyMs: number;
}

/** A request on behalf of one document. */
interface DocumentRequest {
  readonly url: string;
  readonly validators: Pick<FetchRequest, 'etag' | 'lastModified'>;
  /** Since when its robots.txt answers with errors of the server. */
  readonly robotsDownSince: number | null;
  readonly signal: AbortSignal;
}

/** Sends requests for documents: paced by lane, permitted by robots.txt at each hop. */
export interface DocumentRequests {
  readonly send: (request: DocumentRequest) => Promise<FetchResult>;
  readonly lanes: ReadonlyMap<string, LaneState>;
}

/** Bytes that are read of a refusal: challenges are short. */
const errorBytes = 64 * 1024;

export function createRequests({ fetch, clock, sleep, everyMs }: RequestsDeps): DocumentRequests {
  const lanes = new Map<string, LaneState>();
  const laneOf = (url: string): string => registrableHost(url) ?? url;
  const set = (lane: string, change: (before: LaneState) => LaneState): void => {
    lanes.set(lane, change(lanes.get(lane) ?? newLane));
  };
  /** Waits for the turn of a request and takes it. */
  const pace = async (url: string, crawlDelay: number | null, signal: AbortSignal): Promise<void> => {
    const lane = laneOf(url);
    for (;;) {
      const wait = requestAt(lanes.get(lane) ?? newLane, { everyMs, crawlDelay }) - clock();
      if (wait <= 0 || signal.aborted) break;
      await sleep(wait, signal);
    }
    signal.throwIfAborted();
    set(lane, (before) => afterRequest(before, clock(), { everyMs, crawlDelay }));
  };
  const never = new AbortController().signal;
  const robots = createRobotsCache(fetch, clock, (url) => pace(url, null, never));
  const send = async ({ url, validators, robotsDownSince, signal }: DocumentRequest): Promise<FetchResult> => {
    const address = unwrapped(url);
    const beforeRequest = async (hop: string): Promise<void> => {
      if (hop.length > robotsLimits.characters) {
        throw new FetchRefusal('invalid_url', `The address is longer than ${robotsLimits.characters} characters.`);
      }
      const answer = await robots.find(hop, signal);
      if (answer.kind === 'down') set(laneOf(hop), (lane) => afterRetryAfter(lane, clock(), answer.retryAfter));
      const { crawlDelay } = permit(answer, hop, clock(), robotsDownSince);
      await pace(hop, crawlDelay, signal);
      set(laneOf(hop), (lane) => afterFetch(lane, clock(), crawlDelay));
    };
    const request = { url: address, hosts: 'any', contentTypes: 'any', headers: challengeHeaderNames } as const;
    const result = await fetch({ ...request, ...validators, errorBytes, beforeRequest, signal });
    if (result.kind === 'failed' && (result.status === 429 || result.status === 503)) {
      const retryAfter = result.retryAfter ?? null;
      set(laneOf(result.answer?.url ?? address), (lane) => afterRetryAfter(lane, clock(), retryAfter));
    }
    return result;
  };
  return { send, lanes };
}
