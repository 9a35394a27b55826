import { isoTime } from '../../api/readmodel/iso-time.ts';
import type { FetchAttempt } from '../../pipeline/publishers/schedule.ts';
import { stillFails } from '../../schemas/freshness.ts';
import type { FeedRun } from '../../schemas/generated/records.ts';

export interface FeedFailure {
  /** ISO time of the fetch, or the as-of of the rejected file. */
  readonly at: string;
  readonly message: string;
}

/**
 * Why the last fetch of a feed failed, or why its newest file was rejected; null where neither is so. `run` is the feed's
 * last one, `fetches` are the last ones of the running service.
 */
export function lastFailure(
  feed: string,
  run: Pick<FeedRun, 'asOf' | 'reason' | 'status'> | null,
  fetches: readonly FetchAttempt[],
): FeedFailure | null {
  const isRejected = run?.status === 'rejected';
  const failed = fetches.find((one) => one.feed === feed && !one.ok);
  if (failed !== undefined && stillFails(failed.at, isRejected ? null : (run?.asOf ?? null))) {
    return { at: isoTime(failed.at), message: failed.message ?? 'failed' };
  }
  return isRejected ? { at: isoTime(run.asOf), message: run.reason ?? 'rejected' } : null;
}
