-- Captures and runs of the feeds.

CREATE TABLE IF NOT EXISTS attestry.store_feed_captures {{on_cluster}} (
  capture_id String,
  feed LowCardinality(String),
  as_of DateTime64(3, 'UTC'),
  obtained LowCardinality(String),
  force Bool,
  artifacts String,
  wanted Array(String),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (feed, as_of, capture_id);

CREATE VIEW IF NOT EXISTS attestry.feed_captures {{on_cluster}} (
  capture_id String COMMENT 'sha256 of the capture''s feed, as-of and artifacts.',
  feed LowCardinality(String) COMMENT 'Feed id; the record key.',
  as_of DateTime64(3, 'UTC') COMMENT 'Event time of everything read from this capture.',
  obtained LowCardinality(String) COMMENT 'One of captureKind: fetched, imported, not_modified.',
  force Bool COMMENT 'Whether the operator requested to pass the safety gates.',
  artifacts String COMMENT 'The files of the snapshot, sorted by name. As JSON text.',
  wanted Array(String) COMMENT 'Identifiers to extract from a source that is too large to become rows completely, sorted; for gleif-* the LEIs.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  capture_id, feed, as_of, obtained, force, artifacts, wanted, log_partition, log_offset, record_time
FROM attestry.store_feed_captures FINAL
COMMENT 'The files of one fetch or one import from a source, before they are parsed. Record time: append time; the event time is asOf.';

CREATE TABLE IF NOT EXISTS attestry.store_feed_runs {{on_cluster}} (
  run_id String,
  capture_id String,
  feed LowCardinality(String),
  status LowCardinality(String),
  as_of DateTime64(3, 'UTC'),
  sha256 String,
  rows UInt32,
  added UInt32,
  changed UInt32,
  removed UInt32,
  editorial UInt32,
  corrected UInt32,
  held UInt32,
  reason Nullable(String),
  alarms Array(String),
  forced Bool,
  parser_version LowCardinality(String),
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (feed, as_of, run_id);

CREATE VIEW IF NOT EXISTS attestry.feed_runs {{on_cluster}} (
  run_id String COMMENT 'sha256 of the capture id, the parser version and, unless the run was accepted, its status and the reason of a rejection.',
  capture_id String COMMENT 'The capture it read.',
  feed LowCardinality(String) COMMENT 'Feed id; the record key.',
  status LowCardinality(String) COMMENT 'One of runStatus: accepted, rejected, unchanged.',
  as_of DateTime64(3, 'UTC') COMMENT 'Event time of the capture.',
  sha256 String COMMENT 'Hash of the snapshot, hex: of a single file the sha256 of its bytes, of several a hash over their names and hashes.',
  rows UInt32 COMMENT 'Rows or entries in the snapshot.',
  added UInt32 COMMENT 'Rows that were not in the last accepted snapshot.',
  changed UInt32 COMMENT 'Rows whose content differs.',
  removed UInt32 COMMENT 'Rows of the last accepted snapshot that are absent from this file.',
  editorial UInt32 COMMENT 'Rows with a difference that the feed defines as editorial.',
  corrected UInt32 COMMENT 'Rows whose identifier was corrected.',
  held UInt32 COMMENT 'Rows that may be the same row with another key, old and new ones counted.',
  reason Nullable(String) COMMENT 'Why the capture was rejected, as a sentence.',
  alarms Array(String) COMMENT 'Parts of the file that the parser does not know, as sentences.',
  forced Bool COMMENT 'Whether a safety gate was passed because the operator requested it.',
  parser_version LowCardinality(String) COMMENT 'Version of the parser that read it.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  run_id, capture_id, feed, status, as_of, sha256, rows, added, changed, removed, editorial, corrected, held, reason,
  alarms, forced, parser_version, log_partition, log_offset, record_time
FROM attestry.store_feed_runs FINAL
COMMENT 'Result of ingest for a capture. Record time: append time of the capture.';
