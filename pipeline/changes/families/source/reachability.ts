/** Whether a source can be read: runs of failed checks, and the check that ends them. */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import { type Draft, type Side, sideOf } from '../../fact.ts';
import type { Finding } from '../../finding.ts';
import { sourceDrift } from '../../../documents/captures/accepted-text.ts';
import { misreadAs, restored, unreachable } from './reach-findings.ts';
import { type FailedChecks, type Misread, type SourceBaseline, type SourceState, valueOf } from './source-state.ts';

/** A capture in processing, and how to emit the changes that follow from it. */
export interface SourceCheck {
  readonly observation: Observation;
  readonly emit: (finding: Finding, old: Side | null, draft?: Draft | null) => Change;
}

/** Nothing was read. Emits one change when the run of failed checks is long enough, if the source was ever read. */
export function notRead(
  { observation, emit }: SourceCheck,
  source: SourceState,
  baseline: SourceBaseline | null,
): SourceState {
  const failed = oneMore(source.failed, observation);
  if (baseline === null || source.readAt === null || source.unreachable !== null || !isOut(failed, observation)) {
    return { ...source, failed };
  }
  const url = observation.sourceUrl ?? valueOf(baseline.good).url;
  emit(unreachable(observation, { failed, readAt: source.readAt, url }), baseline.good);
  return { ...source, failed, unreachable: sideOf(observation) };
}

/** The address answers, but not with the document. Such a check neither ends nor extends a run of failed checks. */
export function turnedAway(
  { observation, emit }: SourceCheck,
  source: SourceState,
  baseline: SourceBaseline | null,
  misread: Misread,
): SourceState {
  if (baseline === null || source.misread === misread) return source;
  const old = valueOf(baseline.good);
  emit(misreadAs(observation, misread, { old, found: null, url: observation.sourceUrl ?? old.url }), baseline.good);
  return { ...source, misread };
}

/** The source answered: a run of failed checks ends. */
export function answered(
  { observation, emit }: SourceCheck,
  source: SourceState,
  value: SourceCaptureValue | null,
): SourceState {
  const { failed, unreachable: lost } = source;
  if (lost !== null && failed !== null) {
    const url = value?.url ?? observation.sourceUrl ?? lost.sourceUrl ?? '';
    emit(restored(observation, { failed, url }), lost);
  }
  return failed === null ? source : { ...source, failed: null, unreachable: null };
}

function oneMore(failed: FailedChecks | null, { fetchOutcome, observedAt }: Observation): FailedChecks {
  const { since, checks, gone, goneSince } = failed ?? { since: observedAt, checks: 0, gone: 0, goneSince: 0 };
  const isGone = fetchOutcome === 'gone';
  return {
    since,
    checks: checks + 1,
    gone: isGone ? gone + 1 : gone,
    goneSince: isGone && gone === 0 ? observedAt : goneSince,
  };
}

function isOut(failed: FailedChecks, { fetchOutcome, observedAt }: Observation): boolean {
  const { gone, wall, any } = sourceDrift.unreachable;
  const lasts = observedAt - failed.since;
  if (fetchOutcome === 'wall' && failed.checks >= wall.checks && lasts >= wall.overMs) return true;
  if (failed.checks >= any.checks && lasts >= any.overMs) return true;
  return fetchOutcome === 'gone' && failed.gone >= gone.checks && observedAt - failed.goneSince >= gone.overMs;
}
