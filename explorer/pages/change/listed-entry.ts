import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { isSourceOf, nameOfSource } from '../../../schemas/terms/source-keys.ts';

/** The entry of a sanctions list that a change is about, as the newest file that was read has it. */
export interface ListedEntry {
  readonly isListed: boolean;
  /** As-of of that file, milliseconds. */
  readonly fileOf: number;
}

const matchSql = `
SELECT value FROM attestry.store_observations
WHERE asset_id = {assetId:String} AND id IN {ids:Array(String)} AND field = 'match' AND value IS NOT NULL
LIMIT 1`;

const entrySql = `
SELECT toString(e.status) AS status, toUnixTimestamp64Milli(f.as_of) AS as_of
FROM (
  SELECT list, status FROM attestry.store_sanctions_entries FINAL
  WHERE list = {list:String} AND entry_id = {entryId:String}
) AS e
INNER JOIN (
  SELECT feed, max(as_of) AS as_of FROM attestry.store_feed_runs
  WHERE feed = {list:String} AND status != 'rejected' GROUP BY feed
) AS f ON f.feed = e.list`;

/** Null for a change of another category, and where the tables have neither entry nor file. */
export async function readListedEntry(tables: TableReader, change: Change): Promise<ListedEntry | null> {
  const { assetId, category, sourceKey, oldObservationId, newObservationId } = change;
  if (category !== 'sanctions' || !isSourceOf('list', sourceKey)) return null;
  const ids = [newObservationId, ...(oldObservationId === null ? [] : [oldObservationId])];
  const [match] = await tables.query<{ readonly value: string }>(matchSql, { assetId, ids });
  if (match === undefined) return null;
  const { entryId } = JSON.parse(match.value) as ListMatchValue;
  const wanted = { list: nameOfSource(sourceKey), entryId };
  const [row] = await tables.query<{ readonly status: string; readonly as_of: string }>(entrySql, wanted);
  return row === undefined ? null : { isListed: row.status === 'listed', fileOf: Number(row.as_of) };
}
