import type { Change, EvidenceSide, Explanation, StatedValue } from '../../../../schemas/generated/records.ts';
import { isoTime } from '../../iso-time.ts';
import { memoizeByObject } from '../../../../schemas/values/memoize-by-object.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import { presentWatchedAsset } from '../watchlist/watched-asset.ts';
import type { PickedChange } from './picked.ts';

/** Change item of interface B (conformance B-60 … B-70). */
export const presentChange = (
  change: Change,
  picked: PickedChange,
  childEventIds: readonly string[],
  registry: RegistryReader,
): object => ({
  ...first(change),
  watchlistItemId: picked.itemId,
  asset: presentWatchedAsset(registry, change.assetId, picked.gathering),
  ...second(change),
  isNew: picked.isNew,
  ...third(change),
  impactAssessment: { ...assessed(change), childEventIds, ...assessedLast(change) },
});

/** The parts of a change item's JSON that are the same for every tenant, around those that differ. */
interface ChangeText {
  readonly beforeItem: string;
  readonly beforeNew: string;
  readonly beforeGroup: string;
  readonly end: string;
}

/** Writes a change item as JSON text. */
export type WriteChange = (change: Change, picked: PickedChange, childEventIds: readonly string[]) => string;

/** Writes change items. The parts that every tenant shares are serialized once, as long as the change is cached. */
export function createChangeWriter(registry: RegistryReader): WriteChange {
  const textOf = memoizeByObject(writeChange);
  return (change, { itemId, gathering, isNew }, childEventIds) => {
    const { beforeItem, beforeNew, beforeGroup, end } = textOf(change);
    const asset = JSON.stringify(presentWatchedAsset(registry, change.assetId, gathering));
    const group = JSON.stringify(childEventIds);
    return `${beforeItem}${JSON.stringify(itemId)},"asset":${asset}${beforeNew}${isNew}${beforeGroup}${group}${end}`;
  };
}

const writeChange = (change: Change): ChangeText => ({
  beforeItem: `{${membersOf(first(change))},"watchlistItemId":`,
  beforeNew: `,${membersOf(second(change))},"isNew":`,
  beforeGroup: `,${membersOf(third(change))},"impactAssessment":{${membersOf(assessed(change))},"childEventIds":`,
  end: `,${membersOf(assessedLast(change))}}}`,
});

/** JSON of the members of a non-empty object, without its braces. */
const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1);

const first = ({ id, category }: Change): object => ({ id, category });

const second = (change: Change): object => ({
  detectedAt: isoTime(change.detectedAt),
  knownAt: isoTime(change.knownAt),
  title: change.title,
  detail: change.detail,
  ...optional('materiality', change.materiality),
  ...optional('sourceUrl', change.sourceUrl),
  ...optional('priorSourceUrl', change.priorSourceUrl),
  href: hrefOfChange(change.id),
});

const third = (change: Change): object => ({
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
  severity: change.severity,
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

const assessed = ({ assessment, groupId }: Change): object => ({
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
});

const assessedLast = ({ assessment }: Change): object => ({ assessedAt: isoTime(assessment.assessedAt) });

const presentEvidence = ({ quote, artifactId, observationSha256 }: EvidenceSide): object => ({
  quote,
  artifactId,
  observationSha256,
});

const optional = (name: string, value: string | null): object => (value === null ? {} : { [name]: value });
