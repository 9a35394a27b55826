import type { Logger } from '../../infra/logger.ts';
import type { FeedCapture } from '../../schemas/generated/records.ts';
import type { Feed } from '../ingest/feed.ts';
import { fetchSnapshot, type SnapshotDeps } from './snapshot.ts';

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
}

export interface Schedule {
  /** Ends running fetches and resolves when every feed's loop has ended. */
  readonly stop: () => Promise<void>;
}

/** Share of the period by which a look may come late. */
const jitter = 0.1;
/** The first looks after a start come within this time. */
const firstWithinMs = 10_000;
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
    const problem = await look(feed, deps, signal);
    // What was cut short by the stop is not a failure of the source.
    if (isAborted(signal)) return;
    failures = problem === null ? 0 : failures + 1;
    const wait = waitAfter(feed.manifest.everyMs, failures) * (1 + jitter * deps.random());
    const at = deps.clock();
    deps.onLook?.({ feed: feed.manifest.id, at, ok: problem === null, message: problem, nextAt: at + wait });
    await deps.sleep(wait, signal);
  }
}

/** One look: what went wrong as a sentence, or null. */
async function look(feed: Feed, deps: ScheduleDeps, signal: AbortSignal): Promise<string | null> {
  const { id } = feed.manifest;
  try {
    const result = await fetchSnapshot(feed, await deps.lastCapture(id), deps, signal);
    if (isAborted(signal)) return null;
    if (result.kind === 'failed') {
      deps.logger.warn({ feed: id, outcome: result.outcome }, `the source could not be read: ${result.message}`);
      return result.message;
    }
    await deps.append(result.capture);
    deps.logger.info({ feed: id, obtained: result.capture.obtained, captureId: result.capture.captureId }, 'captured');
    return null;
  } catch (error) {
    if (isAborted(signal)) return null;
    deps.logger.error({ feed: id, err: error }, 'the capture could not be made');
    return error instanceof Error ? error.message : String(error);
  }
}

/** A function, since the compiler takes an `aborted` it has seen false to be false for good. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

const waitAfter = (everyMs: number, failures: number): number =>
  failures === 0 ? everyMs : Math.min(everyMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));
