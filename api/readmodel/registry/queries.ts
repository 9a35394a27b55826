import type { TableReader } from '../tables/reader.ts';
import { readRows } from '../tables/rows.ts';

/** Which declarations are listed; null for no condition. */
export interface RegistryQuery {
  /** Part of a name, symbol, address, slug or identifier; in any letter case. */
  readonly text: string | null;
  readonly chain: string | null;
  /** Id, DID, LEI or exact name of the issuer. */
  readonly issuer: string | null;
  /** Of parties: whether the KYI is verified. */
  readonly isPublic: boolean | null;
  /** Order and id of the last entry of the page before; null for the first page. */
  readonly after: readonly string[] | null;
  readonly limit: number;
}

/** A declared asset. Time in milliseconds. */
export interface ListedAsset {
  readonly id: string;
  readonly did: string;
  readonly slug: string;
  readonly chain: string;
  readonly address: string;
  readonly standard: string;
  readonly symbol: string;
  readonly name: string;
  readonly status: string;
  readonly issuerId: string | null;
  readonly issuerName: string | null;
  readonly isLinked: boolean;
  readonly isPublic: boolean;
  readonly declaredAt: number;
  readonly sortKey: string;
}

/** A declared party. Time in milliseconds. */
export interface ListedParty {
  readonly id: string;
  readonly did: string;
  readonly name: string;
  readonly legalName: string | null;
  readonly lei: string | null;
  readonly country: string | null;
  readonly kyi: string;
  /** Active assets that name or link it as their issuer. */
  readonly tokens: number;
  readonly declaredAt: number;
  readonly sortKey: string;
}

const namedIssuer = `
coalesce(issuer_id, nullIf(JSONExtractString(
  arrayFirst(one -> JSONExtractString(one, 'role') = 'issuer', JSONExtractArrayRaw(parties)), 'partyId'), ''))`;

/** Every asset with its issuer, linked or named. */
const assetsWithIssuer =
  `
SELECT a.id AS id, a.did AS did, a.slug AS slug, a.chain AS chain, a.address AS address, a.standard AS standard,
  a.symbol AS symbol, a.name AS name, a.status AS status, a.issuer AS issuerId,
  if(a.issuer IS NULL, NULL, p.name) AS issuerName, p.lei AS issuerLei, p.did AS issuerDid, a.linked AS isLinked,
  a.linked AND a.status = 'active' AND JSONExtractString(p.kyi, 'status') = 'verified' AS isPublic,
  a.declared AS declaredAt, concat(lowerUTF8(a.symbol), ' ', a.chain) AS sortKey
FROM (
  SELECT asset_id AS id, did, slug, toString(chain) AS chain, address, toString(standard) AS standard, symbol, name,
    toString(status) AS status, ` +
  namedIssuer +
  ` AS issuer, issuer_id IS NOT NULL AS linked,
    toUnixTimestamp64Milli(record_time) AS declared
  FROM attestry.store_registry_assets FINAL
) AS a
LEFT JOIN (SELECT party_id, did, name, lei, kyi FROM attestry.store_registry_parties FINAL) AS p ON p.party_id = a.issuer`;

const assetConditions = `
({text:String} = '' OR positionCaseInsensitiveUTF8(concat(symbol, '\\n', name, '\\n', address, '\\n', slug, '\\n', id, '\\n', did), {text:String}) > 0)
  AND ({chain:String} = '' OR chain = {chain:String})
  AND ({issuer:String} = '' OR has([coalesce(issuerId, ''), coalesce(issuerName, ''), coalesce(issuerLei, ''), coalesce(issuerDid, '')], {issuer:String}))
  AND ({isPublic:Int8} < 0 OR toInt8(isPublic) = {isPublic:Int8})`;

const assetsSql =
  `
SELECT id, did, slug, chain, address, standard, symbol, name, status, issuerId, issuerName, toBool(isLinked) AS isLinked,
  toBool(isPublic) AS isPublic, declaredAt, sortKey
FROM (` +
  assetsWithIssuer +
  `)
WHERE ` +
  assetConditions +
  ` AND ({first:Bool} OR (sortKey, id) > ({afterOrder:String}, {afterId:String}))
ORDER BY sortKey, id
LIMIT {limit:UInt32}`;

const assetCountsSql =
  `
SELECT count() AS all, countIf(isPublic) AS shown
FROM (` +
  assetsWithIssuer +
  `)
WHERE ` +
  assetConditions +
  ``;

const foundSql =
  `
SELECT id, toBool(isPublic) AS isPublic,
  toBool({first:Bool} OR (sortKey, id) > ({afterOrder:String}, {afterId:String})) AS isLater
FROM (` +
  assetsWithIssuer +
  `)
WHERE ` +
  assetConditions +
  `
ORDER BY sortKey, id`;

