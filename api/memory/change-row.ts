import type { Change } from '../../schemas/generated/records.ts';

/** A row of `store_feed_changes` as `changesSql` selects it. */
export interface ChangeRow {
  readonly id: string;
  readonly revision: number;
  /** The change as JSON text. */
  readonly words: string;
}

/** The change a row holds. */
export const changeOf = (row: ChangeRow): Change => JSON.parse(row.words) as Change;

/**
 * Changes by asset, time of detection (milliseconds) and id: first what they are found by, then the words of those alone.
 * Without FINAL, which would read whatever lies beside them: revisions that are not merged yet come one by one.
 */
export const changesSql = `
SELECT id, revision, words
FROM attestry.store_feed_changes AS c
PREWHERE c.asset_id IN {assetIds:Array(String)} AND c.id IN {ids:Array(String)}
  AND c.detected_at IN arrayMap(at -> fromUnixTimestamp64Milli(at), {times:Array(Int64)})`;
