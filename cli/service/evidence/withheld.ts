/** What a file of evidence has that anybody may not see. */
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import type { PublicFile } from '../../../explorer/evidence.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import type { PlacedObservation } from '../../verify/evidence/refold.ts';

const withheldSql = `
SELECT DISTINCT new_observation_id AS id FROM attestry.store_changes FINAL
WHERE asset_id = {assetId:String}
  AND (NOT confirmed OR disposition = 'held' OR (category = 'sanctions' AND NOT {withSanctions:Bool}))`;

/** Readings behind changes of an asset that are not confirmed or held back, by id. */
export async function readWithheld(
  tables: Pick<TableReader, 'query'>,
  assetId: string,
  withSanctions: boolean,
): Promise<readonly string[]> {
  const rows = await tables.query<{ readonly id: string }>(withheldSql, { assetId, withSanctions });
  return rows.map(({ id }) => id);
}

/** Whether one of them is a review, a candidate for a match, or a reading that is held back (conformance PG-2). */
export const hasWithheld = (
  observations: readonly Pick<PlacedObservation, 'observation'>[],
  withheld: ReadonlySet<string>,
): boolean =>
  observations.some(
    ({ observation }) => withheld.has(observation.id) || isReview(observation) || isCandidate(observation),
  );

/** Withheld observations up to the newest one of the time of a revision, which caused it. Without such a one, of all times. */
const withheldUpToSql = `
SELECT count() AS found FROM attestry.store_observations AS t FINAL
WHERE t.asset_id = {assetId:String}
  AND (
    t.subject_kind = 'review' OR t.source_key = 'review'
    OR (
      t.subject_kind = 'list_entry' AND t.field = 'match'
      AND has({levels:Array(String)}, JSONExtractString(ifNull(t.value, ''), 'level'))
    )
    OR has({withheld:Array(String)}, t.id)
  )
  AND t.log_offset <= (
    SELECT if(count() = 0, toUInt64(-1), max(toUInt64(log_offset))) FROM attestry.store_observations
    WHERE (asset_id = {assetId:String} OR (asset_id = '' AND subject_kind = 'control'))
      AND observed_at = fromUnixTimestamp64Milli({revisedAt:Int64})
  )`;

/** Whether the file of a change has nothing that is withheld, as far as the tables show it without a fold. */
export async function isPublicFile(
  tables: Pick<TableReader, 'query'>,
  { assetId, revisedAt, withSanctions }: PublicFile,
): Promise<boolean> {
  const withheld = await readWithheld(tables, assetId, withSanctions);
  const of = { assetId, revisedAt, withheld, levels: [...candidateLevels] };
  const [row] = await tables.query<{ readonly found: string }>(withheldUpToSql, of);
  return Number(row?.found ?? 0) === 0;
}

const isReview = ({ subjectKind, sourceKey }: Observation): boolean =>
  subjectKind === 'review' || sourceKey === 'review';

/** Levels of matches without an exact identifier. */
const candidateLevels: ReadonlySet<string> = new Set(['L2', 'L3', 'L4']);

const isCandidate = ({ subjectKind, field, value }: Observation): boolean =>
  subjectKind === 'list_entry' &&
  field === 'match' &&
  value !== null &&
  candidateLevels.has((JSON.parse(value) as ListMatchValue).level);
