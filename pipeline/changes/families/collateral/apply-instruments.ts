import type { InstrumentsValue } from '../../../../schemas/facts.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { buildChange, type InForce } from '../../build-change.ts';
import { changeOfDraft, emitDrafts } from '../../drafts/emit-drafts.ts';
import { followDrafts } from '../../drafts/follow-drafts.ts';
import { confirms, confirmsAtOnce } from '../../drafts/second-reading.ts';
import { gradeOf } from '../../evidence-grade.ts';
import { accepted, factKey, sameLineage, sideOf } from '../../fact.ts';
import type { ObservedState } from '../family.ts';
import { sourceTrustOf } from '../source/source-trust.ts';
import { boundsOf } from './bounds.ts';
import { type AcceptedSet, type CollateralFact, collateralOf, type OpenDifference } from './collateral-state.ts';
import { type Difference, differencesOf, isSameDifference } from './differences.ts';
import { withDifference } from './with-difference.ts';
import { differenceFinding, invalidFinding } from './finding.ts';
import { type Holdings, holdingsOf } from './holdings.ts';
import { type InvalidIdentifier, readSet } from './members.ts';

/**
 * Applies one set of instruments. Two complete sets of different dates are compared; each difference is a draft of its own
 * until a second capture confirms it. A set of the same date replaces the one before without a change: the source restated a
 * report, and nothing moved between two dates.
 */
export function applyInstruments(
  value: InstrumentsValue,
  observed: ObservedState,
  inForce: InForce,
): readonly Change[] {
  const { state, observation } = observed;
  const before = collateralOf(state, observation);
  const { members, invalid } = readSet(value);
  const holdings = value.complete ? holdingsOf(value.asOf, members) : null;
  const unseen = invalid.filter(({ key }) => before?.invalid.includes(key) !== true);
  const next = {
    ...accepted(before, observation, null),
    invalid: [...(before?.invalid ?? []), ...unseen.map(({ key }) => key)],
  };
  const changes = unseen.map((one) => invalidChange(one, observed, inForce));
  const put = (sets: Pick<CollateralFact, 'established' | 'open'>): void =>
    state.put(factKey(observation), { ...next, ...sets } satisfies CollateralFact);
  if (holdings === null || before === undefined || before.established === null) {
    const first = holdings === null ? (before?.established ?? null) : { side: sideOf(observation), holdings };
    put({ established: first, open: before?.open ?? [] });
    return changes;
  }
  const outcome = compareWithAccepted({ observed, inForce, before, known: before.established, current: holdings });
  put(outcome.next);
  return [...changes, ...outcome.changes];
}

interface SetReading {
  readonly observed: ObservedState;
  readonly inForce: InForce;
  readonly before: CollateralFact;
  readonly known: AcceptedSet;
  readonly current: Holdings;
}

interface SetOutcome {
  readonly next: Pick<CollateralFact, 'established' | 'open'>;
  readonly changes: readonly Change[];
}

function compareWithAccepted({ observed, inForce, before, known, current }: SetReading): SetOutcome {
  const { state, observation } = observed;
  const trust = sourceTrustOf(state, observation);
  const isComparable = sameLineage(observation, known.side);
  // A report that is older than the established one answers nothing about what came since.
  const isLater = Date.parse(current.asOf) > Date.parse(known.holdings.asOf);
  const isOlder = Date.parse(current.asOf) < Date.parse(known.holdings.asOf);
  const all = isLater ? differencesOf(known.holdings, current, boundsOf(observed, inForce)) : [];
  const followed = followDrafts<Difference, OpenDifference>({
    open: before.open,
    found: all.filter((one) => known.confirmed?.some((other) => isSameDifference(other, one)) !== true),
    same: isSameDifference,
    isConfirmed: ({ draft: { detectedAt }, documentClass }) =>
      confirms({ detectedAt, documentClass, shown: before }, observation, trust),
    isAtOnce: () => !isComparable || confirmsAtOnce(observation, trust),
  });
  const { changes, open, established } = emitDrafts(followed, ({ difference, stage, draft }) => {
    const finding = differenceFinding(difference, {
      observation,
      since: known.holdings,
      stage,
      comparable: isComparable || draft !== null,
      evidence: {
        old: gradeOf(observation.sourceKey, known.side),
        new: gradeOf(observation.sourceKey, observation),
      },
    });
    return changeOfDraft(difference, finding, {
      fact: { ...observation, subjectKind: 'instrument', subjectKey: difference.key },
      cause: observation,
      old: draft === null ? known.side : draft.draft.old,
      draft: draft?.draft ?? null,
      ...inForce,
    });
  });
  const isDone = open.length === 0 && !isOlder;
  const next = isDone ? { side: sideOf(observation), holdings: current } : established.reduce(withDifference, known);
  return { next: { established: next, open }, changes };
}

/** Each invalid identifier is stated once for a source. */
const invalidChange = (one: InvalidIdentifier, { observation }: ObservedState, inForce: InForce): Change =>
  buildChange(invalidFinding(one, observation), {
    fact: { ...observation, subjectKind: 'instrument', subjectKey: one.key },
    cause: observation,
    old: null,
    draft: null,
    ...inForce,
  });
