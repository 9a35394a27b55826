/** Whether a source can be read: checks in a row that did not, and the one that does again (domain 7.1). */
import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import { type Draft, type Side, sideOf } from '../../fact.ts';
import type { Finding } from '../../finding.ts';
import { sourceDrift } from './parameters.ts';
import { misreadAs, restored, unreachable } from './reach-findings.ts';
import { type FailedChecks, type Misread, type SourceBaseline, type SourceState, valueOf } from './source-state.ts';

/** One capture that is taken in, and where to say what follows from it. */
export interface SourceCheck {
  readonly observation: Observation;
  readonly tell: (finding: Finding, old: Side | null, draft?: Draft | null) => Change;
}

/** Nothing was read. Told once a run of such checks is long enough; what never was read is no news. */
export function notRead(
  { observation, tell }: SourceCheck,
  source: SourceState,
  baseline: SourceBaseline | null,
): SourceState {
  const failed = oneMore(source.failed, observation);
  if (baseline === null || source.readAt === null || source.unreachable !== null || !isOut(failed, observation)) {
    return { ...source, failed };
  }
  const url = observation.sourceUrl ?? valueOf(baseline.good).url;
  tell(unreachable(observation, { failed, readAt: source.readAt, url }), baseline.good);
  return { ...source, failed, unreachable: sideOf(observation) };
}

/** The address answers, and not with the document. It says nothing about the document, nor ends or prolongs a run. */
export function turnedAway(
  { observation, tell }: SourceCheck,
  source: SourceState,
  baseline: SourceBaseline | null,
  misread: Misread,
): SourceState {
  if (baseline === null || source.misread === misread) return source;
  const old = valueOf(baseline.good);
  tell(misreadAs(observation, misread, { old, found: null, url: observation.sourceUrl ?? old.url }), baseline.good);
  return { ...source, misread };
}

/** The source answered: a run of failed checks ends. */
export function answered(
  { observation, tell }: SourceCheck,
  source: SourceState,
  value: SourceCaptureValue | null,
): SourceState {
  const { failed, unreachable: lost } = source;
  if (lost !== null && failed !== null) {
    const url = value?.url ?? observation.sourceUrl ?? lost.sourceUrl ?? '';
    tell(restored(observation, { failed, url }), lost);
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
  const { gone, any } = sourceDrift.unreachable;
  if (failed.checks >= any.checks && observedAt - failed.since >= any.overMs) return true;
  return fetchOutcome === 'gone' && failed.gone >= gone.checks && observedAt - failed.goneSince >= gone.overMs;
}
