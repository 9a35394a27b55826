import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import type { Change } from '../../../schemas/generated/records.ts';

/** A revision of a change. Times in milliseconds. */
export interface Revision {
  readonly revision: number;
  readonly confirmed: boolean;
  readonly revisedAt: number;
}

type Of = Pick<Change, 'assetId' | 'detectedAt' | 'id'>;

const revisionsSql = `
SELECT revision, confirmed, toUnixTimestamp64Milli(revised_at) AS at
FROM attestry.store_changes_history FINAL
WHERE asset_id = {assetId:String} AND detected_at = fromUnixTimestamp64Milli({detectedAt:Int64}) AND id = {id:String}
ORDER BY revision
LIMIT 1000`;

export async function readRevisions(
  tables: TableReader,
  { assetId, detectedAt, id }: Of,
): Promise<readonly Revision[]> {
  const rows = await tables.query<{ readonly revision: number; readonly confirmed: boolean; readonly at: string }>(
    revisionsSql,
    { assetId, detectedAt, id },
  );
  return rows.map(({ at, ...row }) => ({ ...row, revisedAt: Number(at) }));
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

interface ObservationRow {
  readonly id: string;
  readonly at: string;
  readonly observation_sha256: string;
  readonly artifact_id: string | null;
  readonly extractor: string;
  readonly extractor_version: string;
  readonly extraction_rule: string | null;
  readonly place: string | null;
  readonly quorum: number | null;
  readonly is_document: number;
  readonly source_key: string;
}

const observationsSql = `
SELECT id, toUnixTimestamp64Milli(observed_at) AS at, observation_sha256, artifact_id, toString(extractor) AS extractor,
  toString(extractor_version) AS extractor_version, toString(extraction_rule) AS extraction_rule, place, quorum,
  toUInt8(document_class IS NOT NULL OR subject_kind = 'source') AS is_document, toString(source_key) AS source_key
FROM attestry.store_observations FINAL
WHERE asset_id IN ({assetId:String}, '') AND id IN {ids:Array(String)}`;

/** The observations with these ids, by id: those of an asset, and of days, which belong to none. */
export async function readObservations(
  tables: TableReader,
  assetId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredObservation>> {
  const rows = await tables.query<ObservationRow>(observationsSql, { assetId, ids });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        observedAt: Number(row.at),
        sha256: row.observation_sha256,
        artifactId: row.artifact_id,
        extractor: row.extractor,
        version: row.extractor_version,
        rule: row.extraction_rule,
        place: row.place,
        quorum: row.quorum,
        isDocument: row.is_document === 1,
        sourceKey: row.source_key,
      },
    ]),
  );
}
