import type { InstrumentsValue } from '../../../../schemas/facts.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { buildChange, type InForce, revisable } from '../../build-change.ts';
import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import { accepted, factKey, sameLineage, sideOf } from '../../fact.ts';
import type { Finding } from '../../finding.ts';
import { gradeOf } from '../disclosure/evidence.ts';
import { isStructuredReading } from '../disclosure/field-reading.ts';
import { bearsOut } from '../disclosure/second-capture.ts';
import type { Observed } from '../family.ts';
import { sourceStandingOf } from '../source/source-standing.ts';
import { boundsOf } from './bounds.ts';
import { type CollateralFact, collateralOf, type Established, type OpenDifference } from './collateral-state.ts';
import { type Difference, differencesOf, isSameDifference } from './differences.ts';
import { establish } from './establish.ts';
import { differenceFinding, invalidFinding, type Stating } from './finding.ts';
import { type Holdings, holdingsOf } from './holdings.ts';
import { type InvalidIdentifier, readSet } from './members.ts';

/**
 * Applies one set of instruments. Two complete sets of different dates are compared; the differences are drafts until a
 * second capture bears them out, each by itself. A set of the same date replaces the one before without a change: the source
 * restated a report, and nothing moved between two dates.
 */
export function applyInstruments(value: InstrumentsValue, observed: Observed, inForce: InForce): readonly Change[] {
  const { state, observation } = observed;
  const before = collateralOf(state, observation);
  const { members, invalid } = readSet(value);
  const holdings = value.complete ? holdingsOf(value.asOf, members) : null;
  const step: Step = { observed, inForce, before };
  const told = unseenInvalid(step, invalid);
  const base = accepted(before, observation, null);
  const kept = { invalid: [...(before?.invalid ?? []), ...told.map(({ key }) => key)] };
  const established = before?.established ?? null;
  if (holdings === null || established === null) {
    const first = holdings === null ? established : { side: sideOf(observation), holdings };
    put(step, { ...base, ...kept, established: first, open: before?.open ?? [] });
    return told.map(({ change }) => change);
  }
  const outcome = compare(step, established, holdings);
  put(step, { ...base, ...kept, ...outcome.next });
  return [...told.map(({ change }) => change), ...outcome.changes];
}

interface Step {
  readonly observed: Observed;
  readonly inForce: InForce;
  readonly before: CollateralFact | undefined;
}

const put = ({ observed: { state, observation } }: Step, fact: CollateralFact): void =>
  state.put(factKey(observation), fact);

interface Outcome {
  readonly next: Pick<CollateralFact, 'established' | 'open'>;
  readonly changes: readonly Change[];
}

function compare(step: Step, established: Established, holdings: Holdings): Outcome {
  const { observed, before } = step;
  const { observation } = observed;
  // A report that is older than the established one answers nothing about what came since.
  const isLater = Date.parse(holdings.asOf) > Date.parse(established.holdings.asOf);
  const all = isLater ? differencesOf(established.holdings, holdings, boundsOf(observed, step.inForce)) : [];
  const found = all.filter((one) => established.confirmed?.some((told) => isSameDifference(told, one)) !== true);
  const changes: Change[] = [];
  const open: OpenDifference[] = [];
  let current = established;
  const isComparable = sameLineage(observation, established.side);
  for (const one of before?.open ?? []) {
    const same = found.find((difference) => isSameDifference(difference, one.difference));
    if (same === undefined) {
      changes.push(changeOf(step, differenceFinding(one.difference, stating(step, established, 'superseded')), one));
    } else if (isBorneOut(step, one)) {
      changes.push(changeOf(step, differenceFinding(same, stating(step, established, 'confirmed')), one));
      current = establish(current, same);
    } else open.push(one);
  }
  const isAtOnce = isStructuredReading(observation) || standingOf(step).isSettled;
  for (const difference of found) {
    if (before?.open.some((one) => isSameDifference(difference, one.difference)) === true) continue;
    const stage = isAtOnce || !isComparable ? 'confirmed' : 'draft';
    const finding = differenceFinding(difference, stating(step, established, stage, isComparable));
    const change = changeOf(step, finding, { difference, old: established.side });
    changes.push(change);
    if (stage === 'confirmed') continue;
    const documentClass = observation.documentClass as DocumentClass | null;
    open.push({ difference, draft: revisable(change, finding, established.side), documentClass });
  }
  const isOlder = Date.parse(holdings.asOf) < Date.parse(established.holdings.asOf);
  const isDone = open.length === 0 && !isOlder;
  return { next: { established: isDone ? { side: sideOf(observation), holdings } : current, open }, changes };
}

const standingOf = ({ observed: { state, observation } }: Step) => sourceStandingOf(state, observation);

function isBorneOut(step: Step, { draft, documentClass }: OpenDifference): boolean {
  const { before, observed } = step;
  if (before === undefined) return false;
  const shown = { ...before, seenHash: before.sourceHash };
  const { detectedAt } = draft;
  return bearsOut(
    shown,
    { detectedAt, documentClass },
    { observation: observed.observation, standing: standingOf(step) },
  );
}

const stating = (
  { observed: { observation } }: Step,
  established: Established,
  stage: Finding['stage'],
  comparable = true,
): Stating => ({
  observation,
  since: established.holdings,
  stage,
  comparable,
  evidence: {
    old: gradeOf(observation.sourceKey, established.side),
    new: gradeOf(observation.sourceKey, observation),
  },
});

interface Changing {
  readonly difference: Difference;
  readonly old?: Established['side'];
  readonly draft?: OpenDifference['draft'];
}

const changeOf = (
  { observed: { observation }, inForce }: Step,
  finding: Finding,
  { difference, draft, old = draft?.old }: Changing,
): Change =>
  buildChange(finding, {
    fact: { ...observation, subjectKind: 'instrument', subjectKey: difference.key },
    cause: observation,
    old: old ?? null,
    draft: draft ?? null,
    ...inForce,
  });

/** Each invalid identifier is stated once for a source. */
const unseenInvalid = (
  { observed: { observation }, inForce, before }: Step,
  invalid: readonly InvalidIdentifier[],
): readonly { readonly key: string; readonly change: Change }[] =>
  invalid
    .filter(({ key }) => before?.invalid.includes(key) !== true)
    .map((one) => ({
      key: one.key,
      change: buildChange(invalidFinding(one, observation), {
        fact: { ...observation, subjectKind: 'instrument', subjectKey: one.key },
        ...{ cause: observation, old: null, draft: null, ...inForce },
      }),
    }));
