import { openServiceTables, type ServiceTables } from '../../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import { apiKeyRow, tenantRow, watchItemRow } from '../../../pipeline/sink/rows/accounts.ts';
import { assetRecordRow } from '../../../pipeline/sink/rows/assets.ts';
import { dayMs } from '../../../schemas/values/durations.ts';
import { seededPartition } from './change-rows.ts';
import { openBenchEngine } from '../engines/engine.ts';
import { eventsOf, type Holder, holderOf, recordsOf } from './monitored-world.ts';
import { seedChanges, seededDays } from './seed-by-sql.ts';
import { mergedParts } from './seed-tables.ts';
import { assetIdAt, worldBetween } from './world.ts';

/** The limit of a list without one of its own. */
const listed = 50;
const recordsPerInsert = 10_000;
const holdersPerInsert = 1_000;
/** Assets with changes, a hundred each: the first, which the first holders watch. */
const changed = 1_000;

/** Key holders, each with a list of the next assets, until every asset has its watchers; `assets` is a multiple of 50. */
export const holderAt = (index: number, assets: number): Holder =>
  holderOf(
    index,
    Array.from({ length: listed }, (_, at) => assetIdAt((index * listed + at) % assets)),
  );

/**
 * Fills the tables of a new data directory with a registry of which every asset is on the lists of so many key holders. Rows are
 * made and inserted piece by piece: the memory of this process does not grow with their number.
 */
export async function seedWatched(directory: string, assets: number, watchers: number): Promise<void> {
  const engine = await openBenchEngine(directory);
  const tables = await openServiceTables(loadConfig({ ATTESTRY_DATA_DIR: directory }).config, engine.log.logId);
  const now = Date.now();
  const since = now - (seededDays + 1) * dayMs;
  for (let from = 0; from < assets; from += recordsPerInsert) {
    await insertRecords(tables, from, Math.min(assets, from + recordsPerInsert), since);
  }
  const holders = (assets * watchers) / listed;
  for (let from = 0; from < holders; from += holdersPerInsert) {
    const some = Array.from({ length: Math.min(holders - from, holdersPerInsert) }, (_, at) =>
      holderAt(from + at, assets),
    );
    await insertHolders(tables, some, { since, seenAt: now - 7 * dayMs, offset: from * (listed + 1) });
  }
  await seedChanges(tables, { world: worldBetween(0, Math.min(assets, changed)) }, now);
  await mergedParts(tables);
  await tables.close();
  await engine.close();
}

async function insertRecords({ sink }: ServiceTables, from: number, to: number, since: number): Promise<void> {
  const rows = recordsOf(worldBetween(from, to), from).flatMap((record, at) =>
    assetRecordRow.rowsOf(record, { partition: seededPartition, offset: from + at, timestamp: since }),
  );
  await sink.insert(assetRecordRow.table, assetRecordRow.columns, encodeRows(rows));
}

interface Times {
  readonly since: number;
  readonly seenAt: number;
  /** Of the first event. */
  readonly offset: number;
}

async function insertHolders(
  { sink }: ServiceTables,
  holders: readonly Holder[],
  { since, seenAt, offset }: Times,
): Promise<void> {
  const events = holders.flatMap((holder) => eventsOf(holder, since, seenAt));
  for (const { table, columns, rowsOf } of [tenantRow, apiKeyRow, watchItemRow]) {
    const rows = events.flatMap((event, at) =>
      rowsOf(event, { partition: seededPartition, offset: offset + at, timestamp: since }),
    );
    await sink.insert(table, columns, encodeRows(rows));
  }
}