const assetsByIdSql =
  `
SELECT id, did, slug, chain, address, standard, symbol, name, status, issuerId, issuerName, toBool(isLinked) AS isLinked,
  toBool(isPublic) AS isPublic, declaredAt, sortKey
FROM (` +
  assetsWithIssuer +
  `)
WHERE id IN {ids:Array(String)}
ORDER BY sortKey, id`;

const partiesSql =
  `
SELECT p.id AS id, p.did AS did, p.name AS name, p.legal AS legalName, p.lei AS lei, p.country AS country, p.kyi AS kyi,
  t.tokens AS tokens, p.declaredAt AS declaredAt, p.sortKey AS sortKey
FROM (
  SELECT party_id AS id, did, name, legal_name AS legal, lei, toNullable(toString(country)) AS country,
    JSONExtractString(kyi, 'status') AS kyi, toUnixTimestamp64Milli(record_time) AS declaredAt, lowerUTF8(name) AS sortKey,
    concat(name, '\\n', coalesce(legal_name, ''), '\\n', coalesce(lei, ''), '\\n', id, '\\n', did, '\\n', arrayStringConcat(aliases, '\\n')) AS found
  FROM attestry.store_registry_parties FINAL
) AS p
LEFT JOIN (
  SELECT ` +
  namedIssuer +
  ` AS issuer, countIf(status = 'active') AS tokens
  FROM attestry.store_registry_assets FINAL
  GROUP BY issuer
) AS t ON t.issuer = p.id
WHERE ({text:String} = '' OR positionCaseInsensitiveUTF8(p.found, {text:String}) > 0)
  AND ({isPublic:Int8} < 0 OR toInt8(p.kyi = 'verified') = {isPublic:Int8})
  AND ({first:Bool} OR (p.sortKey, p.id) > ({afterOrder:String}, {afterId:String}))
ORDER BY sortKey, id
LIMIT {limit:UInt32}`;

/** A page of a list; `next` is the `after` of the next one, null on the last. */
export interface RegistryPage<R> {
  readonly items: readonly R[];
  readonly next: readonly string[] | null;
}

export const listAssets = async (tables: TableReader, query: RegistryQuery): Promise<RegistryPage<ListedAsset>> =>
  pageOf(
    await readRows<ListedAsset>(tables, { sql: assetsSql, decode: { declaredAt: Number } }, parametersOf(query)),
    query,
  );

export const listParties = async (tables: TableReader, query: RegistryQuery): Promise<RegistryPage<ListedParty>> =>
  pageOf(
    await readRows<ListedParty>(
      tables,
      { sql: partiesSql, decode: { declaredAt: Number, tokens: Number } },
      parametersOf(query),
    ),
    query,
  );

/** Assets that a query finds on all its pages, and how many of them are public. */
export interface AssetCounts {
  readonly all: number;
  readonly shown: number;
}

export async function countAssets(tables: TableReader, query: RegistryQuery): Promise<AssetCounts> {
  const decode = { all: Number, shown: Number };
  const [counts] = await readRows<AssetCounts>(tables, { sql: assetCountsSql, decode }, parametersOf(query));
  return counts ?? { all: 0, shown: 0 };
}

interface FoundAsset {
  readonly id: string;
  readonly isPublic: boolean;
  /** Behind the last entry of the page before. */
  readonly isLater: boolean;
}

/**
 * A page of the assets that `isListed` lets through, and the counts of all of them. Tables do not have what it decides by,
 * so places and ids of all that the query finds are read: 100,000 of them are some 10 MB.
 */
export async function listAssetsThat(
  tables: TableReader,
  query: RegistryQuery,
  isListed: (assetId: string) => boolean,
): Promise<{ readonly page: RegistryPage<ListedAsset>; readonly counts: AssetCounts }> {
  const found = await readRows<FoundAsset>(tables, { sql: foundSql, decode: {} }, parametersOf(query));
  const listed = found.filter(({ id }) => isListed(id));
  const later = listed.filter(({ isLater }) => isLater);
  const ids = later.slice(0, query.limit + 1).map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await readRows<ListedAsset>(tables, { sql: assetsByIdSql, decode: { declaredAt: Number } }, { ids });
  return {
    page: pageOf(rows, query),
    counts: { all: listed.length, shown: listed.filter(({ isPublic }) => isPublic).length },
  };
}

const parametersOf = ({ text, chain, issuer, isPublic, after, limit }: RegistryQuery) => ({
  text: text ?? '',
  chain: chain ?? '',
  issuer: issuer ?? '',
  isPublic: isPublic === null ? -1 : Number(isPublic),
  first: after === null,
  afterOrder: after?.[0] ?? '',
  afterId: after?.[1] ?? '',
  // One more shows whether there is another page.
  limit: limit + 1,
});

const pageOf = <R extends { readonly id: string; readonly sortKey: string }>(
  rows: readonly R[],
  { limit }: RegistryQuery,
): RegistryPage<R> => {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? [last.sortKey, last.id] : null };
};
