import type { TableReader } from '../../tables/reader.ts';

/** An asset with an identifier of another system. */
export interface IdentifiedAsset {
  readonly assetId: string;
  readonly kind: 'dti' | 'ffg' | 'isin';
}

interface Row {
  readonly asset_id: string;
  readonly kind: IdentifiedAsset['kind'];
  readonly code: string;
}

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

/** Assets that DTIs, group identifiers or ISINs in capitals belong to, by code. */
export async function readByIdentifiers(
  tables: TableReader,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly IdentifiedAsset[]>> {
  const found = new Map<string, IdentifiedAsset[]>(codes.map((code) => [code, []]));
  for (const row of await tables.query<Row>(byIdentifiersSql, { codes })) {
    found.get(row.code)?.push({ assetId: row.asset_id, kind: row.kind });
  }
  return found;
}

/** The same for one code. */
export const readByIdentifier = async (tables: TableReader, code: string): Promise<readonly IdentifiedAsset[]> =>
  (await readByIdentifiers(tables, [code])).get(code) ?? [];
