import { RetryableError } from '../../errors.ts';
import { clusterName, type TablesLayout } from '../migrate/migration-template.ts';
import type { Tables } from '../tables.ts';

/** `now()` would be evaluated by the server that receives the query; `nowInBlock()` and `uptime()` by each host. */
const ownSql = 'SELECT hostName() AS host, toInt64(toUnixTimestamp(nowInBlock())) - toInt64(uptime()) AS started';

/** Unreachable hosts are omitted. */
const allSql = (cluster: string): string => {
  const identifiers = Object.freeze({ cluster: `'${clusterName(cluster)}'` });
  return `SELECT hostName() AS host, toInt64(toUnixTimestamp(nowInBlock())) - toInt64(uptime()) AS started
FROM clusterAllReplicas(${identifiers.cluster}, system.one) SETTINGS skip_unavailable_shards = 1`;
};

/**
 * Start times of the ClickHouse servers, in seconds, by host. A server that lost power may have lost its last acknowledged
 * writes, so the sink compares these. Null when the user lacks the right; RetryableError when no server answers.
 */
export async function hostStarts(
  tables: Pick<Tables, 'query'>,
  layout: TablesLayout,
): Promise<Readonly<Record<string, number>> | null> {
  try {
    const rows = await tables.query<{ readonly host: string; readonly started: string }>(
      layout.kind === 'single' ? ownSql : allSql(layout.cluster),
    );
    return Object.fromEntries(rows.map(({ host, started }) => [host, Number(started)]));
  } catch (error) {
    if (error instanceof RetryableError) throw error;
    return null;
  }
}
