import { UsageError } from '../errors.ts';
import { clusterName, fillTemplate, type TablesLayout } from './migration-template.ts';
import { sqlStatements } from './statements.ts';

/**
 * Tables that are spread over the shards of a cluster, with the column that says where a row goes. All others are whole
 * on every host: they are small, and a query that joins them with a spread one finds them on each shard.
 */
export const shardedBy: ReadonlyMap<string, string> = new Map([
  ['store_observations', 'asset_id'],
  ['store_changes', 'asset_id'],
  ['store_changes_history', 'asset_id'],
  ['store_feed_changes', 'asset_id'],
]);

/**
 * The statements of a migration as a layout gets them. On a cluster a spread table `t` is two: `t_local`, which holds
 * the rows of its shard, and `t`, through which everybody reads and writes.
 * @throws UsageError for an unknown placeholder, and for what cannot be done to a spread table
 */
export const migrationStatements = (sql: string, layout: TablesLayout, where: string): readonly string[] =>
  sqlStatements(sql).flatMap((statement) => {
    if (layout.kind === 'single') return [fillTemplate(statement, layout, where)];
    const { verb, table } = subjectOf(statement);
    const column = shardedBy.get(table);
    if (column === undefined) return [fillTemplate(statement, layout, where)];
    const local = fillTemplate(withLocalNames(statement), layout, where, 'one shard');
    // How parts are stored concerns the table that has parts.
    if (verb === 'ALTER' && setsParts(statement)) return [local];
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

/** The table that a statement is about; empty for none. */
const subjectOf = (statement: string): Subject => {
  const [, verb = '', table = ''] =
    /^(?:\s*--[^\n]*\n)*\s*([A-Z]+) TABLE (?:IF (?:NOT )?EXISTS )?attestry\.(\w+)/.exec(statement) ?? [];
  return { verb, table };
};

const withLocalNames = (statement: string): string =>
  statement.replaceAll(/\battestry\.(\w+)/g, (name, table: string) => (shardedBy.has(table) ? localName(name) : name));

const localName = (name: string): string => `${name}_local`;

/** All rows of an asset are on one shard, so the newest state of each row is found there. */
const distributedTable = (table: string, column: string, cluster: string): string => {
  const name = clusterName(cluster);
  const identifiers = Object.freeze({ table, local: localName(table), cluster: `'${name}'`, column });
  return `CREATE TABLE IF NOT EXISTS attestry.${identifiers.table} ON CLUSTER ${identifiers.cluster} AS attestry.${identifiers.local}
ENGINE = Distributed(${identifiers.cluster}, 'attestry', '${identifiers.local}', sipHash64(${identifiers.column}))`;
};

const setsParts = (statement: string): boolean => /\bMODIFY\s+SETTING\b/i.test(statement);

const altersMoreThanColumns = (statement: string): boolean =>
  /\b(?:ADD|DROP|MODIFY|CLEAR|MATERIALIZE|UPDATE|DELETE|RENAME)\s+(?!COLUMN\b)\w/i.test(statement);
