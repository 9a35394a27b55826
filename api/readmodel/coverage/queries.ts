/** Rows that coverage is computed from, for many assets at once. */
import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
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

/** What an asset declares, with the issuer that it links or names. */
export interface DeclaredRow extends Pick<AssetRow, 'assetId' | 'identifiers' | 'sources'> {
  /** Null where none is named. */
  readonly issuerName: string | null;
  readonly lei: string | null;
  /** Whether the asset states who linked its issuer, and the issuer who decided its check. */
  readonly isRecorded: boolean;
}

interface AssetRow extends Pick<RegistryAsset, 'issuerId' | 'parties'> {
  readonly assetId: string;
  readonly identifiers: {
    readonly dti: readonly string[];
    readonly ffg: readonly string[];
    readonly isin: readonly string[];
  };
  readonly sources: readonly DeclaredSource[];
  readonly isVouched: boolean;
}

const assetsSql = `
SELECT asset_id AS assetId, issuer_id AS issuerId, parties, identifiers, sources, toBool(vouched IS NOT NULL) AS isVouched
FROM attestry.store_registry_assets FINAL
WHERE asset_id IN {assetIds:Array(String)}`;

interface PartyRow {
  readonly partyId: string;
  readonly name: string;
  readonly lei: string | null;
  readonly isVouched: boolean;
}

const partiesSql = `
SELECT party_id AS partyId, name, lei, toBool(vouched IS NOT NULL) AS isVouched
FROM attestry.store_registry_parties FINAL
WHERE party_id IN {partyIds:Array(String)}`;

/** What assets declare. */
export async function readDeclared(tables: Tables, assetIds: readonly string[]): Promise<readonly DeclaredRow[]> {
  const assets = await readRows<AssetRow>(
    tables,
    {
      sql: assetsSql,
      decode: {
        parties: (text) => JSON.parse(text) as AssetRow['parties'],
        identifiers: (text) => JSON.parse(text) as AssetRow['identifiers'],
        sources: (text) => JSON.parse(text) as AssetRow['sources'],
      },
    },
    { assetIds },
  );
  const partyIds = [...new Set(assets.flatMap((asset) => issuerOf(asset) ?? []))];
  const parties =
    partyIds.length === 0 ? [] : await readRows<PartyRow>(tables, { sql: partiesSql, decode: {} }, { partyIds });
  const byId = new Map(parties.map((party) => [party.partyId, party]));
  return assets.map(({ isVouched, issuerId, parties: roles, ...asset }) => {
    const issuer = byId.get(issuerOf({ issuerId, parties: roles }) ?? '');
    return {
      ...asset,
      issuerName: issuer?.name ?? null,
      lei: issuer?.lei ?? null,
      isRecorded: isVouched && issuer?.isVouched === true,
    };
  });
}

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

/** A source of an asset that states a field now. */
interface StatedRow {
  readonly assetId: string;
  readonly sourceId: string;
}

const statedSql = `
SELECT assetId, sourceId
FROM (
  SELECT o.asset_id AS assetId, toString(o.source_key) AS sourceId, argMax(tuple(o.value), o.observed_at).1 AS newest
  FROM attestry.store_observations AS o
  WHERE o.asset_id IN {assetIds:Array(String)} AND o.subject_kind = 'asset' AND o.source_key IN {sourceIds:Array(String)}
  GROUP BY assetId, sourceId, o.field
)
WHERE newest IS NOT NULL
GROUP BY assetId, sourceId`;

export const readStated = (
  tables: Tables,
  assetIds: readonly string[],
  sourceIds: readonly string[],
): Promise<readonly StatedRow[]> =>
  sourceIds.length === 0
    ? Promise.resolve([])
    : readRows<StatedRow>(tables, { sql: statedSql, decode: {} }, { assetIds, sourceIds });

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
