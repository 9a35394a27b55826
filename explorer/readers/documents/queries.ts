import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';

/** A source of an asset that has the address of a document. */
export interface DeclaredSource {
  readonly assetId: string;
  readonly sourceId: string;
  readonly kind: string;
  /** sha256 hex of its profile; null where no rule reads it. */
  readonly profileSha256: string | null;
}

/** One fetch of a document. Times in milliseconds. */
export interface DocumentFetch {
  readonly url: string;
  readonly finalUrl: string | null;
  readonly asOf: number;
  readonly outcome: string;
  readonly message: string | null;
  readonly documentClass: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Null when nothing was read. */
  readonly reading: { readonly sha256: string | null; readonly ended: string } | null;
  readonly declared: readonly DeclaredSource[];
}

/** Fetches on one page. */
export const mostFetches = 100;

const columns = `document_id AS id, url, final_url AS finalUrl, toUnixTimestamp64Milli(as_of) AS asOf,
  toString(outcome) AS outcome, message, toString(document_class) AS documentClass, bytes, sha256, reading, declared`;

const decode = {
  asOf: Number,
  bytes: Number,
  reading: (text: string) => JSON.parse(text) as NonNullable<DocumentFetch['reading']>,
  declared: (text: string) => JSON.parse(text) as readonly DeclaredSource[],
};

const fetchesSql = [
  'SELECT',
  columns,
  'FROM attestry.store_document_captures FINAL WHERE document_id = {documentId:String}',
  'ORDER BY as_of DESC, log_offset DESC LIMIT {most:UInt32}',
].join(' ');

/** The newest fetches of a document, newest first. */
export const readFetches = (tables: TableReader, documentId: string): Promise<readonly FetchedDocument[]> =>
  readRows<FetchedDocument>(tables, { sql: fetchesSql, decode }, { documentId, most: mostFetches });

/** Documents in one list. */
const mostDocuments = 500;

const newestSql = (condition: string): string =>
  [
    'SELECT',
    columns,
    'FROM attestry.store_document_captures FINAL',
    condition,
    'ORDER BY document_id, as_of DESC, log_offset DESC LIMIT 1 BY document_id LIMIT {most:UInt32}',
  ].join(' ');

/** The newest fetch of a document, with the document's id. */
export interface FetchedDocument extends DocumentFetch {
  readonly id: string;
}

/** The newest fetch of each document. */
export const readDocuments = (tables: TableReader): Promise<readonly FetchedDocument[]> =>
  readRows<FetchedDocument>(tables, { sql: newestSql(''), decode }, { most: mostDocuments });

/** The newest fetch of each document that an asset declares or once declared. */
export async function readDocumentsOf(tables: TableReader, assetId: string): Promise<readonly FetchedDocument[]> {
  const declaring =
    'WHERE document_id IN (SELECT document_id FROM attestry.store_document_captures WHERE position(declared, {assetId:String}) > 0)';
  const wanted = { assetId, most: mostDocuments };
  return readRows<FetchedDocument>(tables, { sql: newestSql(declaring), decode }, wanted);
}

/** A value that a document states of an asset, with the passage that states it. */
export interface StatedValue {
  readonly assetId: string;
  readonly sourceId: string;
  readonly field: string;
  /** JSON text. */
  readonly value: string;
  /** Milliseconds. */
  readonly since: number;
  readonly quote: string | null;
  readonly place: string | null;
}

const factsSql = `
SELECT f.asset_id AS assetId, toString(f.source_key) AS sourceId, toString(f.field) AS field, f.value AS value,
  toUnixTimestamp64Milli(f.since) AS since, nullIf(o.quote, '') AS quote, nullIf(o.place, '') AS place
FROM (
  SELECT asset_id, source_key, field, value, since, observation_id FROM attestry.store_asset_facts FINAL
  WHERE asset_id IN {assetIds:Array(String)} AND source_key IN {sources:Array(String)} AND value IS NOT NULL
    AND subject_kind = 'asset'
) AS f
LEFT JOIN (
  SELECT id, any(quote) AS quote, any(ifNull(place, '')) AS place FROM attestry.store_observations
  WHERE asset_id IN {assetIds:Array(String)} AND source_key IN {sources:Array(String)} GROUP BY id
) AS o ON o.id = f.observation_id
ORDER BY field, assetId
LIMIT 2000`;

/** Established values of declared sources, without readings that are not yet accepted. */
export async function readStatedValues(
  tables: TableReader,
  declared: readonly DeclaredSource[],
): Promise<readonly StatedValue[]> {
  if (declared.length === 0) return [];
  const assetIds = [...new Set(declared.map(({ assetId }) => assetId))];
  const sources = [...new Set(declared.map(({ sourceId }) => sourceId))];
  const own = new Set(declared.map(({ assetId, sourceId }) => `${assetId} ${sourceId}`));
  const values = await readRows<StatedValue>(
    tables,
    { sql: factsSql, decode: { since: Number } },
    { assetIds, sources },
  );
  return values.filter(({ assetId, sourceId }) => own.has(`${assetId} ${sourceId}`));
}
