import type { TableReader } from '../../../api/readmodel/tables/reader.ts';

/** Assets of the issuer with an LEI, and assets with a token identifier of ISO 24165. */
const byIdentifierSql = `
SELECT asset_id FROM attestry.store_registry_assets FINAL
WHERE issuer_id IN (SELECT party_id FROM attestry.store_registry_parties FINAL WHERE lei = {text:String})
  OR has(JSONExtract(identifiers, 'dti', 'Array(String)'), {text:String})
  OR has(JSONExtract(identifiers, 'ffg', 'Array(String)'), {text:String})
ORDER BY asset_id
LIMIT 200`;

/** Ids of the assets that an LEI, a DTI or a group identifier in capitals belongs to. */
export const readByIdentifier = async (tables: TableReader, text: string): Promise<readonly string[]> =>
  (await tables.query<{ readonly asset_id: string }>(byIdentifierSql, { text })).map((row) => row.asset_id);
