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
  toString(error_class) AS error_class, message, toUnixTimestamp64Milli(\`time\`) AS parked_at, count() OVER () AS total
FROM (
  SELECT topic, \`partition\`, \`offset\`, processor, error_class, message, \`time\` FROM attestry.store_dead_letters FINAL
  UNION ALL
  SELECT topic, \`partition\`, \`offset\`, processor, error_class, message, \`time\`
  FROM attestry.store_accounts_dead_letters FINAL
)
ORDER BY parked_at DESC, topic, \`partition\`, \`offset\`
LIMIT {most:UInt32}`;

interface ParkedRow {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly processor: string;
  readonly error_class: string;
  readonly message: string;
  readonly parked_at: string;
  readonly total: string;
}

/** The newest parked records of all processors, and how many there are. */
export async function readParked(
  tables: TableReader,
): Promise<{ readonly records: readonly ParkedRecord[]; readonly total: number }> {
  const rows = await tables.query<ParkedRow>(parkedSql, { most });
  const records = rows.map(({ topic, partition, offset, processor, message, ...row }) => ({
    topic,
    partition,
    offset,
    processor,
    message,
    errorClass: row.error_class,
    time: Number(row.parked_at),
  }));
  return { records, total: Number(rows[0]?.total ?? 0) };
}
