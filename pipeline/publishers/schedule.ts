import type { Logger } from '../../infra/logger.ts';
import type { FeedCapture } from '../../schemas/generated/records.ts';
import type { Feed } from '../ingest/feed.ts';
import { fetchSnapshot, requested, type SnapshotDeps } from './snapshot.ts';

/** Result of one attempt to fetch a feed, for the status page. */
export interface FetchAttempt {
  readonly feed: string;
  /** When it ended, milliseconds. */
  readonly at: number;
  readonly ok: boolean;
  /** Null when it went well. */
  readonly message: string | null;
  /** When the next attempt is due, milliseconds. */
  readonly nextAt: number;
}

/** When a fetch ended that failed; null without one. */
export const failedAt = (attempt: FetchAttempt | undefined): number | null =>
  attempt === undefined || attempt.ok ? null : attempt.at;

export interface ScheduleDeps extends SnapshotDeps {
  /** The feed's last capture, for its validators; null when there is none. */
  readonly lastCapture: (feedId: string) => Promise<FeedCapture | null>;
  /** Appends to `feed.captures`; resolves when durable. */
  readonly append: (capture: FeedCapture) => Promise<void>;
  /** Waits; resolves early, without error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** In [0, 1): spreads attempts, so that feeds and installations do not send requests at the same moment. */
  readonly random: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly onAttempt?: (attempt: FetchAttempt) => void;
  /** Called when a feed moves, with the milliseconds until it has to move again; null while another process has it. */
  readonly onMove?: (feedId: string, dueInMs: number | null) => void;
  /** Whether this process owns the feed now, where several processes share the feeds; absent: it owns all. */
  readonly isOwned?: (feedId: string) => boolean;
}

export interface Schedule {
  /** Aborts running fetches and resolves when every feed's loop has ended. */
  readonly stop: () => Promise<void>;
}

/** Share of the period by which an attempt may be delayed at random. */
const jitter = 0.1;
/** The first attempts after a start happen within this time. */
const firstWithinMs = 10_000;
/** How soon a fetch follows when an asset names an identifier for the first time. */
const newlyWantedWithinMs = 60_000;
/** Interval between checks whether this process owns a feed. */
const ownershipCheckMs = 1_000;
/** Wait after the first failure; it doubles with each further one, up to the feed's period. */
const firstRetryMs = 60_000;

/**
 * Fetches every feed on its schedule. Attempts for one feed never overlap. A failed attempt is logged, reported and
 * retried, and never delays another feed.
 */
export function startSchedule(feeds: readonly Feed[], deps: ScheduleDeps): Schedule {
  // A signal for each feed: every loop listens to its own, and Node.js warns at eleven listeners on one.
  const running = feeds.map((feed) => {
    const stopping = new AbortController();
    return { stopping, ended: runFeed(feed, deps, stopping.signal) };
  });
  const ended = Promise.all(running.map((one) => one.ended));
  return {
    stop: async () => {
      for (const { stopping } of running) stopping.abort();
      await ended;
    },
  };
}

async function runFeed(feed: Feed, deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  await deps.sleep(deps.random() * firstWithinMs, signal);
  let failures = 0;
  while (!signal.aborted) {
    await untilOwned(feed, deps, signal);
    if (isAborted(signal)) return;
    deps.onMove?.(feed.manifest.id, 0);
    const { problem, wanted } = await attempt(feed, deps, signal);
    // An attempt that the stop aborted is not a failure of the source.
    if (isAborted(signal)) return;
    failures = problem === null ? 0 : failures + 1;
    const wait = waitAfter(feed.manifest.everyMs, failures) * (1 + jitter * deps.random());
    const at = deps.clock();
    deps.onAttempt?.({ feed: feed.manifest.id, at, ok: problem === null, message: problem, nextAt: at + wait });
    deps.onMove?.(feed.manifest.id, wait);
    await (wanted === null ? deps.sleep(wait, signal) : sleepUntilDue(feed, wanted, at + wait, deps, signal));
  }
}

/**
 * Waits until this process owns the feed. The previous owner may have fetched just now: the next fetch keeps its
 * schedule.
 */
async function untilOwned(feed: Feed, deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  const { id, everyMs } = feed.manifest;
  if (deps.isOwned === undefined || deps.isOwned(id)) return;
  deps.onMove?.(id, null);
  while (!isAborted(signal)) {
    const isOwned = deps.isOwned(id);
    const last = isOwned ? await deps.lastCapture(id).catch(() => null) : null;
    const left = last === null ? 0 : last.asOf + everyMs - deps.clock();
    if (isOwned && left <= 0) return;
    await deps.sleep(isOwned ? Math.min(left, newlyWantedWithinMs) : ownershipCheckMs, signal);
  }
}

/** Waits for the next attempt, which is due early when an asset names an identifier that the last capture did not cover. */
async function sleepUntilDue(
  feed: Feed,
  covered: readonly string[],
  until: number,
  deps: ScheduleDeps,
  signal: AbortSignal,
): Promise<void> {
  const known = new Set(covered);
  for (let left = until - deps.clock(); left > 0 && !isAborted(signal); left = until - deps.clock()) {
    await deps.sleep(Math.min(left, newlyWantedWithinMs), signal);
    const wanted = (await requested(feed, deps.wanted).catch(() => null)) ?? [];
    if (wanted.some((id) => !known.has(id))) return;
  }
}

interface AttemptOutcome {
  /** What went wrong, as a sentence. */
  readonly problem: string | null;
  /** Identifiers that the capture covers; null when there is no capture, or its files are read in full. */
  readonly wanted: readonly string[] | null;
}

async function attempt(feed: Feed, deps: ScheduleDeps, signal: AbortSignal): Promise<AttemptOutcome> {
  const { id } = feed.manifest;
  try {
    // No asset names an identifier yet: a file of gigabytes is not fetched for nothing.
    const wanted = await requested(feed, deps.wanted);
    if (deps.wanted !== undefined && wanted?.length === 0) return { problem: null, wanted: [] };
    const fetching = { ...deps, fetch: notingMoves(feed, deps) };
    const result = await fetchSnapshot(feed, await deps.lastCapture(id), fetching, signal);
    if (isAborted(signal)) return { problem: null, wanted: null };
    if (result.kind === 'failed') {
      deps.logger.warn({ feed: id, outcome: result.outcome }, `the source could not be read: ${result.message}`);
      return { problem: result.message, wanted: null };
    }
    const { capture } = result;
    await deps.append(capture);
    deps.logger.info({ feed: id, obtained: capture.obtained, captureId: capture.captureId }, 'captured');
    return { problem: null, wanted: wanted === null ? null : capture.wanted };
  } catch (error) {
    if (isAborted(signal)) return { problem: null, wanted: null };
    deps.logger.error({ feed: id, err: error }, 'the capture could not be made');
    return { problem: error instanceof Error ? error.message : String(error), wanted: null };
  }
}

/** A large file may take as long as its limit: only then does the feed have to move again. */
const notingMoves =
  ({ manifest: { id } }: Feed, { fetch, onMove }: ScheduleDeps): ScheduleDeps['fetch'] =>
  async (request) => {
    onMove?.(id, request.limits?.totalTimeoutMs ?? 0);
    const result = await fetch(request);
    onMove?.(id, 0);
    return result;
  };

/** A function, because TypeScript narrows `signal.aborted` to false after the first check. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

const waitAfter = (everyMs: number, failures: number): number =>
  failures === 0 ? everyMs : Math.min(everyMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));
