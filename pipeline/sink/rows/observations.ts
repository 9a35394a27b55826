import type { RowMapping } from '../row-mapping.ts';
import { millis, rowPerRecord } from '../row-mapping.ts';

export const observationRow: RowMapping<'observations'> = rowPerRecord('store_observations', {
  id: (observation) => observation.id,
  asset_id: (observation) => observation.assetId,
  subject_kind: (observation) => observation.subjectKind,
  subject_key: (observation) => observation.subjectKey,
  field: (observation) => observation.field,
  source_key: (observation) => observation.sourceKey,
  value: (observation) => observation.value,
  quote: (observation) => observation.quote,
  source_url: (observation) => observation.sourceUrl,
  source_hash: (observation) => observation.sourceHash,
  artifact_id: (observation) => observation.artifactId,
  observation_sha256: (observation) => observation.observationSha256,
  extractor: (observation) => observation.extractor,
  extractor_version: (observation) => observation.extractorVersion,
  fetch_outcome: (observation) => observation.fetchOutcome,
  parse_status: (observation) => observation.parseStatus,
  extraction_rule: (observation) => observation.extractionRule,
  document_class: (observation) => observation.documentClass,
  place: (observation) => observation.place,
  reading: (observation) => observation.reading,
  quorum: (observation) => observation.quorum,
  observed_at: (observation) => millis(observation.observedAt),
});
