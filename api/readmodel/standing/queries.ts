/** Rows that standings are computed from, for many assets at once. */
import type { RegisterColumnValue, RegisterListedValue } from '../../../schemas/facts/registers.ts';
import { readRows } from '../tables/rows.ts';
import type { TableReader } from '../tables/reader.ts';
import { readInSlices } from '../tables/slices.ts';

type Tables = Pick<TableReader, 'query'>;

/** Identifiers, wallets and parties of an asset that are compared with lists and registers. */
export interface SubjectsRow {
  readonly assetId: string;
  readonly subjects: readonly { readonly key: string; readonly kind: string; readonly roles: readonly string[] }[];
}

const subjectsSql = `
SELECT asset_id AS assetId, subjects FROM attestry.store_asset_subjects FINAL
WHERE asset_id IN {assetIds:Array(String)}`;

export const readSubjects = (tables: Tables, assetIds: readonly string[]): Promise<readonly SubjectsRow[]> =>
  readRows<SubjectsRow>(
    tables,
    { sql: subjectsSql, decode: { subjects: (text) => JSON.parse(text) as SubjectsRow['subjects'] } },
    { assetIds },
  );

/** Readings of the chain of an asset. */
export interface ChainRow {
  readonly assetId: string;
  /** Milliseconds; null where none states facts. */
  readonly statedAt: number | null;
  /** JSON text. */
  readonly newest: string;
  /** The one before it; empty without one. */
  readonly before: string;
}

/** A node that was not asked, or did not answer in full, states nothing. */
const chainSql = `
SELECT asset_id AS assetId, nullIf(toUnixTimestamp64Milli(maxIf(observed_at, value = '"stated"')), 0) AS statedAt,
  assumeNotNull(argMax(value, observed_at)) AS newest,
  groupArraySorted(2)((-toUnixTimestamp64Milli(observed_at), assumeNotNull(value)))[2].2 AS before
FROM attestry.store_observations
WHERE asset_id IN {assetIds:Array(String)} AND subject_kind = 'asset' AND field = 'chain_reading'
  AND startsWith(source_key, 'chain:') AND value IS NOT NULL
GROUP BY asset_id`;

export const readChain = (tables: Tables, assetIds: readonly string[]): Promise<readonly ChainRow[]> =>
  readRows<ChainRow>(tables, { sql: chainSql, decode: { statedAt: Number } }, { assetIds });

/** The newest reading of a cell of a register, or of whether the row is listed. */
export interface CellRow {
  readonly assetId: string;
  readonly rowId: string;
  readonly sourceKey: string;
  readonly field: string;
  readonly value: RegisterColumnValue | RegisterListedValue | null;
}

const cellsSql = `
SELECT assetId, rowId, sourceKey, field, newest.1 AS value
FROM (
  SELECT o.asset_id AS assetId, o.subject_key AS rowId, toString(o.source_key) AS sourceKey, toString(o.field) AS field,
    argMax(tuple(o.value), o.observed_at) AS newest
  FROM attestry.store_observations AS o
  WHERE o.asset_id IN {assetIds:Array(String)} AND o.subject_kind = 'register_row'
  GROUP BY assetId, rowId, sourceKey, field
)
WHERE field = 'listed' OR match(ifNull(newest.1, ''), '"meaning":"(authorisation_end|entity_status)"')`;

export const readCells = (tables: Tables, assetIds: readonly string[]): Promise<readonly CellRow[]> =>
  readRows<CellRow>(
    tables,
    { sql: cellsSql, decode: { value: (text) => JSON.parse(text) as NonNullable<CellRow['value']> } },
    { assetIds },
  );

/** An established fact with a value. */
export interface FactRow {
  readonly assetId: string;
  readonly field: 'attestation_as_of' | 'attestation_frequency' | 'check' | 'paused' | 'report' | 'sources';
  readonly sourceKey: string;
  readonly value: object | boolean;
  /** First reading with the value, milliseconds. */
  readonly since: number;
}

