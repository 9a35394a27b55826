import type { Change, Explanation, ImpactAssessment } from '../schemas/generated/records.ts';

/** A row of `store_changes` as `changesSql` selects it. */
export interface ChangeRow {
  readonly id: string;
  readonly revision: number;
  readonly asset_id: string;
  readonly category: string;
  readonly change_kind: string;
  readonly subject_kind: string;
  readonly subject_key: string;
  readonly field: string;
  readonly field_group: string | null;
  readonly source_key: string;
  readonly old_observation_id: string | null;
  readonly new_observation_id: string;
  readonly detected_at: string;
  readonly notable_at: string | null;
  readonly revised_at: string;
  readonly confirmed: boolean;
  readonly low_signal: boolean;
  readonly materiality: string | null;
  readonly direction: string;
  readonly disposition: string;
  readonly title: string;
  readonly detail: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly quote: string | null;
  readonly prior_quote: string | null;
  readonly source_url: string | null;
  readonly prior_source_url: string | null;
  readonly source_hash: string | null;
  readonly impact: string | null;
  readonly group_id: string;
  readonly explanation: string;
  readonly assessment: string;
}

/** The change a row holds. */
export const changeOf = (row: ChangeRow): Change => ({
  id: row.id,
  revision: row.revision,
  assetId: row.asset_id,
  category: row.category,
  changeKind: row.change_kind,
  subjectKind: row.subject_kind,
  subjectKey: row.subject_key,
  field: row.field,
  fieldGroup: row.field_group,
  sourceKey: row.source_key,
  oldObservationId: row.old_observation_id,
  newObservationId: row.new_observation_id,
  detectedAt: Number(row.detected_at),
  notableAt: row.notable_at === null ? null : Number(row.notable_at),
  revisedAt: Number(row.revised_at),
  confirmed: row.confirmed,
  lowSignal: row.low_signal,
  materiality: row.materiality,
  direction: row.direction,
  disposition: row.disposition,
  title: row.title,
  detail: row.detail,
  before: row.before,
  after: row.after,
  quote: row.quote,
  priorQuote: row.prior_quote,
  sourceUrl: row.source_url,
  priorSourceUrl: row.prior_source_url,
  sourceHash: row.source_hash,
  impact: row.impact,
  groupId: row.group_id,
  explanation: JSON.parse(row.explanation) as Explanation,
  assessment: JSON.parse(row.assessment) as ImpactAssessment,
});

/**
 * Changes by asset and id; `from` and `to` (milliseconds) bound their detection. Without FINAL, which would read every
 * column of whatever lies beside them: revisions that are not merged yet come one by one.
 */
export const changesSql = `
SELECT id, revision, asset_id, category, change_kind, subject_kind, subject_key, field, field_group, source_key,
  old_observation_id, new_observation_id, toUnixTimestamp64Milli(detected_at) AS detected_at,
  toUnixTimestamp64Milli(notable_at) AS notable_at, toUnixTimestamp64Milli(revised_at) AS revised_at, confirmed,
  low_signal, materiality, direction, disposition, title, detail, \`before\`, \`after\`, quote, prior_quote, source_url,
  prior_source_url, source_hash, impact, group_id, explanation, assessment
FROM attestry.store_changes AS c
WHERE c.asset_id IN {assetIds:Array(String)} AND c.id IN {ids:Array(String)}
  AND c.detected_at BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})`;
