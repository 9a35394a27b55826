import { openServiceTables, type ServiceTables } from '../../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import { apiKeyRow, tenantRow, watchItemRow } from '../../../pipeline/sink/rows/accounts.ts';
import { assetRecordRow } from '../../../pipeline/sink/rows/assets.ts';
import type { RowMapping } from '../../../pipeline/sink/row-mapping.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { foldedChanges, seededPartition } from './change-rows.ts';
import { batchesOf, openBenchEngine } from '../engines/engine.ts';
import { eventsOf, type MonitoredWorld, recordsOf } from './monitored-world.ts';
import { mergedParts } from './seed-tables.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** Age of the oldest changes; all lists are older. */
export const seededDays = 360;
const changesPerAsset = 100;
/** With a third of its eight cells new in each, every asset has that many changes in fewer readings. */
const timesRead = 60;
const rowsPerInsert = 5_000;

/** Tables that exist only while rows are generated. */
const identifiers = Object.freeze({ templates: 'attestry.bench_templates', assets: 'attestry.bench_assets' });

/**
 * Fills the tables of a new data directory with a hundred changes of every asset over a year, generated inside the engine:
 * the rows of twenty assets' folded changes, with other ids for every asset. Reading by reading, in their natural order,
 * so that every part of the table has changes of all assets. Returns the number of changes.
 */
export async function seedBySql(directory: string, monitored: MonitoredWorld): Promise<number> {
  const engine = await openBenchEngine(directory);
  const tables = await openServiceTables(loadConfig({ ATTESTRY_DATA_DIR: directory }).config, engine.log.logId);
  const now = Date.now();
  await seedHolders(tables, monitored, now);
  await seedChanges(tables, monitored, now);
  await mergedParts(tables);
  const [row] = await tables.sink.query<{ readonly rows: string }>(
    'SELECT count() AS rows FROM attestry.store_changes',
  );
  await tables.close();
  await engine.close();
  return Number(row?.rows);
}

async function seedHolders({ sink }: ServiceTables, { world, holders }: MonitoredWorld, now: number): Promise<void> {
  const since = now - (seededDays + 1) * dayMs;
  let offset = 0;
  for (const records of batchesOf(recordsOf(world), rowsPerInsert)) {
    const rows = records.flatMap((record) =>
      assetRecordRow.rowsOf(record, { partition: seededPartition, offset: offset++, timestamp: since }),
    );
    await sink.insert(assetRecordRow.table, assetRecordRow.columns, encodeRows(rows));
  }
  const events = holders.flatMap((holder) => eventsOf(holder, since, now - 7 * dayMs));
  for (const { table, columns, rowsOf } of [tenantRow, apiKeyRow, watchItemRow]) {
    const rows = events.flatMap((event, at) =>
      rowsOf(event, { partition: seededPartition, offset: at, timestamp: since }),
    );
    await sink.insert(table, columns, encodeRows(rows));
  }
}

/** A hundred changes of every asset, generated inside the engine. */
export async function seedChanges(
  { sink }: ServiceTables,
  { world }: Pick<MonitoredWorld, 'world'>,
  now: number,
): Promise<void> {
  const { readings, assets: folded } = templates(now);
  await sink.command(
    [
      'CREATE TABLE',
      identifiers.assets,
      '(n UInt32, asset_id String, template UInt32) ENGINE = MergeTree ORDER BY n',
    ].join(' '),
  );
  for (const batch of batchesOf([...world.assets.entries()], rowsPerInsert)) {
    const rows = batch.map(([n, { assetId }]) => [n, assetId, n % folded]);
    await sink.insert(identifiers.assets, ['n', 'asset_id', 'template'], encodeRows(rows));
  }
  // The tables that the API reads: the newest revision of each, without the history.
  for (const mapping of sinkTables.changes.filter(({ table }) => !table.endsWith('_history'))) {
    for (const reading of readings) {
      await sink.command(['CREATE TABLE', identifiers.templates, 'AS', mapping.table].join(' '));
      await sink.insert(identifiers.templates, mapping.columns, encodeRows(templateRows(mapping, reading)));
      await sink.command(multiplySql(mapping));
      await sink.command(['DROP TABLE', identifiers.templates, 'SYNC'].join(' '));
    }
  }
  await sink.command(['DROP TABLE', identifiers.assets, 'SYNC'].join(' '));
}

