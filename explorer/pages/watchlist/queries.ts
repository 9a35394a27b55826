import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { sourceName, type SourceName, unreadName } from '../../labels/sources.ts';
import type { ReadSource } from './item-page.tsx';

/** Without those that state that nothing was read: no node was asked or answered in full, a document was not to be had. */
const sourcesSql = `
SELECT toString(source_key) AS source_key, uniqExactIf(id, NOT unread) AS observations,
  toUnixTimestamp64Milli(maxIf(observed_at, NOT unread)) AS last_at,
  max(subject_kind = 'source' OR document_class IS NOT NULL) AS is_document, max(artifact_id IS NOT NULL) AS has_bytes
FROM (
  SELECT id, source_key, subject_kind, document_class, artifact_id, observed_at,
    ifNull(field = 'chain_reading' AND value IN ('"not_observed"', '"unreadable"'), false)
      OR (subject_kind = 'source' AND field = 'capture' AND value IS NULL) AS unread
  FROM attestry.store_observations
  WHERE asset_id = {assetId:String}
)
GROUP BY source_key
ORDER BY observations = 0, last_at DESC, source_key
LIMIT 200`;

interface SourceRow {
  readonly source_key: string;
  readonly observations: string;
  readonly last_at: string;
  readonly is_document: number;
  readonly has_bytes: number;
}

/** Sources that observations of an asset came from, the one observed last first; those that nothing was read of last. */
export async function readSourcesOf(
  tables: TableReader,
  assetId: string,
  sources: readonly SourceName[],
): Promise<readonly ReadSource[]> {
  const rows = await tables.query<SourceRow>(sourcesSql, { assetId });
  return rows.map(({ source_key: key, ...row }) => {
    const known = { isDocument: row.is_document === 1, hasBytes: row.has_bytes === 1 };
    const count = Number(row.observations);
    return {
      key,
      name: count === 0 ? unreadName(key, sources, known) : sourceName(key, sources, known),
      read: count === 0 ? null : { count, lastAt: Number(row.last_at) },
    };
  });
}
