import { hasPassed } from '../../../../../infra/async/has-passed.ts';
import type { FollowedAsset } from './followed-assets.ts';
import { dayMs } from '../../../../../schemas/values/durations.ts';

/** An asset is answered as unreadable after so many steps, or so long after it was seen first. */
const mostRounds = 3;
const longestMs = 10 * 60 * 1000;
/** An asset that was stated before is reported after so many rounds and so long. */
const reportedAfterMs = dayMs;
const mostReported = 100;

interface FailureCount {
  since: number;
  rounds: number;
  countedAt: number;
}

/** Assets that could not be read, since the start of the process. */
export interface UnreadableAssets {
  /** Counts attempts that failed, at most one a step. */
  readonly failed: (assetIds: readonly string[], now: number) => void;
  readonly succeeded: (assetId: string) => void;
  readonly isFailing: (assetId: string) => boolean;
  /** Of assets that were never stated, those that are to be answered as unreadable. */
  readonly overdue: (unstated: readonly FollowedAsset[], now: number) => readonly FollowedAsset[];
  /** Ids of the assets that an operator must check. */
  readonly reported: (now: number) => readonly string[];
}

export function createUnreadableAssets(stepMs: number): UnreadableAssets {
  const failing = new Map<string, FailureCount>();
  const firstSeen = new Map<string, number>();
  return {
    failed: (assetIds, now) => {
      for (const assetId of assetIds) {
        const known = failing.get(assetId);
        if (known === undefined) {
          failing.set(assetId, { since: now, rounds: 1, countedAt: now });
          continue;
        }
        // Times that lie ahead move with a clock that is set back.
        known.since = Math.min(known.since, now);
        // Rounds for new assets follow one another at once; they must not count as three.
        if (hasPassed(stepMs * 0.9, known.countedAt, now)) {
          Object.assign(known, { rounds: known.rounds + 1, countedAt: now });
        }
      }
    },
    succeeded: (assetId) => {
      failing.delete(assetId);
      firstSeen.delete(assetId);
    },
    isFailing: (assetId) => (failing.get(assetId)?.rounds ?? 0) >= mostRounds,
    overdue: (unstated, now) =>
      unstated.filter(({ assetId }) => {
        const seen = Math.min(firstSeen.get(assetId) ?? now, now);
        firstSeen.set(assetId, seen);
        return (failing.get(assetId)?.rounds ?? 0) >= mostRounds || now - seen >= longestMs;
      }),
    reported: (now) =>
      [...failing]
        .filter(([, { rounds, since }]) => rounds >= mostRounds && now - since >= reportedAfterMs)
        .slice(0, mostReported)
        .map(([assetId]) => assetId),
  };
}
