import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { publicChangeSql } from '../../../api/readmodel/visibility/public.ts';
import type { Change } from '../../../schemas/generated/records.ts';

/** Changes on one page. */
const mostChanges = 50;

const changesSql =
  `
SELECT words FROM attestry.store_feed_changes AS c FINAL
WHERE c.asset_id IN {assetIds:Array(String)} AND ` +
  publicChangeSql +
  `
ORDER BY c.known_at DESC, c.id DESC
LIMIT {limit:UInt32}`;

/** The newest public changes of several tokens. */
export async function readChangesOf(
  tables: Pick<TableReader, 'query'>,
  assetIds: readonly string[],
  withSanctions: boolean,
): Promise<readonly Change[]> {
  const given = { assetIds, withSanctions, limit: mostChanges };
  const rows = await tables.query<{ readonly words: string }>(changesSql, given);
  return rows.map(({ words }) => JSON.parse(words) as Change);
}
