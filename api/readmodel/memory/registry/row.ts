import type { AssetRecord } from '../../../../schemas/generated/records.ts';
import type { QueryParameters, TableReader } from '../../tables/reader.ts';
import { readInSlices } from '../../tables/slices.ts';
import { isBeforeOffset, isFromOffset } from '../log-offsets.ts';
import type { SummaryFields } from './index.ts';
import { createSharedValues } from './shared-values.ts';

/** A record as interface A serves it: whether an issuer is named is for the intake alone. */
export type ServedRecord = Omit<AssetRecord, 'issuerNamed'>;

/** Place of a row on the log. */
export interface RecordPlace {
  readonly partition: number;
  readonly offset: number;
}

/** A row, and its place. */
export interface PlacedRow<R> extends RecordPlace {
  readonly row: R;
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

/** Members that arrive as text: 64-bit integers in digits, nested values as JSON. */
type TextMember =
  | 'position'
  | 'registryPosition'
  | 'registeredAt'
  | 'verifiedAt'
  | 'issuer'
  | 'authorities'
  | 'verifications';

/** The values of a row as they arrive. */
type StoredRecord = {
  readonly [K in keyof ServedRecord]: K extends TextMember ? string | Extract<ServedRecord[K], null> : ServedRecord[K];
};

const shared = createSharedValues();
const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** One literal, so that all records have one shape, and no room for more members. */
const recordOf = (row: StoredRecord): ServedRecord => ({
  assetId: row.assetId,
  position: Number(row.position),
  registryPosition: Number(row.registryPosition),
  registeredAt: Number(row.registeredAt),
  public: row.public,
  kyiVerified: row.kyiVerified,
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
  websiteUrl: row.websiteUrl,
  whitepaperUrl: row.whitepaperUrl,
  imageUrl: row.imageUrl,
  copyrightConfirmed: row.copyrightConfirmed,
  attestationAddress: row.attestationAddress,
  verifiedAt: numberOf(row.verifiedAt),
  regimes: shared.same(row.regimes),
  sourcesDeclared: row.sourcesDeclared,
  issuer: row.issuer === null ? null : shared.parsed<NonNullable<ServedRecord['issuer']>>(row.issuer),
  authorities: shared.parsed<ServedRecord['authorities']>(row.authorities),
  verifications: shared.parsed<ServedRecord['verifications']>(row.verifications),
  chainReading: row.chainReading,
});

export const countRecordsSql = 'SELECT toUInt32(count()) AS records FROM attestry.store_asset_records FINAL';

/** A row of `store_asset_records` as it was inserted. */
export type InsertedRecord = Readonly<Record<string, unknown>>;

/** The columns that `recordOfRow` reads. */
export const insertedColumns: readonly string[] = Object.values(columnOf);

export const recordOfRow = (row: InsertedRecord): ServedRecord =>
  recordOf(Object.fromEntries(members.map((name) => [name, row[columnOf[name]]])) as unknown as StoredRecord);

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
export type ReadPage<R> = (tables: TableReader, parameters: QueryParameters) => Promise<readonly PlacedRow<R>[]>;

type PlacedColumns<R> = R & { readonly partition: number; readonly offset: string };

/** A page of whole records. */
export const readRecords: ReadPage<ServedRecord> = async (tables, parameters) =>
  (await tables.query<PlacedColumns<StoredRecord>>(recordsSql, parameters)).map((row) => ({
    row: recordOf(row),
    partition: row.partition,
    offset: Number(row.offset),
  }));
const recordsSql = 'SELECT ' + columns(members) + ' FROM attestry.store_asset_records' + between;

/** A page of the members that find and list an asset. */
export const readSummaries: ReadPage<SummaryFields> = async (tables, parameters) =>
  (
    await tables.query<PlacedColumns<Pick<StoredRecord, (typeof summaryMembers)[number]>>>(summariesSql, parameters)
  ).map(({ partition, offset, ...row }) => ({
    row: {
      ...row,
      position: Number(row.position),
      registeredAt: Number(row.registeredAt),
      issuer: row.issuer === null ? null : shared.parsed<NonNullable<ServedRecord['issuer']>>(row.issuer),
    },
    partition,
    offset: Number(offset),
  }));
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
  return recordOf(Object.fromEntries(members.map((name, index) => [name, values[index]])) as unknown as StoredRecord);
}
