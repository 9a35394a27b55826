import type {
  Change,
  EvidenceSide,
  Explanation,
  ImpactAssessment,
  StatedValue,
} from '../../../schemas/generated/records.ts';
import { isoTime } from '../../iso-time.ts';
import type { RegistryReader } from '../../registry-index.ts';
import { presentWatchedAsset } from '../../watched-asset.ts';
import type { ShownChange } from './visible.ts';

/** Change item of interface B (conformance B-60 … B-70). */
export const presentChange = (
  change: Change,
  picked: ShownChange,
  childEventIds: readonly string[],
  registry: RegistryReader,
): object => ({
  id: change.id,
  category: change.category,
  watchlistItemId: picked.itemId,
  asset: presentWatchedAsset(registry, change.assetId, picked.gathering),
  detectedAt: isoTime(change.detectedAt),
  title: change.title,
  detail: change.detail,
  ...optional('materiality', change.materiality),
  ...optional('sourceUrl', change.sourceUrl),
  ...optional('priorSourceUrl', change.priorSourceUrl),
  href: hrefOfChange(change.id),
  isNew: picked.isNew,
  ...optional('fieldGroup', change.fieldGroup),
  changeKind: change.changeKind,
  ...optional('before', change.before),
  ...optional('after', change.after),
  ...optional('quote', change.quote),
  ...optional('priorQuote', change.priorQuote),
  ...optional('sourceHash', change.sourceHash),
  confirmed: change.confirmed,
  lowSignal: change.lowSignal,
  ...optional('impact', change.impact),
  explanation: presentExplanation(change.explanation),
  direction: change.direction,
  disposition: change.disposition,
  impactAssessment: presentAssessment(change.assessment, change.groupId, childEventIds),
});

/** Link to the change detail, relative to the explorer (conformance B-63). */
export const hrefOfChange = (id: string): string => `/changes/${encodeURIComponent(id)}`;

const presentExplanation = (explanation: Explanation): object => ({
  kind: explanation.kind,
  headline: explanation.headline,
  what: explanation.what,
  whatDetail: explanation.whatDetail,
  field: {
    name: explanation.field.name,
    label: explanation.field.label,
    meaning: explanation.field.meaning,
    stake: explanation.field.stake,
  },
  previous: presentValue(explanation.previous),
  current: presentValue(explanation.current),
  whyItMatters: explanation.whyItMatters,
  impact: explanation.impact,
});

const presentValue = ({ label, value, note }: StatedValue): object => ({ label, value, note });

const presentAssessment = (
  assessment: ImpactAssessment,
  groupId: string,
  childEventIds: readonly string[],
): object => ({
  id: assessment.id,
  direction: assessment.direction,
  status: assessment.status,
  disposition: assessment.disposition,
  dimensions: assessment.dimensions.map(({ kind, direction }) => ({ kind, direction })),
  reason: assessment.reason,
  whatThisMeansForHolders: assessment.whatThisMeansForHolders,
  method: assessment.method,
  confidence: assessment.confidence,
  isFallback: assessment.isFallback,
  retryRequired: assessment.retryRequired,
  rulesVersion: assessment.rulesVersion,
  evidence: { old: presentEvidence(assessment.evidence.old), new: presentEvidence(assessment.evidence.new) },
  inputFingerprint: assessment.inputFingerprint,
  groupId,
  childEventIds,
  assessedAt: isoTime(assessment.assessedAt),
});

const presentEvidence = ({ quote, artifactId, observationSha256 }: EvidenceSide): object => ({
  quote,
  artifactId,
  observationSha256,
});

const optional = (name: string, value: string | null): object => (value === null ? {} : { [name]: value });
