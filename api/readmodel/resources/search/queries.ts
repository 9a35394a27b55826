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
