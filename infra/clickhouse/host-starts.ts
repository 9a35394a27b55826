import { RetryableError } from '../errors.ts';
import { clusterName, type TablesLayout } from './migration-template.ts';
import type { Tables } from './tables.ts';

/** `now()` would be that of the server asked, for all of them; `uptime()` is each one's own. */
const ownSql = 'SELECT hostName() AS host, toInt64(toUnixTimestamp(nowInBlock())) - toInt64(uptime()) AS started';

/** A host that does not answer is left out. */
const allSql = (cluster: string): string => {
  const identifiers = Object.freeze({ cluster: `'${clusterName(cluster)}'` });
  return `SELECT hostName() AS host, toInt64(toUnixTimestamp(nowInBlock())) - toInt64(uptime()) AS started
FROM clusterAllReplicas(${identifiers.cluster}, system.one) SETTINGS skip_unavailable_shards = 1`;
};

/**
 * When the servers of the tables were started, seconds by host: whoever loses power may lose what it acknowledged last.
 * Null when the user may not ask that. RetryableError when nobody answers.
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
