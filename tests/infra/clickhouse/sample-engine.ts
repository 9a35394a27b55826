/**
 * One engine with sample tables for all files that import this module: its three processes start once, and end after the last of them.
 * Files make their own tables beside the samples; `close` drops those. A file that is run by itself opens its own engine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnalystLimits,
  defaultAnalystLimits,
  defaultHostLimits,
  type HostLimits,
} from '../../../infra/clickhouse/host/watch/limits.ts';
import { type HostedTables, openTables } from '../../../infra/clickhouse/open-tables.ts';
import { atEndOfUnit } from '../../support/at-end.ts';

export interface SampleEngine {
  /** Directory of the tables, alone in its parent. */
  readonly directory: string;
  readonly engine: HostedTables;
  readonly close: () => Promise<void>;
}

export const secret = 'c0ffee5ecret';
const sampleRows = 200;

/** Sleeps for a day, a quarter of a second in each block. It ends when it is killed, and takes no processor. */
export const endlessSql = 'SELECT sum(sleepEachRow(0.000004)) FROM numbers(20000000000)';

/** Views that the analysts' engine has; `later` is never created. */
const analystViews = ['changes', 'assets', 'api_keys_view', 'shown', 'hidden_view', 'later'];

/** Internal `store_*` tables and views over them, as in the migrations. */
const definitions: Readonly<Record<string, string>> = {
  store_changes: `CREATE TABLE attestry.store_changes (id String, asset_id String, detected_at DateTime64(3, 'UTC'), revision UInt64, direction LowCardinality(String), tags Array(String), amount Nullable(Decimal(38, 18)))
   ENGINE = ReplacingMergeTree(revision) ORDER BY (asset_id, detected_at, id)`,
  store_api_keys: 'CREATE TABLE attestry.store_api_keys (id String, secret_hash String) ENGINE = MergeTree ORDER BY id',
  changes: 'CREATE VIEW attestry.changes AS SELECT * FROM attestry.store_changes FINAL',
  assets: 'CREATE VIEW attestry.assets AS SELECT DISTINCT asset_id FROM attestry.store_changes',
  api_keys_view: 'CREATE VIEW attestry.api_keys_view AS SELECT * FROM attestry.store_api_keys',
  store_shown: 'CREATE TABLE attestry.store_shown (id String, n UInt64) ENGINE = ReplacingMergeTree(n) ORDER BY id',
  store_keys:
    'CREATE TABLE attestry.store_keys (id String) ENGINE = ReplacingMergeTree ORDER BY id SETTINGS index_granularity = 512',
  beneath: 'CREATE VIEW attestry.beneath AS SELECT id, n FROM attestry.store_shown FINAL',
  shown: 'CREATE VIEW attestry.shown AS SELECT id, n FROM attestry.beneath',
  store_hidden: 'CREATE TABLE attestry.store_hidden (id String, secret_hash String) ENGINE = MergeTree ORDER BY id',
  hidden_view: 'CREATE VIEW attestry.hidden_view AS SELECT * FROM attestry.store_hidden',
  hidden: 'CREATE VIEW attestry.hidden AS SELECT id FROM attestry.store_keys',
};

/** A busy machine may need any time: nothing is late here. Limits are stated with a clock that tests move. */
const patient = <L extends HostLimits>(limits: L): L => ({
  ...limits,
  silentMs: 3_600_000,
  openingMs: 3_600_000,
  waitMs: 3_600_000,
  cancelledMs: 3_600_000,
  queryMs: { api: 3_600_000, sink: 3_600_000, accounts: 3_600_000, jobs: 3_600_000, operator: 3_600_000 },
});

let shared: Promise<SampleEngine> | null = null;

export async function openSampleEngine(): Promise<SampleEngine> {
  if (process.env['TEST_TABLES'] === undefined) return openOwnEngine();
  if (shared === null) atEndOfUnit(closeShared);
  shared ??= openOwnEngine();
  const { directory, engine } = await shared;
  return { directory, engine, close: () => dropOthers(engine) };
}

async function closeShared(): Promise<void> {
  const opened = await shared;
  shared = null;
  await opened?.close();
}

async function openOwnEngine(): Promise<SampleEngine> {
  const parent = mkdtempSync(join(tmpdir(), 'attestry-sample-'));
  const directory = join(parent, 'tables');
  const analystLimits: AnalystLimits = patient(defaultAnalystLimits());
  const engine = await openTables({ directory, analystViews, limits: patient(defaultHostLimits()), analystLimits });
  for (const statement of Object.values(definitions)) await engine.sink.command(statement);
  const rows = Array.from({ length: sampleRows }, (_, index) =>
    JSON.stringify([
      `change-${index}`,
      `asset-${index % 7}`,
      1_700_000_000_000 + index,
      index + 1,
      'up',
      ['a', 'b'],
      '1.5',
    ]),
  );
  const columns = ['id', 'asset_id', 'detected_at', 'revision', 'direction', 'tags', 'amount'];
  await engine.sink.insert('attestry.store_changes', columns, Buffer.from(rows.join('\n')));
  await engine.sink.insert('attestry.store_api_keys', ['id', 'secret_hash'], Buffer.from(`["key-1","${secret}"]`));
  const shown = Array.from({ length: 100 }, (_, index) => `["row ${index}", "1"]\n`);
  await engine.sink.insert('attestry.store_shown', ['id', 'n'], Buffer.from(shown.join('')));
  return {
    directory,
    engine,
    close: async () => {
      await engine.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

async function dropOthers({ sink }: HostedTables): Promise<void> {
  const tables = await sink.query<{ readonly name: string; readonly engine: string }>(
    "SELECT name, engine FROM system.tables WHERE database = 'attestry'",
  );
  for (const { name, engine } of tables.filter((table) => !(table.name in definitions))) {
    await sink.command(`DROP ${engine === 'View' ? 'VIEW' : 'TABLE'} attestry.\`${name}\``);
  }
}
