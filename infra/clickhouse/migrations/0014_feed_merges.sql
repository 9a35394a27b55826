-- A feed reads some places of every part, so the fewer parts the better: parts are merged when there are two or three of a
-- size instead of five. Each row is written more often for it.

ALTER TABLE attestry.store_feed_changes {{on_cluster}}
  MODIFY SETTING merge_selector_base = 2.5;
