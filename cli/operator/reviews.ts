import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import { readRows } from '../../api/readmodel/tables/rows.ts';
import type { DecidedReview } from '../../explorer/operator-port.ts';
import { type ReviewedState, whyNotReopened } from '../../pipeline/changes/reviews.ts';
import { review } from '../../schemas/facts.ts';
import { storedValue } from '../../schemas/stored-value.ts';

/** Reviews that a page shows. */
const mostReviews = 20;

const reviewsSql = `
SELECT id, asset_id AS assetId, subject_key AS subjectKey, field, value, toUnixTimestamp64Milli(observed_at) AS at
FROM attestry.store_observations
PREWHERE subject_kind = 'review' AND value IS NOT NULL
ORDER BY observed_at DESC, log_offset DESC
LIMIT 1 BY id
LIMIT {most:UInt32}`;

const changesSql = `
SELECT id, argMax(title, revision) AS title, any(category) AS category, any(field) AS field,
  toUInt32(max(revision)) AS newest, argMax(confirmed, revision) AS confirmed,
  toString(argMax(disposition, revision)) AS disposition
FROM attestry.store_changes
WHERE id IN {ids:Array(String)}
GROUP BY id`;

interface ReviewRow {
  readonly id: string;
  readonly assetId: string;
  readonly subjectKey: string;
  readonly field: string;
  readonly value: string;
  readonly at: number;
}

interface ReviewedRow extends ReviewedState {
  readonly id: string;
  readonly title: string;
  readonly newest: number;
}

/** The newest reviews with the titles of their changes, newest first. */
export async function readReviews(tables: TableReader): Promise<readonly DecidedReview[]> {
  const rows = await readRows<ReviewRow>(tables, { sql: reviewsSql, decode: { at: Number } }, { most: mostReviews });
  const reviews = rows.map(({ value, ...row }) => ({ ...row, review: storedValue(value, review) }));
  const ids = reviews.map(({ review: { changeId } }) => changeId);
  const decode = { newest: Number, confirmed: Boolean };
  const changes = ids.length === 0 ? [] : await readRows<ReviewedRow>(tables, { sql: changesSql, decode }, { ids });
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  /** Of each entry and party, or field, the newest review alone is in force. */
  const inForce = new Map(reviews.toReversed().map((one) => [`${one.assetId} ${one.subjectKey} ${one.field}`, one.id]));
  return reviews.map(({ id, assetId, subjectKey, field, at, review: { changeId, verdict, by, why } }) => {
    const change = changeOf.get(changeId);
    const isNewest = inForce.get(`${assetId} ${subjectKey} ${field}`) === id;
    const canReopen = isNewest && verdict !== 'reopened' && change !== undefined && whyNotReopened(change) === null;
    return {
      changeId,
      title: change?.title ?? changeId,
      verdict,
      by,
      why,
      at,
      reopens: canReopen ? change.newest : null,
    };
  });
}
