-- Every reading of every fact. The same reading twice has the same id and is one row. An asset lives in one partition;
-- control observations are written to every partition and are one row in each.

CREATE TABLE IF NOT EXISTS attestry.store_observations {{on_cluster}} (
  id String,
  asset_id String,
  subject_kind LowCardinality(String),
  subject_key String,
  field LowCardinality(String),
  source_key LowCardinality(String),
  value Nullable(String),
  quote Nullable(String),
  source_url Nullable(String),
  source_hash Nullable(String),
  artifact_id Nullable(String),
  observation_sha256 String,
  extractor LowCardinality(String),
  extractor_version LowCardinality(String),
  fetch_outcome LowCardinality(String),
  parse_status LowCardinality(String),
  observed_at DateTime64(3, 'UTC'),
  extraction_rule LowCardinality(Nullable(String)),
  document_class LowCardinality(Nullable(String)),
  place Nullable(String),
  reading Nullable(String),
  quorum Nullable(UInt32),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3),
  INDEX by_id id TYPE bloom_filter(0.001) GRANULARITY 1
)
ENGINE = {{replacing:log_offset}}
ORDER BY (asset_id, observed_at, id, log_partition)
SETTINGS merge_selector_base = 12;

CREATE VIEW IF NOT EXISTS attestry.observations {{on_cluster}} (
  id String COMMENT 'sha256 hex over the RFC 8785 form of all other fields, of those from extractionRule on only the ones that are not null: the same reading twice is one observation.',
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
  place Nullable(String) COMMENT 'Where in the source the value is: pdf:…, html:…, xbrl:… or json:… in a document; block:<number>:<hash> on a chain, followed by ;proof if the state root of the block proves the value; null if the source has no such place.',
  reading Nullable(String) COMMENT 'sha256 hex of the text of the document that the value was read from; null if it was read from the bytes.',
  quorum Nullable(UInt32) COMMENT 'Number of providers of a chain that returned this value at the same block; null for a single source.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  id, asset_id, subject_kind, subject_key, field, source_key, value, quote, source_url, source_hash, artifact_id,
  observation_sha256, extractor, extractor_version, fetch_outcome, parse_status, observed_at, extraction_rule, document_class,
  place, reading, quorum, log_partition, log_offset, record_time
FROM attestry.store_observations FINAL
-- A control observation is in every partition, with the same id: that of the first one is shown.
WHERE asset_id != '' OR log_partition = 0
COMMENT 'One reading of one fact about an asset: value, source, extractor and time. Record time: observedAt.';
