import type { RowMapping } from '../row-mapping.ts';
import { json, millis, rowPerRecord } from '../row-mapping.ts';

export const captureRow: RowMapping<'feed.captures'> = rowPerRecord('store_feed_captures', {
  capture_id: (capture) => capture.captureId,
  feed: (capture) => capture.feed,
  as_of: (capture) => millis(capture.asOf),
  obtained: (capture) => capture.obtained,
  force: (capture) => capture.force,
  artifacts: (capture) => json(capture.artifacts),
  wanted: (capture) => capture.wanted,
});

export const runRow: RowMapping<'feed.runs'> = rowPerRecord('store_feed_runs', {
  run_id: (run) => run.runId,
  capture_id: (run) => run.captureId,
  feed: (run) => run.feed,
  status: (run) => run.status,
  as_of: (run) => millis(run.asOf),
  sha256: (run) => run.sha256,
  rows: (run) => run.rows,
  added: (run) => run.added,
  changed: (run) => run.changed,
  removed: (run) => run.removed,
  editorial: (run) => run.editorial,
  corrected: (run) => run.corrected,
  held: (run) => run.held,
  reason: (run) => run.reason,
  alarms: (run) => run.alarms,
  forced: (run) => run.forced,
  parser_version: (run) => run.parserVersion,
});

export const sanctionsEntryRow: RowMapping<'sanctions.entries'> = rowPerRecord('store_sanctions_entries', {
  list: (entry) => entry.list,
  entry_id: (entry) => entry.entryId,
  status: (entry) => entry.status,
  entity_type: (entry) => entry.entityType,
  names: (entry) => json(entry.names),
  wallets: (entry) => json(entry.wallets),
  identifiers: (entry) => json(entry.identifiers),
  countries: (entry) => entry.countries,
  programs: (entry) => entry.programs,
  dates: (entry) => entry.dates,
  listed_on: (entry) => entry.listedOn,
  relations: (entry) => json(entry.relations),
  first_seen_at: (entry) => millis(entry.firstSeenAt),
  in_first_snapshot: (entry) => entry.inFirstSnapshot,
  as_of: (entry) => millis(entry.asOf),
  run_id: (entry) => entry.runId,
  artifact_id: (entry) => entry.artifactId,
  source_hash: (entry) => entry.sourceHash,
});

export const registerRow: RowMapping<'register.rows'> = rowPerRecord('store_register_rows', {
  register: (row) => row.register,
  row_id: (row) => row.rowId,
  status: (row) => row.status,
  event: (row) => row.event,
  columns: (row) => row.columns,
  lei: (row) => row.lei,
  dtis: (row) => row.dtis,
  ffgs: (row) => row.ffgs,
  successor_row_ids: (row) => row.successorRowIds,
  first_seen_at: (row) => millis(row.firstSeenAt),
  in_first_snapshot: (row) => row.inFirstSnapshot,
  missing_since: (row) => millis(row.missingSince),
  as_of: (row) => millis(row.asOf),
  run_id: (row) => row.runId,
  artifact_id: (row) => row.artifactId,
  source_hash: (row) => row.sourceHash,
});
