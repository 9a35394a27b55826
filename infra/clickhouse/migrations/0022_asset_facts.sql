-- Established facts: the newest of each asset, source, subject and field. Ticks are one row for each partition.

CREATE TABLE IF NOT EXISTS attestry.store_asset_facts {{on_cluster}} (
  asset_id String,
  subject_kind LowCardinality(String),
  subject_key String,
  field LowCardinality(String),
  source_key LowCardinality(String),
  value Nullable(String),
  source_url Nullable(String),
  since DateTime64(3, 'UTC'),
  observation_id String,
  position UInt64,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (asset_id, subject_kind, subject_key, field, source_key, log_partition);

CREATE VIEW IF NOT EXISTS attestry.asset_facts {{on_cluster}} (
  asset_id String COMMENT 'Asset the fact belongs to; the record key. Empty for a tick, whose key is tick.',
  subject_kind LowCardinality(String) COMMENT 'One of subjectKind: what the fact is about; control for a tick.',
  subject_key String COMMENT 'Which subject of that kind; empty for the asset itself.',
  field LowCardinality(String) COMMENT 'Which fact about the subject, as in observations; of the registry\'s declaration: regimes, sources, registered_at; read is when a source was last read whole.',
  source_key LowCardinality(String) COMMENT 'Where it was read, as in observations.',
  value Nullable(String) COMMENT 'The value as RFC 8785 JSON text; null when the source does not disclose it, or no longer states it.',
  source_url Nullable(String) COMMENT 'Where the source is published.',
  since DateTime64(3, 'UTC') COMMENT 'Time of the first reading with the value; for an ended fact, the time when it ended.',
  observation_id String COMMENT 'Observation that shows the value; for an ended fact, the one that ended it; for a tick, the tick.',
  position UInt64 COMMENT 'Offset of the observation that caused this record.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  asset_id, subject_kind, subject_key, field, source_key, value, source_url, since, observation_id, position, log_partition, log_offset, record_time
FROM attestry.store_asset_facts FINAL
COMMENT 'An established fact about an asset. Drafts, and readings of a source that are not yet accepted, are not here. A later record of the same asset, subject, field and source replaces it. Record time: observedAt of the observation that caused it.';
