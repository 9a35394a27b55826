import type { TableReader } from '../../../api/readmodel/tables/reader.ts';

const regimesSql = `
SELECT regime, verdict, statement, toUnixTimestamp64Milli(since) AS since
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

interface RegimeRow {
  readonly regime: string;
  readonly verdict: string;
  readonly statement: string;
  readonly since: string;
}

export async function readRegimes(tables: TableReader, assetId: string): Promise<readonly StoredRegime[]> {
  const rows = await tables.query<RegimeRow>(regimesSql, { assetId });
  return rows.map(({ regime, verdict, statement, since }) => ({
    regime,
    applies: verdict === 'applies',
    statement,
    since: Number(since),
  }));
}
