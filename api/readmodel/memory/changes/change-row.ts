import type { Change } from '../../../../schemas/generated/records.ts';

/** A row of `store_feed_changes` as `changesSql` selects it. */
export interface ChangeRow {
  readonly id: string;
  readonly revision: number;
  /** The change as JSON text. */
  readonly words: string;
}

/** The change of a row. */
export const changeOf = ({ words }: Pick<ChangeRow, 'words'>): Change => JSON.parse(words) as Change;

/**
 * Changes by asset, time of detection (milliseconds) and id. PREWHERE finds the rows before the text column is read.
 * Without FINAL, which would read neighbouring rows, too. Revisions that are not merged come as rows of their own.
 */
export const changesSql = `
SELECT id, revision, words
FROM attestry.store_feed_changes AS c
PREWHERE c.asset_id IN {assetIds:Array(String)} AND c.id IN {ids:Array(String)}
  AND c.detected_at IN arrayMap(at -> fromUnixTimestamp64Milli(at), {times:Array(Int64)})`;
