import type { Change, Explanation, Observation } from '../../schemas/generated/records.ts';
import { type Assessment, assess } from '../impact/assess.ts';
import { inputFingerprint } from '../impact/ids.ts';
import { severityOf } from '../../schemas/severity.ts';
import type { Materiality } from '../../schemas/vocabulary.ts';
import type { RuleSet } from '../impact/rule.ts';
import { emit, type Output } from '../runtime/processor.ts';
import { type Draft, type Fact, factOfKey, type Side, sideOf } from './fact.ts';
import type { Finding } from './finding.ts';
import { changeId, groupId } from './ids.ts';

/** The regimes of an asset and the rule set in force: what every assessment of it depends on. */
export interface InForce {
  readonly regimes: readonly string[];
  readonly ruleSet: RuleSet;
}

/** The fact a finding is about, and the evidence for it. */
export interface ChangeContext extends InForce {
  /** The fact that changed. */
  readonly fact: Pick<Observation, 'assetId' | 'subjectKind' | 'subjectKey' | 'field' | 'sourceKey'>;
  /** The observation that caused this revision. */
  readonly cause: Observation;
  /** The reading accepted before the change. */
  readonly old: Side | null;
  /** The open draft that this change revises; null for a change of its own. */
  readonly draft: Draft | null;
}

/** Builds the change record of a finding: texts, assessment, evidence and ids. */
export function buildChange(finding: Finding, context: ChangeContext): Change {
  const { fact, cause, old, draft, ruleSet, regimes } = context;
  const evidence = { old: evidenceOf(old), new: evidenceOf(cause) };
  const newObservationId = draft?.newObservationId ?? cause.id;
  const { assetId, subjectKind, subjectKey, field, sourceKey } = fact;
  const oldObservationId = old?.id ?? null;
  const { category } = finding;
  const id =
    draft?.changeId ??
    changeId({ category, assetId, subjectKind, subjectKey, field, sourceKey, oldObservationId, newObservationId });
  const detectedAt = draft?.detectedAt ?? cause.observedAt;
  const group =
    draft?.groupId ??
    groupId({
      assetId,
      subjectKind,
      subjectKey,
      sourceKey,
      newArtifactId: cause.artifactId,
      newObservationId,
      detectedAt,
    });
  const confirmed = finding.stage === 'confirmed' && finding.comparable;
  const { assessment, materiality } = assess({
    ruleSet,
    changeId: id,
    facts: {
      ...finding.comparison,
      category: finding.category,
      kind: finding.kind,
      stage: finding.stage,
      ...(finding.withdrawnBy === undefined ? {} : { withdrawnBy: finding.withdrawnBy }),
      comparable: finding.comparable,
      regimes,
    },
    evidence,
    inputFingerprint: inputFingerprint({
      rulesVersion: ruleSet.version,
      category: finding.category,
      field,
      regimes,
      old: old?.value ?? null,
      new: cause.value,
      parseStatus: cause.parseStatus,
      fetchOutcome: cause.fetchOutcome,
      confirmed,
    }),
    assessedAt: cause.observedAt,
  });
  const lowSignal = !finding.comparable || finding.faint === true;
  const isNotable =
    confirmed && !lowSignal && assessment.disposition === 'shown' && deservesNotice(finding, materiality, assessment);
  const impact = assessment.whatThisMeansForHolders;
  const { disposition } = assessment;
  return {
    id,
    revision: draft === null ? 0 : draft.revision + 1,
    assetId,
    category: finding.category,
    changeKind: finding.changeKind,
    subjectKind,
    subjectKey,
    field,
    fieldGroup: finding.fieldGroup ?? null,
    sourceKey,
    oldObservationId,
    newObservationId,
    detectedAt,
    notableAt: draft?.notableAt ?? (isNotable ? cause.observedAt : null),
    knownAt: knownAt(finding, confirmed, draft) ?? cause.observedAt,
    revisedAt: cause.observedAt,
    confirmed,
    lowSignal,
    materiality,
    direction: assessment.direction,
    disposition,
    severity: severityOf(ruleSet.severity, {
      field,
      confirmed,
      lowSignal,
      materiality,
      disposition,
      assessment,
    }),
    title: finding.wording.title,
    detail: finding.wording.what,
    before: finding.before,
    after: finding.after,
    quote: cause.quote,
    priorQuote: old?.quote ?? null,
    sourceUrl: cause.sourceUrl,
    priorSourceUrl: old?.sourceUrl ?? null,
    sourceHash: cause.sourceHash,
    impact,
    groupId: group,
    explanation: explanationOf(finding, impact),
    assessment,
  };
}

/** When the draft took the state that it still has; null where this revision gives it another state. */
const knownAt = ({ stage }: Finding, confirmed: boolean, draft: Draft | null): number | null =>
  draft !== null && stage !== 'superseded' && draft.confirmed === confirmed ? draft.knownAt : null;

/** A change of a disclosed field is notified only if it is material, or weakens or is mixed (conformance B-86). */
const deservesNotice = ({ category }: Finding, materiality: Materiality | null, { direction }: Assessment): boolean =>
  category !== 'disclosure_field' || materiality === 'material' || direction === 'weakens' || direction === 'mixed';

/** A fact that ends with a change. */
export interface EndedFact {
  readonly key: string;
  readonly fact: Fact;
  readonly finding: Finding;
}

export const changeOfEnding = ({ key, fact, finding }: EndedFact, cause: Observation, inForce: InForce): Change =>
  buildChange(finding, {
    fact: { assetId: cause.assetId, ...factOfKey(key) },
    cause,
    old: fact.draft === null ? sideOf(fact) : fact.draft.old,
    draft: fact.draft,
    ...inForce,
  });

/** Changes as records, each at the time of its revision. */
export const emitChanges = (changes: readonly Change[]): readonly Output[] =>
  changes.map((change) => emit('changes', change, change.revisedAt));

/** The state needed to revise a change later; null when no later reading can revise it. */
export const draftOf = (change: Change, finding: Finding, old: Side | null): Draft | null =>
  finding.stage === 'draft' && finding.comparable ? revisable(change, finding, old) : null;

/** The fields of a change that its next revision keeps. */
export const revisable = <S extends Side | null>(
  change: Change,
  { kind }: Pick<Finding, 'kind'>,
  old: S,
): Draft & { readonly old: S } => ({
  changeId: change.id,
  kind,
  revision: change.revision,
  detectedAt: change.detectedAt,
  notableAt: change.notableAt,
  knownAt: change.knownAt,
  confirmed: change.confirmed,
  newObservationId: change.newObservationId,
  groupId: change.groupId,
  old,
});

const evidenceOf = (side: Side | null) => ({
  quote: side?.quote ?? null,
  artifactId: side?.artifactId ?? null,
  observationSha256: side?.observationSha256 ?? null,
});

function explanationOf({ kind, wording, field, previous, current }: Finding, impact: string): Explanation {
  const { headline, what, whatDetail } = wording;
  return { kind, headline, what, whatDetail, field, previous, current, whyItMatters: field.stake, impact };
}
