import type { TableReader } from '../../tables/reader.ts';

/** Assets with an identifier of other systems, and the kind of it. */
const byIdentifierSql = `
SELECT asset_id, multiIf(
    has(JSONExtract(identifiers, 'dti', 'Array(String)'), {code:String}), 'dti',
    has(JSONExtract(identifiers, 'ffg', 'Array(String)'), {code:String}), 'ffg',
    has(JSONExtract(identifiers, 'isin', 'Array(String)'), {code:String}), 'isin', '') AS kind
FROM attestry.store_registry_assets FINAL
WHERE kind != ''
ORDER BY asset_id
LIMIT 200`;

/** An asset with an identifier of another system. */
export interface IdentifiedAsset {
  readonly assetId: string;
  readonly kind: 'dti' | 'ffg' | 'isin';
}

interface Row {
  readonly asset_id: string;
  readonly kind: IdentifiedAsset['kind'];
}

/** Assets that a DTI, a group identifier or an ISIN in capitals belongs to. */
export const readByIdentifier = async (tables: TableReader, code: string): Promise<readonly IdentifiedAsset[]> =>
  (await tables.query<Row>(byIdentifierSql, { code })).map((row) => ({ assetId: row.asset_id, kind: row.kind }));

const byIdentifiersSql = `
SELECT asset_id, identifier.1 AS kind, identifier.2 AS code
FROM attestry.store_registry_assets FINAL
ARRAY JOIN arrayConcat(
  arrayMap(code -> ('dti', code), JSONExtract(identifiers, 'dti', 'Array(String)')),
  arrayMap(code -> ('ffg', code), JSONExtract(identifiers, 'ffg', 'Array(String)')),
  arrayMap(code -> ('isin', code), JSONExtract(identifiers, 'isin', 'Array(String)'))) AS identifier
WHERE code IN {codes:Array(String)}
ORDER BY asset_id
LIMIT 5000`;

/** The same for many at once, by code. */
export async function readByIdentifiers(
  tables: TableReader,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly IdentifiedAsset[]>> {
  const found = new Map<string, IdentifiedAsset[]>(codes.map((code) => [code, []]));
  for (const row of await tables.query<Row & { readonly code: string }>(byIdentifiersSql, { codes })) {
    found.get(row.code)?.push({ assetId: row.asset_id, kind: row.kind });
  }
  return found;
}
