import { severityRank } from '../../../schemas/severity.ts';
import { isTerm, type Direction } from '../../../schemas/vocabulary.ts';
import type { RowMapping } from '../row-mapping.ts';
import { json, millis, rowPerRecord } from '../row-mapping.ts';

/** The Avro fields, and after `assessment` the columns by which queries filter, sort and count. */
export const changeRow: RowMapping<'changes'> = rowPerRecord('store_changes', {
  id: (change) => change.id,
  revision: (change) => change.revision,
  asset_id: (change) => change.assetId,
  category: (change) => change.category,
  change_kind: (change) => change.changeKind,
  subject_kind: (change) => change.subjectKind,
  subject_key: (change) => change.subjectKey,
  field: (change) => change.field,
  field_group: (change) => change.fieldGroup,
  source_key: (change) => change.sourceKey,
  old_observation_id: (change) => change.oldObservationId,
  new_observation_id: (change) => change.newObservationId,
  detected_at: (change) => millis(change.detectedAt),
  notable_at: (change) => millis(change.notableAt),
  known_at: (change) => millis(change.knownAt),
  revised_at: (change) => millis(change.revisedAt),
  confirmed: (change) => change.confirmed,
  low_signal: (change) => change.lowSignal,
  materiality: (change) => change.materiality,
  direction: (change) => change.direction,
  disposition: (change) => change.disposition,
  severity: (change) => change.severity,
  title: (change) => change.title,
  detail: (change) => change.detail,
  before: (change) => change.before,
  after: (change) => change.after,
  quote: (change) => change.quote,
  prior_quote: (change) => change.priorQuote,
  source_url: (change) => change.sourceUrl,
  prior_source_url: (change) => change.priorSourceUrl,
  source_hash: (change) => change.sourceHash,
  impact: (change) => change.impact,
  group_id: (change) => change.groupId,
  explanation: (change) => json(change.explanation),
  assessment: (change) => json(change.assessment),
  direction_rank: (change) => directionRank(change.direction),
  severity_rank: (change) => severityRank(change.severity),
  notable: (change) => change.notableAt !== null,
  assessment_status: (change) => change.assessment.status,
  confidence: (change) => change.assessment.confidence,
  rules_version: (change) => change.assessment.rulesVersion,
});

/** The columns by which feed and inbox select, and the whole change as text: few columns, so that reading a single row is cheap. */
export const feedChangeRow: RowMapping<'changes'> = rowPerRecord('store_feed_changes', {
  id: (change) => change.id,
  revision: (change) => change.revision,
  asset_id: (change) => change.assetId,
  category: (change) => change.category,
  detected_at: (change) => millis(change.detectedAt),
  notable_at: (change) => millis(change.notableAt),
  known_at: (change) => millis(change.knownAt),
  confirmed: (change) => change.confirmed,
  low_signal: (change) => change.lowSignal,
  materiality: (change) => change.materiality,
  disposition: (change) => change.disposition,
  group_id: (change) => change.groupId,
  direction_rank: (change) => directionRank(change.direction),
  severity_rank: (change) => severityRank(change.severity),
  words: (change) => json(change),
});

const ranks: Readonly<Record<Direction, number>> = { weakens: 1, mixed: 2, strengthens: 3, neutral: 4, unassessed: 5 };

/** Impact order, 1 first (conformance B-54). A direction from a newer writer counts as unassessed. */
const directionRank = (direction: string): number =>
  isTerm('direction', direction) ? ranks[direction] : ranks.unassessed;
