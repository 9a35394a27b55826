import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import { readRows } from '../../api/readmodel/tables/rows.ts';
import type { DecidedReview } from '../../explorer/operator-port.ts';
import { review } from '../../schemas/facts.ts';
import { storedValue } from '../../schemas/stored-value.ts';

/** Reviews that a page shows. */
const mostReviews = 20;

const reviewsSql = `
SELECT DISTINCT id, value, toUnixTimestamp64Milli(observed_at) AS at
FROM attestry.store_observations
PREWHERE subject_kind = 'review' AND value IS NOT NULL
ORDER BY observed_at DESC, id
LIMIT {most:UInt32}`;

const titlesSql = `
SELECT id, argMax(title, revision) AS title
FROM attestry.store_changes
WHERE id IN {ids:Array(String)}
GROUP BY id`;

interface ReviewRow {
  readonly id: string;
  readonly value: string;
  readonly at: number;
}

/** The newest reviews with the titles of their changes, newest first. */
export async function readReviews(tables: TableReader): Promise<readonly DecidedReview[]> {
  const decode = { at: Number };
  const rows = await readRows<ReviewRow>(tables, { sql: reviewsSql, decode }, { most: mostReviews });
  const reviews = rows.map(({ value, at }) => ({ ...storedValue(value, review), at }));
  const ids = reviews.map(({ changeId }) => changeId);
  const titles =
    ids.length === 0 ? [] : await tables.query<{ readonly id: string; readonly title: string }>(titlesSql, { ids });
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]));
  return reviews.map(({ changeId, verdict, by, why, at }) => ({
    changeId,
    title: titleOf.get(changeId) ?? changeId,
    verdict,
    by,
    why,
    at,
  }));
}
