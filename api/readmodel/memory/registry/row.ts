import type { AssetRecord, RecordAuthority, RecordIssuer, RecordProof } from '../../../../schemas/generated/records.ts';
import { isBeforeOffset, isFromOffset } from '../log-offsets.ts';
import type { SummaryFields } from './index.ts';

/** A row of `store_asset_records` as the queries here select it. */
export interface AssetRecordRow {
  readonly asset_id: string;
  readonly position: string;
  readonly registry_position: string;
  readonly registered_at: string;
  readonly public: boolean;
  readonly kyi_verified: boolean;
  readonly status: string;
  readonly did: string;
  readonly slug: string;
  readonly chain: string;
  readonly address: string;
  readonly standard: string;
  readonly decimals: number | null;
  readonly name: string;
  readonly symbol: string;
  readonly description: string;
  readonly website_url: string | null;
  readonly whitepaper_url: string | null;
  readonly image_url: string | null;
  readonly copyright_confirmed: boolean;
  readonly attestation_address: string | null;
  readonly verified_at: string | null;
  readonly regimes: readonly string[];
  readonly sources_declared: number;
  readonly issuer: string | null;
  readonly authorities: string;
  readonly verifications: string;
  readonly log_partition: number;
  readonly log_offset: string;
}

/** A record as interface A serves it: the reading of the chain is for the intake alone. */
export type ServedRecord = Omit<AssetRecord, 'chainReading'>;

/** The record of a row. */
export const assetRecordOf = (row: AssetRecordRow): ServedRecord => ({
  assetId: row.asset_id,
  position: Number(row.position),
  registryPosition: Number(row.registry_position),
  registeredAt: Number(row.registered_at),
  public: row.public,
  kyiVerified: row.kyi_verified,
  status: row.status,
  did: row.did,
  slug: row.slug,
  chain: row.chain,
  address: row.address,
  standard: row.standard,
  decimals: row.decimals,
  name: row.name,
  symbol: row.symbol,
  description: row.description,
  websiteUrl: row.website_url,
  whitepaperUrl: row.whitepaper_url,
  imageUrl: row.image_url,
  copyrightConfirmed: row.copyright_confirmed,
  attestationAddress: row.attestation_address,
  verifiedAt: row.verified_at === null ? null : Number(row.verified_at),
  regimes: row.regimes,
  sourcesDeclared: row.sources_declared,
  issuer: row.issuer === null ? null : (JSON.parse(row.issuer) as RecordIssuer),
  authorities: JSON.parse(row.authorities) as readonly RecordAuthority[],
  verifications: JSON.parse(row.verifications) as readonly RecordProof[],
});

/** A row as `assetSummariesSql` selects it. */
export type AssetSummaryRow = Pick<
  AssetRecordRow,
  | 'asset_id'
  | 'position'
  | 'registered_at'
  | 'public'
  | 'status'
  | 'did'
  | 'slug'
  | 'chain'
  | 'address'
  | 'standard'
  | 'decimals'
  | 'name'
  | 'symbol'
  | 'issuer'
  | 'log_partition'
  | 'log_offset'
>;

/** The members of a row that the index needs. */
export const summaryFieldsOf = (row: AssetSummaryRow): SummaryFields => ({
  assetId: row.asset_id,
  position: Number(row.position),
  registeredAt: Number(row.registered_at),
  public: row.public,
  status: row.status,
  did: row.did,
  slug: row.slug,
  chain: row.chain,
  address: row.address,
  standard: row.standard,
  decimals: row.decimals,
  name: row.name,
  symbol: row.symbol,
  issuer: row.issuer === null ? null : (JSON.parse(row.issuer) as RecordIssuer),
});

export const countRecordsSql = 'SELECT count() AS records FROM attestry.store_asset_records FINAL';

/** In the order of `record_text`. */
const columnNames = [
  ...['asset_id', 'position', 'registry_position', 'registered_at', 'public', 'kyi_verified', 'status', 'did', 'slug'],
  ...['chain', 'address', 'standard', 'decimals', 'name', 'symbol', 'description', 'website_url', 'whitepaper_url'],
  ...['image_url', 'copyright_confirmed', 'attestation_address', 'verified_at', 'regimes', 'sources_declared'],
  ...['issuer', 'authorities', 'verifications', 'log_partition', 'log_offset'],
] as const satisfies readonly (keyof AssetRecordRow)[];

const times: readonly string[] = ['registered_at', 'verified_at'] satisfies (keyof AssetRecordRow)[];
const columns = columnNames
  .map((name) => (times.includes(name) ? `toUnixTimestamp64Milli(${name}) AS ${name}` : name))
  .join(', ');

/** One page of the rows between two offsets per log partition. `least`, the lowest of them, lets the index skip most rows. */
const between =
  ` FINAL
WHERE log_offset >= {least:UInt64}
  AND ` +
  isFromOffset('from') +
  `
  AND ` +
  isBeforeOffset('end') +
  `
  AND asset_id > {after:String}
ORDER BY asset_id
LIMIT {limit:UInt32}`;

/** Offset of the last row of each partition. */
export const recordEndsSql = `
SELECT log_partition, max(log_offset) AS log_offset FROM attestry.store_asset_records GROUP BY log_partition`;

/** A page of whole rows. */
export const assetRecordsSql = 'SELECT ' + columns + ' FROM attestry.store_asset_records' + between;

/** A page of rows with the columns that find and list an asset. */
export const assetSummariesSql =
  `
SELECT asset_id, position, toUnixTimestamp64Milli(registered_at) AS registered_at, public, status, did, slug, chain,
  address, standard, decimals, name, symbol, issuer, log_partition, log_offset
FROM attestry.store_asset_records` + between;

/** Without FINAL, which would read every column of neighbouring rows, too. Versions that are not merged come as rows. */
export const assetRecordTextsSql = `
SELECT asset_id, position, record_text FROM attestry.store_asset_records
WHERE asset_id IN {assetIds:Array(String)}`;

/** A row as `assetRecordTextsSql` selects it. */
export interface AssetRecordText {
  readonly asset_id: string;
  readonly position: string;
  /** The values of the row as a JSON array. */
  readonly record_text: string;
}

/** The record in `record_text`. */
export function assetRecordOfText({ record_text }: AssetRecordText): ServedRecord {
  const values = JSON.parse(record_text) as readonly unknown[];
  return assetRecordOf(
    Object.fromEntries(columnNames.map((name, index) => [name, values[index]])) as unknown as AssetRecordRow,
  );
}
