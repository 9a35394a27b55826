import { setTimeout as pause } from 'node:timers/promises';
import { openServiceTables, type ServiceTables } from '../../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import { apiKeyRow, tenantRow, watchItemRow } from '../../../pipeline/sink/rows/accounts.ts';
import { assetRecordRow } from '../../../pipeline/sink/rows/assets.ts';
import { changeRow, feedChangeRow } from '../../../pipeline/sink/rows/changes.ts';
import { changeRows, seededPartition } from './change-rows.ts';
import { openBenchEngine } from '../engines/engine.ts';
import { eventsOf, type MonitoredWorld, recordsOf } from './monitored-world.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** Age of the oldest changes; all lists are older. */
const days = 360;
const rowsPerInsert = 8_000;
const insertsAtOnce = 2;
const mergePollMs = 500;
const longestMergesMs = 120_000;

export interface SeededRows {
  readonly changes: number;
  readonly parts: number;
}

/**
 * Fills the tables of a new data directory: records, clients with their lists and, optionally, a hundred changes of every
 * asset over the last year. Not through the log, which would take half an hour: the rows are those of the sink's mappings,
 * in the newest-revision tables that the API reads. `use` is called while the tables are still open here.
 */
export async function seedTables<T>(
  directory: string,
  monitored: MonitoredWorld,
  options: { readonly withChanges: boolean },
  use: (tables: ServiceTables, seeded: SeededRows) => Promise<T>,
): Promise<T> {
  const engine = await openBenchEngine(directory);
  const tables = await openServiceTables(loadConfig({ ATTESTRY_DATA_DIR: directory }).config, engine.log.logId);
  const now = Date.now();
  await seedHolders(tables, monitored, now);
  const changes = options.withChanges ? await seedChanges(tables, monitored, now) : 0;
  const parts = await mergedParts(tables);
  const result = await use(tables, { changes, parts });
  await tables.close();
  await engine.close();
  return result;
}

async function seedHolders(tables: ServiceTables, { world, holders }: MonitoredWorld, now: number): Promise<void> {
  const since = now - (days + 1) * dayMs;
  const records = recordsOf(world);
  const recordRows = records.flatMap((record, offset) =>
    assetRecordRow.rowsOf(record, { partition: seededPartition, offset, timestamp: since }),
  );
  await tables.sink.insert(assetRecordRow.table, assetRecordRow.columns, encodeRows(recordRows));
  const events = holders.flatMap((holder) => eventsOf(holder, since, now - 7 * dayMs));
  for (const { table, columns, rowsOf } of [tenantRow, apiKeyRow, watchItemRow]) {
    const rows = events.flatMap((event, offset) =>
      rowsOf(event, { partition: seededPartition, offset, timestamp: since }),
    );
    await tables.sink.insert(table, columns, encodeRows(rows));
  }
}

/** Reading by reading, in their natural order: each part of the table has changes of all assets. */
async function seedChanges(tables: ServiceTables, { world }: MonitoredWorld, now: number): Promise<number> {
  const assets = world.assets.map(({ assetId }, index) => ({ assetId, index }));
  let count = 0;
  for (const mapping of [changeRow, feedChangeRow]) {
    let rows: string[] = [];
    let inserting: Promise<void>[] = [];
    count = 0;
    const flush = async (): Promise<void> => {
      const body = Buffer.from(`${rows.join('\n')}\n`);
      count += rows.length;
      rows = [];
      inserting.push(tables.sink.insert(mapping.table, mapping.columns, body));
      if (inserting.length < insertsAtOnce) return;
      await Promise.all(inserting);
      inserting = [];
    };
    for (const reading of changeRows(mapping, now - days * dayMs, now)) {
      for (const asset of assets) {
        rows.push(...reading.rowsOf(asset));
        if (rows.length >= rowsPerInsert) await flush();
      }
    }
    if (rows.length > 0) await flush();
    await Promise.all(inserting);
  }
  return count;
}

/** Waits until the tables merge nothing; returns the number of remaining parts of the changes. */
export async function mergedParts(tables: ServiceTables): Promise<number> {
  const until = performance.now() + longestMergesMs;
  for (let quiet = 0; quiet < 3 && performance.now() < until; ) {
    const [row] = await tables.sink.query<{ readonly merges: string }>('SELECT count() AS merges FROM system.merges');
    quiet = Number(row?.merges) === 0 ? quiet + 1 : 0;
    await pause(mergePollMs);
  }
  const [row] = await tables.sink.query<{ readonly parts: string }>(partsSql);
  return Number(row?.parts);
}

const partsSql = "SELECT count() AS parts FROM system.parts WHERE table = 'store_feed_changes' AND active";
