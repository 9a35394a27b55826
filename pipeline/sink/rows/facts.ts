import { severityOfVerdict, severityRank } from '../../../schemas/severity.ts';
import type { RowMapping } from '../row-mapping.ts';
import { json, millis, rowPerRecord } from '../row-mapping.ts';

export const assetFactRow: RowMapping<'asset.facts'> = rowPerRecord('store_asset_facts', {
  asset_id: (fact) => fact.assetId,
  subject_kind: (fact) => fact.subjectKind,
  subject_key: (fact) => fact.subjectKey,
  field: (fact) => fact.field,
  source_key: (fact) => fact.sourceKey,
  value: (fact) => fact.value,
  source_url: (fact) => fact.sourceUrl,
  since: (fact) => millis(fact.since),
  observation_id: (fact) => fact.observationId,
  position: (fact) => fact.position,
});

export const verdictRow: RowMapping<'verdicts'> = rowPerRecord('store_verdicts', {
  kind: (verdict) => verdict.kind,
  verdict_id: (verdict) => verdict.verdictId,
  asset_id: (verdict) => verdict.assetId,
  obligation_id: (verdict) => verdict.obligationId,
  regime: (verdict) => verdict.regime,
  period: (verdict) => verdict.period,
  verdict: (verdict) => verdict.verdict,
  previous: (verdict) => verdict.previous,
  since: (verdict) => millis(verdict.since),
  evidence: (verdict) => verdict.evidence,
  searched: (verdict) => json(verdict.searched),
  rules_version: (verdict) => verdict.rulesVersion,
  group_id: (verdict) => verdict.groupId,
  notice_kind: (verdict) => verdict.noticeKind,
  notice: (verdict) => verdict.notice,
  statement: (verdict) => verdict.statement,
  position: (verdict) => verdict.position,
  severity_rank: (verdict) => severityRank(severityOfVerdict(verdict)),
});
