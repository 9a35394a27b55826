import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';

/** A file of a source and what became of it. Times in milliseconds. */
export interface FeedRun {
  readonly runId: string;
  readonly feed: string;
  readonly status: string;
  readonly asOf: number;
  readonly sha256: string;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly held: number;
  readonly reason: string | null;
  readonly alarms: readonly string[];
}

/** Newest files of each source; a page of one source shows no more. */
export const mostRuns = 200;

const runsSql = `
SELECT run_id AS runId, toString(feed) AS feed, toString(status) AS status, toUnixTimestamp64Milli(as_of) AS asOf, sha256,
  rows, added, changed, removed, held, reason, alarms
FROM attestry.store_feed_runs FINAL
WHERE feed IN {feeds:Array(String)}
ORDER BY feed, as_of DESC, log_offset DESC
LIMIT {most:UInt32} BY feed`;

/** The newest files of sources, newest first, by feed. Chains are no files, and have other ids. */
export async function readRuns(
  tables: TableReader,
  feeds: readonly string[],
): Promise<ReadonlyMap<string, readonly FeedRun[]>> {
  const all = await readRows<FeedRun>(tables, { sql: runsSql, decode: { asOf: Number } }, { feeds, most: mostRuns });
  const runs = new Map<string, FeedRun[]>();
  for (const run of all) runs.set(run.feed, [...(runs.get(run.feed) ?? []), run]);
  return runs;
}

const parkedSql = 'SELECT toUInt32(count()) AS parked FROM attestry.store_dead_letters FINAL';

/** Records that a processor could not read and set aside. */
export async function countParked(tables: TableReader): Promise<number> {
  const [row] = await tables.query<{ readonly parked: number }>(parkedSql, {});
  return row?.parked ?? 0;
}
