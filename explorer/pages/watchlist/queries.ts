import type { TableReader } from '../../../api/tables/reader.ts';
import { sourceName, type SourceName } from '../../words/sources.ts';
import type { ReadSource } from './item-page.tsx';

const sourcesSql = `
SELECT toString(source_key) AS source_key, count() AS observations, toUnixTimestamp64Milli(max(observed_at)) AS last_at
FROM attestry.store_observations
WHERE asset_id = {assetId:String}
GROUP BY source_key
ORDER BY last_at DESC, source_key
LIMIT 200`;

interface SourceRow {
  readonly source_key: string;
  readonly observations: string;
  readonly last_at: string;
}

/** Sources that observations of an asset came from, the one observed last first. */
export async function readSourcesOf(
  tables: TableReader,
  assetId: string,
  sources: readonly SourceName[],
): Promise<readonly ReadSource[]> {
  const rows = await tables.query<SourceRow>(sourcesSql, { assetId });
  return rows.map((row) => ({
    key: row.source_key,
    name: sourceName(row.source_key, sources),
    count: Number(row.observations),
    lastAt: Number(row.last_at),
  }));
}
