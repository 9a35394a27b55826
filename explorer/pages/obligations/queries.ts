import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';

const regimesSql = `
SELECT regime, (verdict = 'applies')::Bool AS applies, statement, toUnixTimestamp64Milli(since) AS since
FROM attestry.store_verdicts FINAL
WHERE asset_id = {assetId:String} AND kind = 'regime'
ORDER BY regime`;

/** A regime that began or ended to apply to an asset. */
export interface StoredRegime {
  readonly regime: string;
  readonly applies: boolean;
  readonly statement: string;
  /** Milliseconds. */
  readonly since: number;
}

export const readRegimes = (tables: TableReader, assetId: string): Promise<readonly StoredRegime[]> =>
  readRows<StoredRegime>(tables, { sql: regimesSql, decode: { since: Number } }, { assetId });
