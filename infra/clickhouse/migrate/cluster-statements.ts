import { UsageError } from '../../errors.ts';
import { clusterName, fillTemplate, type TablesLayout } from './migration-template.ts';
import { sqlStatements } from './statements.ts';

/**
 * Sharded tables with their sharding column. All other tables are complete on every host: they are small, and a query that
 * joins them with a sharded table finds them on each shard.
 */
export const shardedBy: ReadonlyMap<string, string> = new Map([
  ['store_observations', 'asset_id'],
  ['store_changes', 'asset_id'],
  ['store_changes_history', 'asset_id'],
  ['store_feed_changes', 'asset_id'],
]);

/**
 * The statements of a migration for a layout. On a cluster a sharded table `t` is two tables: `t_local` with the rows of one
 * shard, and the Distributed table `t` for reads and writes.
 * @throws UsageError for an unknown placeholder, and for statements that a sharded table does not support
 */
export const migrationStatements = (sql: string, layout: TablesLayout, where: string): readonly string[] =>
  sqlStatements(sql).flatMap((statement) => {
    if (layout.kind === 'single') return [fillTemplate(statement, layout, where)];
    const { verb, table } = subjectOf(statement);
    const column = shardedBy.get(table);
    if (column === undefined) return [fillTemplate(statement, layout, where)];
    const local = fillTemplate(withLocalNames(statement), layout, where, 'one shard');
    // Settings and indexes of parts concern only the table that has parts.
    if (verb === 'ALTER' && altersPartsOnly(statement)) return [local];
    if (verb === 'CREATE') return [local, distributedTable(table, column, layout.cluster)];
    if (verb !== 'ALTER' || altersMoreThanColumns(statement)) {
      throw new UsageError(
        `${where}: ${table} is spread over the shards of a cluster; only its columns and how its parts are stored can be altered.`,
      );
    }
    return [local, fillTemplate(statement, layout, where)];
  });

interface Subject {
  readonly verb: string;
  readonly table: string;
}

/** The table that a statement changes; empty for none. */
const subjectOf = (statement: string): Subject => {
  const [, verb = '', table = ''] =
    /^(?:\s*--[^\n]*\n)*\s*([A-Z]+) TABLE (?:IF (?:NOT )?EXISTS )?attestry\.(\w+)/.exec(statement) ?? [];
  return { verb, table };
};

const withLocalNames = (statement: string): string =>
  statement.replaceAll(/\battestry\.(\w+)/g, (name, table: string) => (shardedBy.has(table) ? localName(name) : name));

const localName = (name: string): string => `${name}_local`;

/** All rows of an asset are on one shard, so FINAL there finds the newest version of each row. */
const distributedTable = (table: string, column: string, cluster: string): string => {
  const name = clusterName(cluster);
  const identifiers = Object.freeze({ table, local: localName(table), cluster: `'${name}'`, column });
  return `CREATE TABLE IF NOT EXISTS attestry.${identifiers.table} ON CLUSTER ${identifiers.cluster} AS attestry.${identifiers.local}
ENGINE = Distributed(${identifiers.cluster}, 'attestry', '${identifiers.local}', sipHash64(${identifiers.column}))`;
};

const altersPartsOnly = (statement: string): boolean =>
  /\b(?:MODIFY\s+SETTING|DROP\s+INDEX)\b/i.test(statement) &&
  !/\b(?:ADD|DROP|MODIFY|RENAME|CLEAR)\s+COLUMN\b/i.test(statement);

const altersMoreThanColumns = (statement: string): boolean =>
  /\b(?:ADD|DROP|MODIFY|CLEAR|MATERIALIZE|UPDATE|DELETE|RENAME)\s+(?!COLUMN\b)\w/i.test(statement);
