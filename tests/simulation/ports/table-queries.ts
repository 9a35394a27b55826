import type { MemoryTables, Row } from './memory-tables.ts';
import { type Query, streamQueries } from './stream-queries.ts';

const ofTenant =
  ({ tenantId }: Row) =>
  (row: Row): boolean =>
    row['tenant_id'] === tenantId;

const bySeq = (one: Row, other: Row): number => Number(one['seq']) - Number(other['seq']);

/** In this order: a text may be part of a later query, too. */
const queries: readonly Query[] = [
  ...streamQueries,
  {
    contains: 'WHERE command_id IN',
    answer: (tables, { commandIds, tenantIds }) => {
      const [commands, tenants] = [new Set(commandIds as readonly string[]), new Set(tenantIds as readonly string[])];
      const isOfTenant = (row: Row): boolean => tenants.has(String(row['tenant_id']));
      const rows = tables.rows('store_command_outcomes').filter((row) => commands.has(String(row['command_id'])));
      return rows.filter(isOfTenant);
    },
  },
  {
    contains: 'store_watch_items AS w',
    answer: (tables, parameters) => {
      const intervals = tables
        .final('store_hidden_intervals', ['tenant_id', 'interval_id'])
        .filter(ofTenant(parameters));
      const items = tables.final('store_watch_items', ['tenant_id', 'item_id']).filter(ofTenant(parameters));
      return items.map((row) => ({
        ...row,
        add_seq: String(row['current_add_seq']),
        spans: intervals
          .filter((interval) => interval['asset_id'] === row['asset_id'])
          .map(({ from, to }) => [from, to]),
      }));
    },
  },
  {
    contains: 'FROM attestry.store_tenants',
    answer: (tables, parameters) => tables.final('store_tenants', ['tenant_id']).filter(ofTenant(parameters)),
  },
  {
    contains: 'FROM attestry.store_requests',
    answer: (tables, parameters) =>
      tables
        .final('store_requests', ['tenant_id', 'request_id'])
        .filter(ofTenant(parameters))
        .filter(({ state }) => state !== 'withdrawn'),
  },
  {
    contains: 'store_intake_notices',
    answer: (tables, parameters) =>
      [...tables.final('store_intake_notices', ['notice_id'])].filter(ofTenant(parameters)).sort(bySeq),
  },
  {
    contains: 'store_read_markers',
    answer: (tables, parameters) =>
      tables.final('store_read_markers', ['tenant_id', 'notification_id']).filter(ofTenant(parameters)),
  },
  // Before the query of the poller, whose parts it consists of.
  { contains: "'' AS id", answer: (tables) => newestRows(tables, null) },
  { contains: 'store_verdicts', answer: newestRows },
];

export function answerQuery(tables: MemoryTables, sql: string, parameters: Row): readonly Row[] {
  const query = queries.find(({ contains }) => sql.includes(contains));
  if (query === undefined) throw new Error(`ports/table-queries.ts has no answer to this query: ${sql}`);
  return query.answer(tables, parameters).map(withQueryNames);
}

/** Columns also by the names that queries give them: `previous_until` is `previousUntil`, `log_offset` is `offset`. */
function withQueryNames(row: Row): Row {
  const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const named = Object.entries(row).map(([name, value]) => [camelCase(name), value] as const);
  return { ...row, ...Object.fromEntries(named), partition: row['log_partition'], offset: row['log_offset'] };
}

/** Tables that the poller of versions reads: kind of row, and the column with the id. */
const versioned = [
  ['asset', 'store_changes', 'asset_id'],
  ['verdict', 'store_verdicts', 'asset_id'],
  ['tenant', 'store_command_outcomes', 'tenant_id'],
] as const;

/** The last offset of each id and partition, at or after the offsets of `parameters`; of each partition alone without. */
function newestRows(tables: MemoryTables, parameters: Row | null): readonly Row[] {
  return versioned.flatMap(([kind, table, column]) => {
    const partitions = (parameters?.[`${kind}Partitions`] ?? []) as readonly number[];
    const offsets = (parameters?.[`${kind}Offsets`] ?? []) as readonly number[];
    const firstOf = new Map(partitions.map((partition, at) => [partition, offsets[at] ?? 0]));
    const found = new Map<string, Row>();
    for (const row of tables.rows(table)) {
      const [partition, offset] = [Number(row['log_partition']), Number(row['log_offset'])];
      if (offset < (firstOf.get(partition) ?? 0)) continue;
      const id = parameters === null ? '' : String(row[column]);
      const known = found.get(`${id} ${partition}`);
      if (known !== undefined && Number(known['last_offset']) >= offset) continue;
      found.set(`${id} ${partition}`, { kind, id, log_partition: partition, last_offset: String(offset) });
    }
    return [...found.values()];
  });
}
