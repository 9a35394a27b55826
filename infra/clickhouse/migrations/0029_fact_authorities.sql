-- The view names the fact that says which authorities of an asset have a proof of control.

CREATE OR REPLACE VIEW attestry.asset_facts {{on_cluster}} (
  asset_id String COMMENT 'Asset the fact belongs to; the record key. Empty for a tick, whose key is tick.',
  subject_kind LowCardinality(String) COMMENT 'One of subjectKind: what the fact is about; control for a tick.',
  subject_key String COMMENT 'Which subject of that kind; empty for the asset itself.',
  field LowCardinality(String) COMMENT 'Which fact about the subject, as in observations. Facts of the declaration in the registry: regimes, sources, registered_at. The fact read is the time of the last complete reading of a source; authorities lists the authorities of the asset and whether a proof shows control.',
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
-- A tick is in every partition: that of the first one is shown.
WHERE asset_id != '' OR log_partition = 0
COMMENT 'An established fact about an asset. Drafts, and readings of a source that are not yet accepted, are not here. A later record of the same asset, subject, field and source replaces it. Record time: observedAt of the observation that caused it.';
