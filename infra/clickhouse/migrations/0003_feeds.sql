-- Captures and runs of the feeds, and the rows and entries they published: newest word on each, and every word.

CREATE TABLE IF NOT EXISTS attestry.store_feed_captures {{on_cluster}} (
  capture_id String,
  feed LowCardinality(String),
  as_of DateTime64(3, 'UTC'),
  obtained LowCardinality(String),
  force Bool,
  artifacts String,
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
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  capture_id, feed, as_of, obtained, force, artifacts, log_partition, log_offset, record_time
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
  run_id String COMMENT 'sha256 of the capture id, the parser version and, unless the run was accepted, its status.',
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

CREATE TABLE IF NOT EXISTS attestry.store_sanctions_entries {{on_cluster}} (
  list LowCardinality(String),
  entry_id String,
  status LowCardinality(String),
  names String,
  wallets String,
  identifiers String,
  countries Array(String),
  programs Array(String),
  first_seen_at DateTime64(3, 'UTC'),
  in_first_snapshot Bool,
  as_of DateTime64(3, 'UTC'),
  run_id String,
  artifact_id String,
  source_hash String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (list, entry_id);

CREATE TABLE IF NOT EXISTS attestry.store_sanctions_entries_history {{on_cluster}} AS attestry.store_sanctions_entries
ENGINE = {{replacing:log_offset}}
ORDER BY (list, entry_id, as_of, run_id);

CREATE VIEW IF NOT EXISTS attestry.sanctions_entries {{on_cluster}} (
  list LowCardinality(String) COMMENT 'List id, the feed that publishes it.',
  entry_id String COMMENT 'Id of the entry within the list; for ofac-addresses the normalised address.',
  status LowCardinality(String) COMMENT 'One of entryStatus: listed, removed.',
  names String COMMENT 'Names of the entry. As JSON text.',
  wallets String COMMENT 'Wallets of the entry. As JSON text.',
  identifiers String COMMENT 'Other identifiers of the entry. As JSON text.',
  countries Array(String) COMMENT 'Countries named, ISO 3166-1 alpha-2.',
  programs Array(String) COMMENT 'Sanctions programmes.',
  first_seen_at DateTime64(3, 'UTC') COMMENT 'As-of of the first accepted snapshot that had the entry.',
  in_first_snapshot Bool COMMENT 'Whether it was already in the list''s first accepted snapshot.',
  as_of DateTime64(3, 'UTC') COMMENT 'As-of of the snapshot this record was read from.',
  run_id String COMMENT 'Run that wrote the record.',
  artifact_id String COMMENT 'Artifact the entry was read from, sha256 hex.',
  source_hash String COMMENT 'sha256:<hex> of the artifact''s raw bytes.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  list, entry_id, status, names, wallets, identifiers, countries, programs, first_seen_at, in_first_snapshot, as_of,
  run_id, artifact_id, source_hash, log_partition, log_offset, record_time
FROM attestry.store_sanctions_entries FINAL
COMMENT 'One entry of a sanctions list as published. The last record of a key is the current state of the entry; a removal is a record with status removed, never a tombstone. Record time: as-of of the snapshot.';

CREATE TABLE IF NOT EXISTS attestry.store_register_rows {{on_cluster}} (
  register LowCardinality(String),
  row_id String,
  status LowCardinality(String),
  event LowCardinality(String),
  `columns` Map(String, String),
  lei Nullable(String),
  dtis Array(String),
  ffgs Array(String),
  successor_row_ids Array(String),
  first_seen_at DateTime64(3, 'UTC'),
  in_first_snapshot Bool,
  missing_since Nullable(DateTime64(3, 'UTC')),
  as_of DateTime64(3, 'UTC'),
  run_id String,
  artifact_id String,
  source_hash String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:log_offset}}
ORDER BY (register, row_id);

CREATE TABLE IF NOT EXISTS attestry.store_register_rows_history {{on_cluster}} AS attestry.store_register_rows
ENGINE = {{replacing:log_offset}}
ORDER BY (register, row_id, as_of, run_id, event);

CREATE VIEW IF NOT EXISTS attestry.register_rows {{on_cluster}} (
  register LowCardinality(String) COMMENT 'Register id, the feed that publishes it.',
  row_id String COMMENT 'Stable id of the row, given once and kept through pairing.',
  status LowCardinality(String) COMMENT 'One of rowStatus: listed, missing, held, removed.',
  event LowCardinality(String) COMMENT 'Change of the row in this snapshot, one of rowEvent: added, changed, corrected, editorial, missing, held, released, removed, restored.',
  `columns` Map(String, String) COMMENT 'The row as published: column name to cell, surrounding whitespace removed.',
  lei Nullable(String) COMMENT 'Valid LEI of the row''s entity.',
  dtis Array(String) COMMENT 'Digital Token Identifiers read from the row.',
  ffgs Array(String) COMMENT 'Functionally fungible group identifiers read from the row.',
  successor_row_ids Array(String) COMMENT 'Rows that may be this row under a new key, while its status is held.',
  first_seen_at DateTime64(3, 'UTC') COMMENT 'As-of of the first accepted snapshot that had the row.',
  in_first_snapshot Bool COMMENT 'Whether it was already in the register''s first accepted snapshot.',
  missing_since Nullable(DateTime64(3, 'UTC')) COMMENT 'As-of of the first of the latest snapshots that lack the row.',
  as_of DateTime64(3, 'UTC') COMMENT 'As-of of the snapshot this record was read from.',
  run_id String COMMENT 'Run that wrote the record.',
  artifact_id String COMMENT 'Artifact the row was read from, sha256 hex.',
  source_hash String COMMENT 'sha256:<hex> of the artifact''s raw bytes.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  register, row_id, status, event, `columns`, lei, dtis, ffgs, successor_row_ids, first_seen_at, in_first_snapshot,
  missing_since, as_of, run_id, artifact_id, source_hash, log_partition, log_offset, record_time
FROM attestry.store_register_rows FINAL
COMMENT 'One row of a public register as published. The last record of a key is the current state of the row. Record time: as-of of the snapshot.';
