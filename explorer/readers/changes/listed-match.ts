import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { isSourceOf, nameOfSource } from '../../../schemas/terms/source-keys.ts';
import { agreement, listSide, type Side, tokenSide } from './match-sides.ts';

/** What a change of a sanctions list is about: both sides, and its entry as the newest file that was read has it. */
export interface ListedMatch {
  readonly theirs: Side;
  readonly ours: Side;
  /** What is equal or similar on both. */
  readonly agrees: string;
  /** Null where the tables have neither entry nor file. */
  readonly entry: ListedEntry | null;
}

interface ListedEntry {
  readonly isListed: boolean;
  /** As-of of that file, milliseconds. */
  readonly fileOf: number;
}

const matchSql = `
SELECT value FROM attestry.store_observations
WHERE asset_id = {assetId:String} AND id IN {ids:Array(String)} AND field = 'match' AND value IS NOT NULL
ORDER BY id = {newest:String} DESC
LIMIT 1`;

const entrySql = `
SELECT (e.status = 'listed')::Bool AS isListed, toUnixTimestamp64Milli(f.as_of) AS fileOf
FROM (
  SELECT list, status FROM attestry.store_sanctions_entries FINAL
  WHERE list = {list:String} AND entry_id = {entryId:String}
) AS e
INNER JOIN (
  SELECT feed, max(as_of) AS as_of FROM attestry.store_feed_runs
  WHERE feed = {list:String} AND status != 'rejected' GROUP BY feed
) AS f ON f.feed = e.list`;

interface MatchRow {
  readonly value: ListMatchValue;
}

const matchOf = (text: string): ListMatchValue => JSON.parse(text) as ListMatchValue;

/** Null for a change of another category, and where the tables do not have the match. */
export async function readListedMatch(tables: TableReader, change: Change): Promise<ListedMatch | null> {
  const { assetId, category, sourceKey, oldObservationId, newObservationId: newest } = change;
  if (category !== 'sanctions' || !isSourceOf('list', sourceKey)) return null;
  const ids = [newest, ...(oldObservationId === null ? [] : [oldObservationId])];
  const query = { sql: matchSql, decode: { value: matchOf } };
  const [match] = await readRows<MatchRow>(tables, query, { assetId, ids, newest });
  if (match === undefined) return null;
  const wanted = { list: nameOfSource(sourceKey), entryId: match.value.entryId };
  const [entry] = await readRows<ListedEntry>(tables, { sql: entrySql, decode: { fileOf: Number } }, wanted);
  return {
    theirs: listSide(match.value),
    ours: tokenSide(match.value),
    agrees: agreement(match.value),
    entry: entry ?? null,
  };
}
