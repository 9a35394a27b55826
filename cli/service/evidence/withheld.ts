/** What a file of evidence has that anybody may not see. */
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
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

const isReview = ({ subjectKind, sourceKey }: Observation): boolean =>
  subjectKind === 'review' || sourceKey === 'review';

/** Levels of matches without an exact identifier. */
const candidateLevels: ReadonlySet<string> = new Set(['L2', 'L3', 'L4']);

const isCandidate = ({ subjectKind, field, value }: Observation): boolean =>
  subjectKind === 'list_entry' &&
  field === 'match' &&
  value !== null &&
  candidateLevels.has((JSON.parse(value) as ListMatchValue).level);
