import type { TableReader } from '../../../api/readmodel/tables/reader.ts';

/** A source of an asset that has the address of a document. */
export interface DeclaredSource {
  readonly assetId: string;
  readonly sourceId: string;
  readonly kind: string;
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
  readonly declared: readonly DeclaredSource[];
}

interface FetchRow {
  readonly document_id: string;
  readonly url: string;
  readonly final_url: string | null;
  readonly as_of: string;
  readonly outcome: string;
  readonly message: string | null;
  readonly document_class: string | null;
  readonly bytes: string | null;
  readonly sha256: string | null;
  readonly declared: string;
}

/** Fetches on one page. */
export const mostFetches = 100;

const columns = `document_id, url, final_url, toUnixTimestamp64Milli(as_of) AS as_of, toString(outcome) AS outcome, message,
  toString(document_class) AS document_class, bytes, sha256, declared`;

const fetchesSql = [
  'SELECT',
  columns,
  'FROM attestry.store_document_captures FINAL WHERE document_id = {documentId:String}',
  'ORDER BY as_of DESC, log_offset DESC LIMIT {most:UInt32}',
].join(' ');

/** The newest fetches of a document, newest first. */
export async function readFetches(tables: TableReader, documentId: string): Promise<readonly DocumentFetch[]> {
  return (await tables.query<FetchRow>(fetchesSql, { documentId, most: mostFetches })).map(fetchOf);
}

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
export async function readDocuments(tables: TableReader): Promise<readonly FetchedDocument[]> {
  return (await tables.query<FetchRow>(newestSql(''), { most: mostDocuments })).map(fetchedDocumentOf);
}

/** The newest fetch of each document that an asset declares or once declared. */
export async function readDocumentsOf(tables: TableReader, assetId: string): Promise<readonly FetchedDocument[]> {
  const declaring =
    'WHERE document_id IN (SELECT document_id FROM attestry.store_document_captures WHERE position(declared, {assetId:String}) > 0)';
  return (await tables.query<FetchRow>(newestSql(declaring), { assetId, most: mostDocuments })).map(fetchedDocumentOf);
}

const fetchedDocumentOf = (row: FetchRow): FetchedDocument => ({ id: row.document_id, ...fetchOf(row) });

const fetchOf = (row: FetchRow): DocumentFetch => ({
  url: row.url,
  finalUrl: row.final_url,
  asOf: Number(row.as_of),
  outcome: row.outcome,
  message: row.message,
  documentClass: row.document_class,
  bytes: row.bytes === null ? null : Number(row.bytes),
  sha256: row.sha256,
  declared: JSON.parse(row.declared) as readonly DeclaredSource[],
});

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
}

const factsSql = `
SELECT f.asset_id AS asset_id, toString(f.source_key) AS source_key, toString(f.field) AS field, f.value AS value,
  toUnixTimestamp64Milli(f.since) AS since, o.quote AS quote
FROM (
  SELECT asset_id, source_key, field, value, since, observation_id FROM attestry.store_asset_facts FINAL
  WHERE asset_id IN {assetIds:Array(String)} AND source_key IN {sources:Array(String)} AND value IS NOT NULL
    AND subject_kind = 'asset'
) AS f
LEFT JOIN (
  SELECT id, any(quote) AS quote FROM attestry.store_observations
  WHERE asset_id IN {assetIds:Array(String)} AND source_key IN {sources:Array(String)} GROUP BY id
) AS o ON o.id = f.observation_id
ORDER BY field, asset_id
LIMIT 2000`;

interface FactRow {
  readonly asset_id: string;
  readonly source_key: string;
  readonly field: string;
  readonly value: string;
  readonly since: string;
  readonly quote: string | null;
}

/** Established values of declared sources, without readings that are not yet accepted. */
export async function readStatedValues(
  tables: TableReader,
  declared: readonly DeclaredSource[],
): Promise<readonly StatedValue[]> {
  if (declared.length === 0) return [];
  const assetIds = [...new Set(declared.map(({ assetId }) => assetId))];
  const sources = [...new Set(declared.map(({ sourceId }) => sourceId))];
  const own = new Set(declared.map(({ assetId, sourceId }) => `${assetId} ${sourceId}`));
  const rows = await tables.query<FactRow>(factsSql, { assetIds, sources });
  return rows
    .filter((row) => own.has(`${row.asset_id} ${row.source_key}`))
    .map(({ asset_id: assetId, source_key: sourceId, since, quote, ...row }) => ({
      ...row,
      assetId,
      sourceId,
      since: Number(since),
      quote: quote === '' ? null : quote,
    }));
}
