-- What lists state beyond names, wallets and identifiers, and what was wanted of a source that is not kept in full.

ALTER TABLE attestry.store_sanctions_entries {{on_cluster}}
  ADD COLUMN IF NOT EXISTS entity_type LowCardinality(String) DEFAULT 'unknown' AFTER status,
  ADD COLUMN IF NOT EXISTS dates Array(String) AFTER programs,
  ADD COLUMN IF NOT EXISTS listed_on Nullable(String) AFTER dates,
  ADD COLUMN IF NOT EXISTS relations String DEFAULT '[]' AFTER listed_on;

ALTER TABLE attestry.store_sanctions_entries_history {{on_cluster}}
  ADD COLUMN IF NOT EXISTS entity_type LowCardinality(String) DEFAULT 'unknown' AFTER status,
  ADD COLUMN IF NOT EXISTS dates Array(String) AFTER programs,
  ADD COLUMN IF NOT EXISTS listed_on Nullable(String) AFTER dates,
  ADD COLUMN IF NOT EXISTS relations String DEFAULT '[]' AFTER listed_on;

ALTER TABLE attestry.store_feed_captures {{on_cluster}}
  ADD COLUMN IF NOT EXISTS wanted Array(String) AFTER artifacts;

CREATE OR REPLACE VIEW attestry.sanctions_entries {{on_cluster}} (
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

CREATE OR REPLACE VIEW attestry.feed_captures {{on_cluster}} (
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
