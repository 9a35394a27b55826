import { UsageError } from '../../errors.ts';

/** Layout of the tables: one server (or the embedded engine), or a named cluster of replicas. */
export type TablesLayout = { readonly kind: 'single' } | { readonly kind: 'cluster'; readonly cluster: string };

/** On a cluster, a table is complete on every host, or each shard has a part of it. */
export type Placement = 'every host' | 'one shard';

/**
 * Fills in the parts that differ between one server and a cluster: `{{on_cluster}}`, and the engines `{{merge_tree}}`,
 * `{{replacing}}`, `{{aggregating}}`, alone or with arguments (`{{replacing:version}}`).
 * @throws UsageError for any other placeholder
 */
export const fillTemplate = (
  sql: string,
  layout: TablesLayout,
  where: string,
  placement: Placement = 'every host',
): string =>
  sql.replace(/\{\{([^{}]*)\}\}(\s*\()?/g, (_, inside: string, opened: string | undefined) => {
    const placeholder = inside.trim();
    const [name = '', ...rest] = placeholder.split(':');
    const engineArguments = rest.join(':').trim();
    if (name === 'on_cluster' && engineArguments === '') return `${onCluster(layout)}${opened ?? ''}`;
    const engine = engines.get(name);
    if (engine === undefined) {
      throw new UsageError(
        `${where}: unknown placeholder {{${placeholder}}}. Known: {{on_cluster}}, ${[...engines.keys()].map((known) => `{{${known}}}`).join(', ')}.`,
      );
    }
    if (opened !== undefined) {
      throw new UsageError(`${where}: the arguments of {{${name}}} go inside the braces, {{${name}:version}}.`);
    }
    return engineText(engine, engineArguments, layout, placement);
  });

const engines: ReadonlyMap<string, string> = new Map([
  ['merge_tree', 'MergeTree'],
  ['replacing', 'ReplacingMergeTree'],
  ['aggregating', 'AggregatingMergeTree'],
]);

/**
 * Replication paths use names, not the table's UUID, so that a host that joins later and runs the same statements gets the
 * same path. Each server fills in `{shard}`, `{replica}` and `{table}`.
 */
const engineText = (engine: string, engineArguments: string, layout: TablesLayout, placement: Placement): string => {
  if (layout.kind === 'single') return engineArguments === '' ? engine : `${engine}(${engineArguments})`;
  const [group, replica] = placement === 'one shard' ? ['{shard}', '{replica}'] : ['all', '{shard}-{replica}'];
  const all = [`'/clickhouse/attestry/${clusterName(layout.cluster)}/${group}/{table}'`, `'${replica}'`];
  if (engineArguments !== '') all.push(engineArguments);
  return `Replicated${engine}(${all.join(', ')})`;
};

const onCluster = (layout: TablesLayout): string =>
  layout.kind === 'single' ? '' : `ON CLUSTER '${clusterName(layout.cluster)}'`;

/** Checks a cluster name, which is inserted into the text of statements. */
export const clusterName = (name: string): string => {
  if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return name;
  throw new UsageError(`Not a name of a ClickHouse cluster: ${JSON.stringify(name)}`);
};
