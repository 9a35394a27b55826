-- Signed-in sessions of people. Opening, last renewal and end are rows of their own, so that nothing undoes an end.

CREATE TABLE IF NOT EXISTS attestry.store_sessions {{on_cluster}} (
  session_sha256 String COMMENT 'sha256 hex of the session''s secret.',
  kind LowCardinality(String) COMMENT 'One of sessionEvent: opened, renewed, closed.',
  tenant_id String COMMENT 'Tenant.',
  key_id String COMMENT 'Key that signed in.',
  at DateTime64(3, 'UTC') COMMENT 'When it happened.',
  seq UInt64 COMMENT 'Sequence of the event within the tenant: the version of the row.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.',
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:seq}}
ORDER BY (session_sha256, kind)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;
