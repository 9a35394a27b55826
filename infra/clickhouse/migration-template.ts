import { UsageError } from '../errors.ts';

/** Where the tables live: one server (or the embedded engine), or a named cluster of replicas. */
export type TablesLayout = { readonly kind: 'single' } | { readonly kind: 'cluster'; readonly cluster: string };

/**
 * Fills in what differs between one server and a cluster:
 * `{{on_cluster}}`, and the engines `{{merge_tree}}`, `{{replacing}}`, `{{aggregating}}`, alone (`{{replacing}}(version)`)
 * or with their arguments (`{{replacing:version}}`).
 * @throws UsageError for any other placeholder
 */
export const fillTemplate = (sql: string, layout: TablesLayout, where: string): string =>
  sql.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, placeholder: string) => {
    const [name = '', ...rest] = placeholder.split(':');
    const engineArguments = rest.join(':').trim();
    if (name === 'on_cluster' && engineArguments === '') return onCluster(layout);
    const engine = engines.get(name);
    if (engine === undefined) {
      throw new UsageError(
        `${where}: unknown placeholder {{${placeholder}}}. Known: {{on_cluster}}, ${[...engines.keys()].map((known) => `{{${known}}}`).join(', ')}.`,
      );
    }
    const replicated = layout.kind === 'cluster' ? `Replicated${engine}` : engine;
    return engineArguments === '' ? replicated : `${replicated}(${engineArguments})`;
  });

const engines: ReadonlyMap<string, string> = new Map([
  ['merge_tree', 'MergeTree'],
  ['replacing', 'ReplacingMergeTree'],
  ['aggregating', 'AggregatingMergeTree'],
]);

const onCluster = (layout: TablesLayout): string => {
  if (layout.kind === 'single') return '';
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(layout.cluster)) {
    throw new UsageError(`Not a name of a ClickHouse cluster: ${JSON.stringify(layout.cluster)}`);
  }
  return `ON CLUSTER '${layout.cluster}'`;
};
