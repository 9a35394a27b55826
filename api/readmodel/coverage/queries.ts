/** Rows that coverage is computed from, for many assets at once. */
import { readRows } from '../tables/rows.ts';
import type { TableReader } from '../tables/reader.ts';

type Tables = Pick<TableReader, 'query'>;

/** A source as an asset declares it. */
export interface DeclaredSource {
  readonly sourceId: string;
  readonly url: string;
  readonly kind: string;
  readonly extractor: string;
}

/** What an asset declares, with the issuer that it names. */
export interface DeclaredRow {
  readonly assetId: string;
  readonly identifiers: {
    readonly dti: readonly string[];
    readonly ffg: readonly string[];
    readonly isin: readonly string[];
  };
  readonly sources: readonly DeclaredSource[];
  /** Empty where none is named. */
  readonly issuerName: string;
  readonly lei: string | null;
}

/** A party with the role of the issuer is named; one that is linked comes first. */
const declaredSql = `
SELECT a.asset_id AS assetId, a.identifiers AS identifiers, a.sources AS sources, p.name AS issuerName, p.lei AS lei
FROM (
  SELECT asset_id, identifiers, sources,
    ifNull(issuer_id, JSONExtractString(arrayFirst(
      party -> JSONExtractString(party, 'role') = 'issuer', JSONExtractArrayRaw(parties)), 'partyId')) AS issuer
  FROM attestry.store_registry_assets FINAL
  WHERE asset_id IN {assetIds:Array(String)}
) AS a
LEFT JOIN (SELECT party_id, name, lei FROM attestry.store_registry_parties FINAL) AS p ON p.party_id = a.issuer`;

export const readDeclared = (tables: Tables, assetIds: readonly string[]): Promise<readonly DeclaredRow[]> =>
  readRows<DeclaredRow>(
    tables,
    {
      sql: declaredSql,
      decode: {
        identifiers: (text) => JSON.parse(text) as DeclaredRow['identifiers'],
        sources: (text) => JSON.parse(text) as DeclaredRow['sources'],
      },
    },
    { assetIds },
  );

/** Fetches of a document, and whether its newest text could be read. */
export interface DocumentRow {
  readonly documentId: string;
  /** The last one that gave its text, milliseconds; null without one. */
  readonly readAt: number | null;
  /** Of the newest two, newest first. */
  readonly outcomes: readonly string[];
  /** How the newest reading ended; empty without one. */
  readonly ended: string;
}

const documentsSql = `
SELECT document_id AS documentId,
  nullIf(toUnixTimestamp64Milli(maxIf(as_of, outcome IN ('ok', 'not_modified') AND obtained != 'reread')), 0) AS readAt,
  arrayMap(one -> one.2,
    arraySlice(arrayReverseSort(groupArrayIf((as_of, toString(outcome)), obtained != 'reread')), 1, 2)) AS outcomes,
  argMaxIf(JSONExtractString(assumeNotNull(reading), 'ended'), (as_of, log_offset), reading IS NOT NULL) AS ended
FROM attestry.store_document_captures
WHERE document_id IN {documentIds:Array(String)}
GROUP BY document_id`;

export const readDocuments = (tables: Tables, documentIds: readonly string[]): Promise<readonly DocumentRow[]> =>
  documentIds.length === 0
    ? Promise.resolve([])
    : readRows<DocumentRow>(tables, { sql: documentsSql, decode: { readAt: Number } }, { documentIds });

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
