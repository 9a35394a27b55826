-- Entries of sanctions lists and rows of registers: newest record of each, and every record.

CREATE TABLE IF NOT EXISTS attestry.store_sanctions_entries {{on_cluster}} (
  list LowCardinality(String),
  entry_id String,
  status LowCardinality(String),
  entity_type LowCardinality(String),
  names String,
  wallets String,
  identifiers String,
  countries Array(String),
  programs Array(String),
  dates Array(String),
  listed_on Nullable(String),
  relations String,
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
  entity_type LowCardinality(String) COMMENT 'One of entityType: person, organisation, vessel, aircraft, unknown.',
  names String COMMENT 'Names of the entry. As JSON text.',
  wallets String COMMENT 'Wallets of the entry. As JSON text.',
  identifiers String COMMENT 'Other identifiers of the entry. As JSON text.',
  countries Array(String) COMMENT 'Countries named, ISO 3166-1 alpha-2.',
  programs Array(String) COMMENT 'Sanctions programmes.',
  dates Array(String) COMMENT 'Dates of birth, foundation or registration as far as published: YYYY, YYYY-MM or YYYY-MM-DD; sorted.',
  listed_on Nullable(String) COMMENT 'Date of the listing that the source prints, YYYY-MM-DD. Never an event time.',
  relations String COMMENT 'Parties that the list relates the entry to. As JSON text.',
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
  list, entry_id, status, entity_type, names, wallets, identifiers, countries, programs, dates, listed_on, relations,
  first_seen_at, in_first_snapshot, as_of, run_id, artifact_id, source_hash, log_partition, log_offset, record_time
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
