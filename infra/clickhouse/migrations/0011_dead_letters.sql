-- Records that were parked. The same record parked again by the same processor replaces its earlier row.

CREATE TABLE IF NOT EXISTS attestry.store_dead_letters {{on_cluster}} (
  topic LowCardinality(String),
  `partition` UInt32,
  `offset` UInt64,
  `key` Nullable(String),
  value Nullable(String),
  headers Map(String, String),
  `timestamp` DateTime64(3, 'UTC'),
  schema_id Nullable(Int32),
  processor LowCardinality(String),
  error_class LowCardinality(String),
  message String,
  `time` DateTime64(3, 'UTC'),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (topic, `partition`, `offset`, processor);

CREATE VIEW IF NOT EXISTS attestry.dead_letters {{on_cluster}} (
  topic LowCardinality(String) COMMENT 'Topic it came from.',
  `partition` UInt32 COMMENT 'Partition it came from.',
  `offset` UInt64 COMMENT 'Offset it came from.',
  `key` Nullable(String) COMMENT 'Original key. As base64.',
  value Nullable(String) COMMENT 'Original value. As base64.',
  headers Map(String, String) COMMENT 'Original headers. Values as base64.',
  `timestamp` DateTime64(3, 'UTC') COMMENT 'Original record time.',
  schema_id Nullable(Int32) COMMENT 'Schema id in the value, when readable.',
  processor LowCardinality(String) COMMENT 'Processor that parked it.',
  error_class LowCardinality(String) COMMENT 'Class of the error.',
  message String COMMENT 'What was wrong, as a sentence.',
  `time` DateTime64(3, 'UTC') COMMENT 'When it was parked.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  topic, `partition`, `offset`, `key`, value, headers, `timestamp`, schema_id, processor, error_class, message,
  `time`, log_partition, log_offset, record_time
FROM attestry.store_dead_letters FINAL
COMMENT 'A record that can never be processed, kept with everything needed to try again. Record time: time of parking.';

CREATE TABLE IF NOT EXISTS attestry.store_accounts_dead_letters {{on_cluster}} (
  topic LowCardinality(String),
  `partition` UInt32,
  `offset` UInt64,
  `key` Nullable(String),
  value Nullable(String),
  headers Map(String, String),
  `timestamp` DateTime64(3, 'UTC'),
  schema_id Nullable(Int32),
  processor LowCardinality(String),
  error_class LowCardinality(String),
  message String,
  `time` DateTime64(3, 'UTC'),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (topic, `partition`, `offset`, processor)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;
