-- No query finds a revision by id or offset: the history is read by its sorting key. An index is two files of every part, and
-- an insert of a few changes costs by its files, not by its rows.

ALTER TABLE attestry.store_changes_history {{on_cluster}}
  DROP INDEX IF EXISTS by_id;

ALTER TABLE attestry.store_changes_history {{on_cluster}}
  DROP INDEX IF EXISTS by_offset;
