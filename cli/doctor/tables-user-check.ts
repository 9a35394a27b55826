import { shardedBy } from '../../infra/clickhouse/migrate/cluster-statements.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { type ReadableTables, rightsOfUser, type TablesUser } from '../../infra/clickhouse/server/user-rights.ts';
import type { Config } from '../../infra/config/config.ts';
import { sinkTables } from '../../pipeline/sink/tables.ts';
import { topicNames, topics } from '../../schemas/topics.ts';
import { analystViews, historyTables, topicViews } from '../service/analyst-views.ts';
import { type Check, checkOf } from './check.ts';

const remedy = 'see docs/operations.md, rights';

/** Tables of public topics and of the internal ones; on a cluster with the parts of sharded tables. */
export function readableTables({ clickhouseCluster }: Pick<Config, 'clickhouseCluster'>): ReadableTables {
  const stores = [...topicViews.map((view) => `store_${view}`), ...historyTables];
  const parts = clickhouseCluster === null ? [] : stores.filter((name) => shardedBy.has(name));
  const internal = topicNames.filter((topic) => !topics[topic].public);
  return {
    public: [...analystViews, ...stores, ...parts.map((name) => `${name}_local`)],
    private: [
      ...new Set(internal.flatMap((topic) => sinkTables[topic].map(({ table }) => table.replace(/^attestry\./, '')))),
    ],
  };
}

/**
 * The rights of the user of the tables. With `purpose` they are compared with what that user needs: each difference fails.
 * Without it, rights that no role needs are reported.
 */
export const tablesUserCheck = (
  config: Pick<Config, 'clickhouseCluster'>,
  tables: Pick<Tables, 'query'>,
  purpose: TablesUser | null,
): Promise<Check> =>
  checkOf('user of the tables', remedy, async () => {
    const rights = await rightsOfUser(tables, purpose ?? 'migrate', readableTables(config));
    if (rights === null) return 'the server does not know CHECK GRANT: compare its grants with docs/operations.md';
    const { user, missing, excess } = rights;
    if (purpose === null) {
      return excess.length === 0
        ? `${user} has no right that Attestry does not need`
        : `${user} has rights that no role needs: ${excess.join(', ')}`;
    }
    const found = [
      ...(missing.length === 0 ? [] : [`lacks rights: GRANT ${missing.join(', ')} TO ${user}`]),
      ...(excess.length === 0 ? [] : [`has too many rights: REVOKE ${excess.join(', ')} FROM ${user}`]),
    ];
    if (found.length > 0) throw new Error(`${user}, for ${purpose}, ${found.join('; and ')}`);
    return `${user} has exactly the rights for ${purpose}`;
  });
