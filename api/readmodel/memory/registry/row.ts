import type { AssetRecord, RecordAuthority, RecordIssuer, RecordProof } from '../../../../schemas/generated/records.ts';
import type { QueryParameters, TableReader } from '../../tables/reader.ts';
import { decodedRow, readRows, type RowDecoder } from '../../tables/rows.ts';
import { readInSlices } from '../../tables/slices.ts';
import { isBeforeOffset, isFromOffset } from '../log-offsets.ts';
import type { SummaryFields } from './index.ts';

/** A record as interface A serves it: whether an issuer is named is for the intake alone. */
export type ServedRecord = Omit<AssetRecord, 'issuerNamed'>;

/** Place of a row on the log. */
export interface RecordPlace {
  readonly partition: number;
  readonly offset: number;
}

/** The column of each member, in the order of `record_text`. */
const columnOf: Readonly<Record<keyof ServedRecord, string>> = {
  assetId: 'asset_id',
  position: 'position',
  registryPosition: 'registry_position',
  registeredAt: 'registered_at',
  public: 'public',
  kyiVerified: 'kyi_verified',
  status: 'status',
  did: 'did',
  slug: 'slug',
  chain: 'chain',
  address: 'address',
  standard: 'standard',
  decimals: 'decimals',
  name: 'name',
  symbol: 'symbol',
  description: 'description',
  websiteUrl: 'website_url',
  whitepaperUrl: 'whitepaper_url',
  imageUrl: 'image_url',
  copyrightConfirmed: 'copyright_confirmed',
  attestationAddress: 'attestation_address',
  verifiedAt: 'verified_at',
  regimes: 'regimes',
  sourcesDeclared: 'sources_declared',
  issuer: 'issuer',
  authorities: 'authorities',
  verifications: 'verifications',
  chainReading: 'chain_reading',
};
const members = Object.keys(columnOf) as readonly (keyof ServedRecord)[];

const decodeSummary = {
  position: Number,
  registeredAt: Number,
  issuer: (text: string) => JSON.parse(text) as RecordIssuer,
};
const decodeRecord = {
  ...decodeSummary,
  registryPosition: Number,
  verifiedAt: Number,
  authorities: (text: string) => JSON.parse(text) as readonly RecordAuthority[],
  verifications: (text: string) => JSON.parse(text) as readonly RecordProof[],
} satisfies RowDecoder<ServedRecord>;

export const countRecordsSql = 'SELECT toUInt32(count()) AS records FROM attestry.store_asset_records FINAL';

/** A row of `store_asset_records` as it was inserted. */
export type InsertedRecord = Readonly<Record<string, unknown>>;

/** The columns that `recordOfRow` reads. */
export const insertedColumns: readonly string[] = Object.values(columnOf);

export const recordOfRow = (row: InsertedRecord): ServedRecord =>
  decodedRow<ServedRecord>(Object.fromEntries(members.map((name) => [name, row[columnOf[name]]])), decodeRecord);

const timeMembers: ReadonlySet<string> = new Set<keyof ServedRecord>(['registeredAt', 'verifiedAt']);
const columns = (selected: readonly (keyof ServedRecord)[]): string =>
  [
    ...selected.map((name) => {
      const column = columnOf[name];
      return (timeMembers.has(name) ? `toUnixTimestamp64Milli(${column})` : column) + ` AS ${name}`;
    }),
    'log_partition AS partition',
    'log_offset AS offset',
  ].join(', ');

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
SELECT log_partition AS partition, max(log_offset) AS offset FROM attestry.store_asset_records GROUP BY log_partition`;

const summaryMembers = [
  'assetId',
  'position',
  'registeredAt',
  'public',
  'status',
  'did',
  'slug',
  'chain',
  'address',
  'standard',
  'decimals',
  'name',
  'symbol',
  'sourcesDeclared',
  'issuer',
  'chainReading',
] as const satisfies readonly (keyof ServedRecord)[];

/** Reads one page of rows. */
export type ReadPage<R extends RecordPlace> = (
  tables: TableReader,
  parameters: QueryParameters,
) => Promise<readonly R[]>;

/** A page of whole records. */
export const readRecords: ReadPage<ServedRecord & RecordPlace> = (tables, parameters) =>
  readRows<ServedRecord & RecordPlace>(
    tables,
    { sql: recordsSql, decode: { ...decodeRecord, offset: Number } },
    parameters,
  );
const recordsSql = 'SELECT ' + columns(members) + ' FROM attestry.store_asset_records' + between;

/** A page of the members that find and list an asset. */
export const readSummaries: ReadPage<SummaryFields & RecordPlace> = (tables, parameters) =>
  readRows<SummaryFields & RecordPlace>(
    tables,
    { sql: summariesSql, decode: { ...decodeSummary, offset: Number } },
    parameters,
  );
const summariesSql = 'SELECT ' + columns(summaryMembers) + ' FROM attestry.store_asset_records' + between;

/** Without FINAL, which would read every column of neighbouring rows, too. */
const recordTextsSql = `
SELECT record_text FROM attestry.store_asset_records
WHERE asset_id IN {assetIds:Array(String)}`;

/** Records of assets. Versions that are not merged come as records of their own. */
export async function readRecordTexts(
  tables: Pick<TableReader, 'query'>,
  assetIds: readonly string[],
): Promise<readonly ServedRecord[]> {
  const rows = await readInSlices(assetIds, (slice) =>
    tables.query<{ readonly record_text: string }>(recordTextsSql, { assetIds: slice }),
  );
  return rows.map((row) => recordOfText(row.record_text));
}

/** `record_text` has the values of the row as a JSON array. */
function recordOfText(text: string): ServedRecord {
  const values = JSON.parse(text) as readonly unknown[];
  return decodedRow<ServedRecord>(
    Object.fromEntries(members.map((name, index) => [name, values[index]])),
    decodeRecord,
  );
}
