-- A notification that is marked as unread again keeps its row, without a time.

ALTER TABLE attestry.store_read_markers {{on_cluster}}
  MODIFY COLUMN read_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was read; null: unread again.';