const factsSql = `
SELECT asset_id AS assetId, toString(field) AS field, toString(source_key) AS sourceKey, value,
  toUnixTimestamp64Milli(since) AS since
FROM attestry.store_asset_facts FINAL
WHERE asset_id IN {assetIds:Array(String)} AND subject_kind = 'asset' AND value IS NOT NULL
  AND field IN ('attestation_as_of', 'attestation_frequency', 'check', 'paused', 'report', 'sources')`;

export const readFacts = (tables: Tables, assetIds: readonly string[]): Promise<readonly FactRow[]> =>
  readRows<FactRow>(
    tables,
    { sql: factsSql, decode: { value: (text) => JSON.parse(text) as FactRow['value'], since: Number } },
    { assetIds },
  );

/** The newest verdict on an obligation. */
export interface VerdictRow {
  readonly assetId: string;
  readonly obligationId: string;
  readonly verdict: string;
}

const verdictsSql = `
SELECT asset_id AS assetId, toString(obligation_id) AS obligationId, toString(verdict) AS verdict
FROM attestry.store_verdicts FINAL
WHERE asset_id IN {assetIds:Array(String)} AND kind = 'verdict'
ORDER BY asset_id, obligation_id`;

export const readVerdicts = (tables: Tables, assetIds: readonly string[]): Promise<readonly VerdictRow[]> =>
  readRows<VerdictRow>(tables, { sql: verdictsSql, decode: {} }, { assetIds });

/** Fetches of a document. Reading stored bytes again is no fetch. */
export interface FetchesRow {
  readonly documentId: string;
  /** The last one that gave its text, milliseconds; null without one. */
  readonly readAt: number | null;
  /** Of the newest two, newest first. */
  readonly outcomes: readonly string[];
}

const fetchesSql = `
SELECT document_id AS documentId,
  nullIf(toUnixTimestamp64Milli(maxIf(as_of, outcome IN ('ok', 'not_modified'))), 0) AS readAt,
  arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray((as_of, toString(outcome)))), 1, 2)) AS outcomes
FROM attestry.store_document_captures
WHERE document_id IN {documentIds:Array(String)} AND obtained != 'reread'
GROUP BY document_id`;

export const readFetchesOf = (tables: Tables, documentIds: readonly string[]): Promise<readonly FetchesRow[]> =>
  readInSlices(documentIds, (slice) =>
    readRows<FetchesRow>(tables, { sql: fetchesSql, decode: { readAt: Number } }, { documentIds: slice }),
  );

/** The newest file of a feed. */
export interface FeedRow {
  readonly feed: string;
  /** As-of of the newest that was accepted or unchanged, milliseconds; null without one. */
  readonly readAt: number | null;
  /** Status of the newest one. */
  readonly newest: string;
}

const feedsSql = `
SELECT toString(feed) AS feed,
  nullIf(toUnixTimestamp64Milli(maxIf(as_of, status IN ('accepted', 'unchanged'))), 0) AS readAt,
  toString(argMax(status, (record_time, log_offset))) AS newest
FROM attestry.store_feed_runs
GROUP BY feed`;

export const readFeeds = (tables: Tables): Promise<readonly FeedRow[]> =>
  readRows<FeedRow>(tables, { sql: feedsSql, decode: { readAt: Number } }, {});

const newestFetchSql = `
SELECT count() AS fetches, toUnixTimestamp64Milli(max(inserted_at)) AS insertedAt
FROM attestry.store_document_captures`;

/** How many fetches the tables have, and when the last one was inserted, milliseconds. */
export async function readNewestFetch(
  tables: Tables,
): Promise<{ readonly fetches: number; readonly insertedAt: number }> {
  const [row] = await tables.query<{ readonly fetches: string; readonly insertedAt: string }>(newestFetchSql, {});
  return { fetches: Number(row?.fetches ?? 0), insertedAt: Number(row?.insertedAt ?? 0) };
}
