import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';

/** A record that no processor could read. Time in milliseconds. */
export interface ParkedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly processor: string;
  readonly errorClass: string;
  readonly message: string;
  readonly time: number;
}

const most = 200;

const parkedSql = `
SELECT toString(topic) AS topic, \`partition\`, toString(\`offset\`) AS \`offset\`, toString(processor) AS processor,
  toString(error_class) AS errorClass, message, toUnixTimestamp64Milli(\`time\`) AS parkedAt, count() OVER () AS total
FROM (
  SELECT topic, \`partition\`, \`offset\`, processor, error_class, message, \`time\` FROM attestry.store_dead_letters FINAL
  UNION ALL
  SELECT topic, \`partition\`, \`offset\`, processor, error_class, message, \`time\`
  FROM attestry.store_accounts_dead_letters FINAL
)
ORDER BY parkedAt DESC, topic, \`partition\`, \`offset\`
LIMIT {most:UInt32}`;

interface ParkedRow extends Omit<ParkedRecord, 'time'> {
  readonly parkedAt: number;
  /** All parked records. */
  readonly total: number;
}

/** The newest parked records of all processors, and how many there are. */
export async function readParked(
  tables: TableReader,
): Promise<{ readonly records: readonly ParkedRecord[]; readonly total: number }> {
  const decode = { parkedAt: Number, total: Number };
  const rows = await readRows<ParkedRow>(tables, { sql: parkedSql, decode }, { most });
  const records = rows.map(({ total: _, parkedAt: time, ...record }) => ({ ...record, time }));
  return { records, total: rows[0]?.total ?? 0 };
}
