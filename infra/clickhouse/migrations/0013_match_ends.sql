-- Match records state when a match with an asset last ended.

ALTER TABLE attestry.store_screen_matches {{on_cluster}}
  ADD COLUMN IF NOT EXISTS ends String DEFAULT '{}' AFTER matches;

CREATE OR REPLACE VIEW attestry.screen_matches {{on_cluster}} (
  row_key String COMMENT '<list or register>:<entry or row id>; the record key.',
  position UInt64 COMMENT 'Offset of the record that caused this one: its version.',
  matches String COMMENT 'Open matches, sorted by asset and subject. As JSON text.',
  ends String COMMENT 'Asset to the event time at which a match with it last ended: no later match of the two begins before it. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  row_key, position, matches, ends, log_partition, log_offset, record_time
FROM attestry.store_screen_matches FINAL
COMMENT 'The open matches of one sanctions list entry with subjects of assets: the state of the join. Compacted by row key.';

ALTER TABLE attestry.store_attribute_matches {{on_cluster}}
  ADD COLUMN IF NOT EXISTS ends String DEFAULT '{}' AFTER matches;

CREATE OR REPLACE VIEW attestry.attribute_matches {{on_cluster}} (
  row_key String COMMENT '<list or register>:<entry or row id>; the record key.',
  position UInt64 COMMENT 'Offset of the record that caused this one: its version.',
  matches String COMMENT 'Open matches, sorted by asset and subject. As JSON text.',
  ends String COMMENT 'Asset to the event time at which a match with it last ended: no later match of the two begins before it. As JSON text.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  row_key, position, matches, ends, log_partition, log_offset, record_time
FROM attestry.store_attribute_matches FINAL
COMMENT 'The open matches of one register row with subjects of assets: the state of the join. Compacted by row key.';
