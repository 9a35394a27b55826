import { rowsOfSql } from '../../../cli/engine/run-sql.ts';
import { loadConfig } from '../../../infra/config/config.ts';

/** A digest of the rows of every table of a running service, without the time of their insert, which a refill changes. */
export async function tableDigests(directory: string): Promise<ReadonlyMap<string, string>> {
  const { config } = loadConfig({ ATTESTRY_DATA_DIR: directory });
  const textsOf = async (sql: string): Promise<readonly (readonly string[])[]> =>
    (await rowsOfSql(config, sql)).rows.map((row) => row.map(String));
  const tables = await textsOf(
    "SELECT table, arrayStringConcat(groupArray(name), ', ') FROM system.columns " +
      "WHERE database = 'attestry' AND startsWith(table, 'store_') AND name != 'inserted_at' GROUP BY table ORDER BY table",
  );
  const digests = new Map<string, string>();
  for (const [table = '', columns = ''] of tables) {
    const [row] = await textsOf(`SELECT count(), groupBitXor(cityHash64(${columns})) FROM attestry.${table} FINAL`);
    digests.set(table, row?.join(' ') ?? '');
  }
  return digests;
}
