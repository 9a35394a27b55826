import type { FeedCapture, FeedRun } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import { emit, type Output } from '../runtime/processor.ts';
import type { FeedManifest } from './feed.ts';
import { runIdOf, snapshotHashOf } from './snapshot-ids.ts';

export type RunOutcome = Partial<FeedRun> & { readonly status: Term<'runStatus'> };

/** The `feed.runs` record of a capture. Fields that the outcome omits are zero or empty. `at`: append time. */
export function runRecord(
  feed: { readonly manifest: Pick<FeedManifest, 'id' | 'parserVersion'> },
  capture: Pick<FeedCapture, 'captureId' | 'asOf' | 'artifacts'>,
  at: number,
  outcome: RunOutcome,
): Output {
  const { id, parserVersion } = feed.manifest;
  const value: FeedRun = {
    runId: runIdOf(capture.captureId, parserVersion, outcome.status, outcome.reason),
    captureId: capture.captureId,
    feed: id,
    asOf: capture.asOf,
    sha256: snapshotHashOf(capture.artifacts),
    rows: 0,
    added: 0,
    changed: 0,
    removed: 0,
    editorial: 0,
    corrected: 0,
    held: 0,
    reason: null,
    alarms: [],
    forced: false,
    parserVersion,
    ...outcome,
  };
  return emit('feed.runs', value, at);
}
