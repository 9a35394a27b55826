import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import type { TableReader } from '../tables/reader.ts';
import { readRows, type RowDecoder } from '../tables/rows.ts';
import { changedMembers, declarationDigest } from './declarations.ts';
import type { MemberChange, RegistryKind } from './port.ts';

/** A declaration as it was made. Time in milliseconds. */
export interface DeclaredVersion<D> {
  readonly declaration: D;
  readonly declaredAt: number;
}

/** Newest declarations of one asset or party that are read. */
const mostVersions = 200;

const assetColumns = `
asset_id AS assetId, did, slug, toString(chain) AS chain, address, toString(standard) AS standard, decimals, name, symbol,
description, website_url AS websiteUrl, whitepaper_url AS whitepaperUrl, image, attestation_address AS attestationAddress,
issuer_id AS issuerId, parties, identifiers, regimes, sources, toUnixTimestamp64Milli(verified_at) AS verifiedAt,
toString(status) AS status, token, vouched`;

const partyColumns = `
party_id AS partyId, did, name, legal_name AS legalName, lei, registration_number AS registrationNumber,
toNullable(toString(country)) AS country, aliases, wallets, isins, kyi, kyb, description, bics, tax_ids AS taxIds,
toString(kind) AS kind, birth_year AS birthYear, vouched`;

const newestFirst = `
ORDER BY log_offset DESC
LIMIT {most:UInt32}`;

const assetVersionsSql =
  'SELECT ' +
  assetColumns +
  ', toUnixTimestamp64Milli(record_time) AS declaredAt FROM attestry.store_registry_assets_history FINAL WHERE asset_id = {id:String}' +
  newestFirst;
const partyVersionsSql =
  'SELECT ' +
  partyColumns +
  ', toUnixTimestamp64Milli(record_time) AS declaredAt FROM attestry.store_registry_parties_history FINAL WHERE party_id = {id:String}' +
  newestFirst;

type VersionRow<D> = D & { readonly declaredAt: number };

const decodeAsset: RowDecoder<VersionRow<RegistryAsset>> = {
  declaredAt: Number,
  verifiedAt: Number,
  image: JSON.parse,
  parties: JSON.parse,
  identifiers: JSON.parse,
  sources: JSON.parse,
  vouched: JSON.parse,
};
const decodeParty: RowDecoder<VersionRow<RegistryParty>> = {
  declaredAt: Number,
  kyi: JSON.parse,
  kyb: JSON.parse,
  taxIds: JSON.parse,
  vouched: JSON.parse,
};

const versionOf = <D extends object>({ declaredAt, ...declaration }: VersionRow<D>): DeclaredVersion<D> => ({
  declaration: declaration as unknown as D,
  declaredAt,
});

/** Declarations of an asset, the newest first; empty if there is none. */
export const assetVersions = async (
  tables: TableReader,
  id: string,
): Promise<readonly DeclaredVersion<RegistryAsset>[]> => {
  const query = { sql: assetVersionsSql, decode: decodeAsset };
  return (await readRows<VersionRow<RegistryAsset>>(tables, query, { id, most: mostVersions })).map(versionOf);
};

/** Declarations of a party, the newest first; empty if there is none. */
export const partyVersions = async (
  tables: TableReader,
  id: string,
): Promise<readonly DeclaredVersion<RegistryParty>[]> => {
  const query = { sql: partyVersionsSql, decode: decodeParty };
  return (await readRows<VersionRow<RegistryParty>>(tables, query, { id, most: mostVersions })).map(versionOf);
};

/** One declaration of an asset or party, with what it changed. */
export interface HistoryEntry {
  /** Milliseconds. */
  readonly declaredAt: number;
  /** Identifies the content. */
  readonly revision: string;
  /** False for the first declaration. */
  readonly isChange: boolean;
  readonly members: readonly MemberChange[];
  /** Who decided and why, where this declaration records a decision. */
  readonly vouched: RegistryAsset['vouched'];
}

/** What each declaration changed, the newest first. Of more than 200, the oldest shown has no changes. */
export async function historyOf(
  tables: TableReader,
  { kind, id }: { readonly kind: RegistryKind; readonly id: string },
): Promise<readonly HistoryEntry[]> {
  const versions: readonly DeclaredVersion<RegistryAsset | RegistryParty>[] =
    kind === 'assets' ? await assetVersions(tables, id) : await partyVersions(tables, id);
  return entriesOf(versions);
}

/** The same of declarations that are read already. */
export const entriesOf = (
  versions: readonly DeclaredVersion<RegistryAsset | RegistryParty>[],
): readonly HistoryEntry[] =>
  versions.map(({ declaration, declaredAt }, index) => {
    const before = versions[index + 1]?.declaration;
    const members = before === undefined ? [] : changedMembers(before, declaration);
    const decided = before === undefined || members.some(({ member }) => member === 'vouched');
    return {
      declaredAt,
      revision: declarationDigest(declaration),
      isChange: before !== undefined,
      members: members.filter(({ member }) => member !== 'vouched'),
      vouched: decided ? declaration.vouched : null,
    };
  });
