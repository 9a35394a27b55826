import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import type { Change } from '../../../schemas/generated/records.ts';

/** A revision of a change. Times in milliseconds. */
export interface Revision {
  readonly revision: number;
  readonly confirmed: boolean;
  /** One of disposition. */
  readonly disposition: string;
  readonly revisedAt: number;
}

type Of = Pick<Change, 'assetId' | 'detectedAt' | 'id'>;

const revisionsSql = `
SELECT revision, confirmed, disposition, toUnixTimestamp64Milli(revised_at) AS revisedAt
FROM attestry.store_changes_history FINAL
WHERE asset_id = {assetId:String} AND detected_at = fromUnixTimestamp64Milli({detectedAt:Int64}) AND id = {id:String}
ORDER BY revision
LIMIT 1000`;

export const readRevisions = (tables: TableReader, { assetId, detectedAt, id }: Of): Promise<readonly Revision[]> =>
  readRows<Revision>(tables, { sql: revisionsSql, decode: { revisedAt: Number } }, { assetId, detectedAt, id });

const reviewSql = `
SELECT JSONExtractString(assumeNotNull(o.value), 'by') AS name FROM attestry.store_observations AS o
WHERE asset_id = {assetId:String} AND source_key = 'review' AND o.value IS NOT NULL
  AND JSONExtractString(assumeNotNull(o.value), 'changeId') = {id:String}
  AND JSONExtractString(assumeNotNull(o.value), 'verdict') = 'confirmed'
ORDER BY observed_at DESC
LIMIT 1`;

/** Who confirmed a change in a review; null for a change that is open, or that sources confirmed. */
export async function readReviewer(
  tables: TableReader,
  { assetId, confirmed, id }: Pick<Change, 'assetId' | 'confirmed' | 'id'>,
): Promise<string | null> {
  if (!confirmed) return null;
  const [row] = await tables.query<{ readonly name: string }>(reviewSql, { assetId, id });
  return row === undefined ? null : row.name.trim() === '' ? 'the operator' : row.name;
}

/** An observation as the change states it; nothing of it is computed here. */
export interface StoredObservation {
  readonly id: string;
  readonly observedAt: number;
  readonly sha256: string;
  /** The raw bytes, sha256 hex. */
  readonly artifactId: string | null;
  readonly extractor: string;
  readonly version: string;
  readonly rule: string | null;
  readonly place: string | null;
  readonly quorum: number | null;
  readonly isDocument: boolean;
  readonly sourceKey: string;
}

const observationsSql = `
SELECT id, toUnixTimestamp64Milli(observed_at) AS observedAt, observation_sha256 AS sha256, artifact_id AS artifactId,
  toString(extractor) AS extractor, toString(extractor_version) AS version, toString(extraction_rule) AS rule, place,
  quorum, (document_class IS NOT NULL OR subject_kind = 'source')::Bool AS isDocument, toString(source_key) AS sourceKey
FROM attestry.store_observations FINAL
WHERE asset_id IN ({assetId:String}, '') AND id IN {ids:Array(String)}`;

/** The observations with these ids, by id: those of an asset, and of days, which belong to none. */
export async function readObservations(
  tables: TableReader,
  assetId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredObservation>> {
  const decode = { observedAt: Number };
  const all = await readRows<StoredObservation>(tables, { sql: observationsSql, decode }, { assetId, ids });
  return new Map(all.map((observation) => [observation.id, observation]));
}