interface Template {
  readonly change: Change;
  /** Index of the folded asset. */
  readonly asset: number;
  /** Index of the asset's change, in the order of the log. */
  readonly number: number;
}

/** The folded changes reading by reading, spread over the year, with the required number for each asset. */
function templates(now: number): { readonly readings: readonly (readonly Template[])[]; readonly assets: number } {
  const changes = foldedChanges(timesRead);
  const assetIds = [...new Set(changes.map(({ assetId }) => assetId))];
  const times = [...new Set(changes.map(({ detectedAt }) => detectedAt))].sort((a, b) => a - b);
  const counts = assetIds.map(() => 0);
  const readings = times.map((time, reading) => {
    const at = Math.round(now - seededDays * dayMs + (seededDays * dayMs * (reading + 1)) / (times.length + 1));
    return changes.flatMap((change): readonly Template[] => {
      const asset = assetIds.indexOf(change.assetId);
      const number = counts[asset] ?? 0;
      if (change.detectedAt !== time || number >= changesPerAsset) return [];
      counts[asset] = number + 1;
      return [{ change: movedTo(change, at), asset, number }];
    });
  });
  return { readings, assets: assetIds.length };
}

const movedTo = (change: Change, at: number): Change => ({
  ...change,
  detectedAt: at,
  knownAt: at,
  notableAt: change.notableAt === null ? null : at,
  revisedAt: at,
  assessment: { ...change.assessment, assessedAt: at },
});

/** Partition and offset identify the template of a row, and its change. */
const templateRows = (mapping: RowMapping<'changes'>, reading: readonly Template[]) =>
  reading.flatMap(({ change, asset, number }) =>
    mapping.rowsOf(change, { partition: asset, offset: number, timestamp: change.detectedAt }),
  );

/** Pseudo-random like hashes, and the same in every run. */
const made = {
  id: "concat('register:', translate(substring(lower(hex(sipHash128(t.id, a.asset_id))), 1, 26), '0189', 'ghij'))",
  group: `concat(substring(lower(hex(sipHash128(t.group_id, a.asset_id))) AS h, 1, 8), '-', substring(h, 9, 4),
    '-5', substring(h, 14, 3), '-a', substring(h, 18, 3), '-', substring(h, 21, 12))`,
  observation: 'lower(hex(SHA256(concat(t.new_observation_id, a.asset_id))))',
} as const;
const otherHash = 'lower(hex(SHA256(concat(t.id, a.asset_id))))';

const other: Readonly<Record<string, string>> = {
  asset_id: 'a.asset_id',
  id: made.id,
  group_id: made.group,
  old_observation_id:
    'if(t.old_observation_id IS NULL, NULL, lower(hex(SHA256(concat(t.old_observation_id, a.asset_id)))))',
  new_observation_id: made.observation,
  // The same change as text: its ids, its asset and its group are those of the row.
  words: [
    'replaceRegexpAll(replaceAll(replaceAll(replaceAll(t.words, t.id,',
    ...[made.id, '), t.asset_id, a.asset_id), t.group_id,', made.group, "), '[0-9a-f]{64}',", otherHash, ')'],
  ].join(' '),
  log_partition: `toUInt32(${seededPartition})`,
  log_offset: 't.log_offset * 1000000 + a.n',
};

const multiplySql = ({ table, columns }: RowMapping<'changes'>): string =>
  [
    ...['INSERT INTO', table, '(', columns.map(quoted).join(', '), ')'],
    ...['SELECT', columns.map((column) => other[column] ?? `t.${quoted(column)}`).join(', ')],
    ...['FROM', identifiers.assets, 'AS a INNER JOIN', identifiers.templates, 'AS t ON t.log_partition = a.template'],
    'SETTINGS max_block_size = 8192, min_insert_block_size_rows = 1000000, min_insert_block_size_bytes = 400000000,',
    'max_threads = 1, max_insert_threads = 1, max_memory_usage = 3000000000',
  ].join(' ');

const quoted = (column: string): string => `\`${column}\``;
