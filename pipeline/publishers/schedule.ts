import type { Logger } from '../../infra/logger.ts';
import type { FeedCapture } from '../../schemas/generated/records.ts';
import type { Feed } from '../ingest/feed.ts';
import { fetchSnapshot, isReduced, type SnapshotDeps } from './snapshot.ts';

/** What one look at a source came to, for the status page. */
export interface FeedLook {
  readonly feed: string;
  /** When it ended, milliseconds. */
  readonly at: number;
  readonly ok: boolean;
  /** Null when it went well. */
  readonly message: string | null;
  /** When the next look is due, milliseconds. */
  readonly nextAt: number;
}

export interface ScheduleDeps extends SnapshotDeps {
  /** The feed's last capture, for its validators; null when there is none. */
  readonly lastCapture: (feedId: string) => Promise<FeedCapture | null>;
  /** Appends to `feed.captures`; resolves when durable. */
  readonly append: (capture: FeedCapture) => Promise<void>;
  /** Waits; resolves early, without error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** In [0, 1): spreads looks so that feeds and installations do not strike at once. */
  readonly random: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly onLook?: (look: FeedLook) => void;
  /** Whether it is for this process to fetch the feed now, where several share them; always when not given. */
  readonly isOurs?: (feedId: string) => boolean;
}

export interface Schedule {
  /** Ends running fetches and resolves when every feed's loop has ended. */
  readonly stop: () => Promise<void>;
}

/** Share of the period by which a look may come late. */
const jitter = 0.1;
/** The first looks after a start come within this time. */
const firstWithinMs = 10_000;
/** How soon an LEI that an asset names for the first time is looked up. */
const newlyWantedWithinMs = 60_000;
/** How soon a process notices that a feed is its own now. */
const askAgainMs = 1_000;
/** After a failure the next look comes sooner than the period, doubling from here. */
const firstRetryMs = 60_000;

/**
 * Looks at every feed's source on its schedule. Looks of one feed never overlap; a failed look is logged, reported
 * and tried again, and never keeps another feed waiting.
 */
export function startSchedule(feeds: readonly Feed[], deps: ScheduleDeps): Schedule {
  const stopping = new AbortController();
  const loops = feeds.map((feed) => lookForEver(feed, deps, stopping.signal));
  const ended = Promise.all(loops);
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function lookForEver(feed: Feed, deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  await deps.sleep(deps.random() * firstWithinMs, signal);
  let failures = 0;
  while (!signal.aborted) {
    await untilOurs(feed, deps, signal);
    if (isAborted(signal)) return;
    const { problem, wanted } = await look(feed, deps, signal);
    // What was cut short by the stop is not a failure of the source.
    if (isAborted(signal)) return;
    failures = problem === null ? 0 : failures + 1;
    const wait = waitAfter(feed.manifest.everyMs, failures) * (1 + jitter * deps.random());
    const at = deps.clock();
    deps.onLook?.({ feed: feed.manifest.id, at, ok: problem === null, message: problem, nextAt: at + wait });
    if (wanted === null || !isReduced(feed)) await deps.sleep(wait, signal);
    else await sleepUntilMoreIsWanted(wanted, at + wait, deps, signal);
  }
}

/** Waits while the feed is another's. Whoever had it may have looked just now: the next look is when his would have been. */
async function untilOurs(feed: Feed, deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  const { id, everyMs } = feed.manifest;
  if (deps.isOurs === undefined || deps.isOurs(id)) return;
  while (!isAborted(signal)) {
    const ours = deps.isOurs(id);
    const last = ours ? await deps.lastCapture(id).catch(() => null) : null;
    const left = last === null ? 0 : last.asOf + everyMs - deps.clock();
    if (ours && left <= 0) return;
    await deps.sleep(ours ? Math.min(left, newlyWantedWithinMs) : askAgainMs, signal);
  }
}

/** Waits for the next look, which comes early when an LEI is wanted that the last capture did not ask for. */
async function sleepUntilMoreIsWanted(
  asked: readonly string[],
  until: number,
  deps: ScheduleDeps,
  signal: AbortSignal,
): Promise<void> {
  const known = new Set(asked);
  for (let left = until - deps.clock(); left > 0 && !isAborted(signal); left = until - deps.clock()) {
    await deps.sleep(Math.min(left, newlyWantedWithinMs), signal);
    const wanted = await (deps.wanted?.() ?? Promise.resolve([])).catch(() => []);
    if (wanted.some((lei) => !known.has(lei))) return;
  }
}

interface Looked {
  /** What went wrong, as a sentence. */
  readonly problem: string | null;
  /** What the capture asked for; null when there is none. */
  readonly wanted: readonly string[] | null;
}

async function look(feed: Feed, deps: ScheduleDeps, signal: AbortSignal): Promise<Looked> {
  const { id } = feed.manifest;
  try {
    // Of a file of gigabytes nothing is wanted yet.
    if (isReduced(feed) && (await deps.wanted?.())?.length === 0) return { problem: null, wanted: [] };
    const result = await fetchSnapshot(feed, await deps.lastCapture(id), deps, signal);
    if (isAborted(signal)) return { problem: null, wanted: null };
    if (result.kind === 'failed') {
      deps.logger.warn({ feed: id, outcome: result.outcome }, `the source could not be read: ${result.message}`);
      return { problem: result.message, wanted: null };
    }
    const { capture } = result;
    await deps.append(capture);
    deps.logger.info({ feed: id, obtained: capture.obtained, captureId: capture.captureId }, 'captured');
    return { problem: null, wanted: capture.wanted };
  } catch (error) {
    if (isAborted(signal)) return { problem: null, wanted: null };
    deps.logger.error({ feed: id, err: error }, 'the capture could not be made');
    return { problem: error instanceof Error ? error.message : String(error), wanted: null };
  }
}

/** A function, since the compiler takes an `aborted` it has seen false to be false for good. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

const waitAfter = (everyMs: number, failures: number): number =>
  failures === 0 ? everyMs : Math.min(everyMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));
