-- Readings state the rule that extracted them and the class of the document.

ALTER TABLE attestry.store_observations {{on_cluster}}
  ADD COLUMN IF NOT EXISTS extraction_rule LowCardinality(Nullable(String)) AFTER observed_at,
  ADD COLUMN IF NOT EXISTS document_class LowCardinality(Nullable(String)) AFTER extraction_rule;

CREATE OR REPLACE VIEW attestry.observations {{on_cluster}} (
  id String COMMENT 'sha256 hex over the RFC 8785 form of all other fields, extractionRule and documentClass only where they are stated: the same reading twice is one observation.',
  asset_id String COMMENT 'Asset the fact belongs to; the record key. Empty for control records.',
  subject_kind LowCardinality(String) COMMENT 'One of subjectKind: asset, issuer, party, source, register_row, list_entry, instrument, authority, proof, review, control.',
  subject_key String COMMENT 'Which subject of that kind; empty for the asset itself.',
  field LowCardinality(String) COMMENT 'Which fact about the subject.',
  source_key LowCardinality(String) COMMENT 'Where it was read: registry, register:<id>, list:<id>, chain:<CAIP-2>, a declared source id, proof.',
  value Nullable(String) COMMENT 'The value as RFC 8785 JSON text; null if the source was searched and does not disclose it.',
  quote Nullable(String) COMMENT 'Passage of the source that states it, verbatim.',
  source_url Nullable(String) COMMENT 'Where the source is published.',
  source_hash Nullable(String) COMMENT 'sha256:<hex> of the bytes read.',
  artifact_id Nullable(String) COMMENT 'Artifact with those bytes, sha256 hex.',
  observation_sha256 String COMMENT 'Evidence hash: sha256 hex over the RFC 8785 form of {norm, quote, sourceHash}.',
  extractor LowCardinality(String) COMMENT 'Name of the extractor.',
  extractor_version LowCardinality(String) COMMENT 'Version of the extractor.',
  fetch_outcome LowCardinality(String) COMMENT 'One of fetchOutcome; ok if the source returned the requested document.',
  parse_status LowCardinality(String) COMMENT 'One of parseStatus: ok, partial, failed.',
  observed_at DateTime64(3, 'UTC') COMMENT 'Time of the reading.',
  extraction_rule LowCardinality(Nullable(String)) COMMENT 'Rule of the extractor that read the value: ixbrl:<element>, template:<field number>, selector:<name> or keyword:<rule>; null if the value is not from a document.',
  document_class LowCardinality(Nullable(String)) COMMENT 'Kind of the document, one of documentClass; null if the value is not from a document.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  id, asset_id, subject_kind, subject_key, field, source_key, value, quote, source_url, source_hash, artifact_id,
  observation_sha256, extractor, extractor_version, fetch_outcome, parse_status, observed_at, extraction_rule, document_class,
  log_partition, log_offset, record_time
FROM attestry.store_observations FINAL
COMMENT 'One reading of one fact about an asset: value, source, extractor and time. Record time: observedAt.';
