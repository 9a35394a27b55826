/** Rows that coverage is computed from, for many assets at once. */
import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import { readRows } from '../tables/rows.ts';
import type { TableReader } from '../tables/reader.ts';
import { readInSlices } from '../tables/slices.ts';

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

/** How the newest reading of a document ended. */
interface EndedRow {
  readonly documentId: string;
  readonly ended: string;
}

const endedSql = `
SELECT document_id AS documentId,
  argMax(JSONExtractString(assumeNotNull(reading), 'ended'), (as_of, log_offset)) AS ended
FROM attestry.store_document_captures
WHERE document_id IN {documentIds:Array(String)} AND reading IS NOT NULL
GROUP BY document_id`;

export const readEnded = (tables: Tables, documentIds: readonly string[]): Promise<readonly EndedRow[]> =>
  readInSlices(documentIds, (slice) =>
    readRows<EndedRow>(tables, { sql: endedSql, decode: {} }, { documentIds: slice }),
  );

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
  readInSlices(sourceIds, (slice) =>
    readRows<StatedRow>(tables, { sql: statedSql, decode: {} }, { assetIds, sourceIds: slice }),
  );
