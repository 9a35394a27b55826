-- Open matches of list entries and register rows with subjects of assets.
-- `position` is the version: a late write of an outdated fold loses whatever its offset.

CREATE TABLE IF NOT EXISTS attestry.store_screen_matches {{on_cluster}} (
  row_key String,
  position UInt64,
  matches String,
  ends String,
  ended String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:position}}
ORDER BY row_key;

CREATE VIEW IF NOT EXISTS attestry.screen_matches {{on_cluster}} (
  row_key String COMMENT '<list or register>:<entry or row id>; the record key.',
  position UInt64 COMMENT 'Offset of the record that caused this one: its version.',
  matches String COMMENT 'Open matches, sorted by asset and subject. As JSON text.',
  ends String COMMENT 'Asset to the event time at which a match with it last ended: no later match of the two begins before it. As JSON text.',
  ended String COMMENT 'Of each asset, the 32 matches of the row that ended last and are not open again; the last one last. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  row_key, position, matches, ends, ended, log_partition, log_offset, record_time
FROM attestry.store_screen_matches FINAL
COMMENT 'The open matches of one sanctions list entry with subjects of assets: the state of the join. Compacted by row key.';

CREATE TABLE IF NOT EXISTS attestry.store_attribute_matches {{on_cluster}} (
  row_key String,
  position UInt64,
  matches String,
  ends String,
  ended String,
  log_partition UInt32,
  log_offset UInt64,
  record_time DateTime64(3, 'UTC'),
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{replacing:position}}
ORDER BY row_key;

CREATE VIEW IF NOT EXISTS attestry.attribute_matches {{on_cluster}} (
  row_key String COMMENT '<list or register>:<entry or row id>; the record key.',
  position UInt64 COMMENT 'Offset of the record that caused this one: its version.',
  matches String COMMENT 'Open matches, sorted by asset and subject. As JSON text.',
  ends String COMMENT 'Asset to the event time at which a match with it last ended: no later match of the two begins before it. As JSON text.',
  ended String COMMENT 'Of each asset, the 32 matches of the row that ended last and are not open again; the last one last. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  row_key, position, matches, ends, ended, log_partition, log_offset, record_time
FROM attestry.store_attribute_matches FINAL
COMMENT 'The open matches of one register row with subjects of assets: the state of the join. Compacted by row key.';
