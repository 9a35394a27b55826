import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readRows } from '../../../api/readmodel/tables/rows.ts';
import { sourceName, type SourceName, unreadName } from '../../labels/sources.ts';
import type { ReadSource } from './item-page.tsx';

/**
 * Without those that state that nothing was read: no node was asked or answered in full, a document was not to be had. Nodes
 * that were read have stated so; what is known of another chain was imported.
 */
const sourcesSql = `
SELECT toString(source_key) AS key, uniqExactIf(id, NOT unread) AS observations,
  toUnixTimestamp64Milli(maxIf(observed_at, NOT unread)) AS lastAt,
  max(subject_kind = 'source' OR document_class IS NOT NULL)::Bool AS isDocument,
  max(artifact_id IS NOT NULL)::Bool AS hasBytes, NOT max(field = 'chain_reading' AND NOT unread)::Bool AS isImported
FROM (
  SELECT id, source_key, subject_kind, field, document_class, artifact_id, observed_at,
    ifNull(field = 'chain_reading' AND value IN ('"not_observed"', '"unreadable"'), false)
      OR (subject_kind = 'source' AND field = 'capture' AND value IS NULL) AS unread
  FROM attestry.store_observations
  WHERE asset_id = {assetId:String}
)
GROUP BY source_key
ORDER BY observations = 0, lastAt DESC, source_key
LIMIT 200`;

interface SourceRow {
  readonly key: string;
  readonly observations: number;
  readonly lastAt: number;
  readonly isDocument: boolean;
  readonly hasBytes: boolean;
  readonly isImported: boolean;
}

const decode = { observations: Number, lastAt: Number };

/** Sources that observations of an asset came from, the one observed last first; those that nothing was read of last. */
export async function readSourcesOf(
  tables: TableReader,
  assetId: string,
  sources: readonly SourceName[],
): Promise<readonly ReadSource[]> {
  const rows = await readRows<SourceRow>(tables, { sql: sourcesSql, decode }, { assetId });
  return rows.map(({ key, observations: count, lastAt, ...known }) => ({
    key,
    name: count === 0 ? unreadName(key, sources, known) : sourceName(key, sources, known),
    read: count === 0 ? null : { count, lastAt },
  }));
}
