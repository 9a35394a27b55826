import fc from 'fast-check';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  assetRecordOfText,
  type AssetRecordText,
  assetRecordTextsSql,
  type ServedRecord,
} from '../../../api/memory/registry/row.ts';
import { migrationsDirectory } from '../../../infra/clickhouse/migration-files.ts';
import { migrate } from '../../../infra/clickhouse/migrations.ts';
import type { AssetRecord } from '../../../schemas/generated/records.ts';
import { assetId } from '../../api/records.ts';
import { recordsOf } from '../../support/avro-records.ts';
import { openTablesFixture, type TablesFixture } from '../../support/tables-fixture.ts';

/** A folder with the migrations that precede the one under test. */
function formerMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'attestry-migrations-'));
  for (const file of readdirSync(migrationsDirectory())) {
    if (file < '0015') copyFileSync(join(migrationsDirectory(), file), join(folder, file));
  }
  return folder;
}

const folder = formerMigrations();
let tables: TablesFixture;
test.before(async () => {
  tables = await openTablesFixture({ migrations: folder });
  // The sink of today fills a column that a later migration adds.
  await tables.writer.command('ALTER TABLE attestry.store_asset_records ADD COLUMN chain_reading Nullable(String)');
});
test.after(async () => {
  await tables.close();
  rmSync(folder, { recursive: true });
});

const served = ({ chainReading: _, ...record }: AssetRecord): unknown => JSON.parse(JSON.stringify(record));

test('rows from before the migration have the text, and so do rows that replace them, merged or not', async () => {
  const sample = (seed: number): readonly AssetRecord[] =>
    fc
      .sample(recordsOf('asset.records'), { numRuns: 150, seed })
      .map((record, index) => ({ ...record, assetId: assetId(index), position: 10 * seed + index }));
  const before = sample(1);
  await tables.project('asset.records', before);
  const textColumns = async (): Promise<readonly unknown[]> =>
    tables.reader.query("SELECT name FROM system.columns WHERE table = 'store_asset_records' AND name = 'record_text'");
  assert.equal(await textColumns(), []);

  const applied = await migrate({ tables: tables.writer, layout: { kind: 'single' }, now: () => 0 });
  assert.is(applied[0]?.name, 'asset_record_text');

  const assetIds = before.map((record) => record.assetId);
  const read = async (): Promise<ReadonlyMap<string, ServedRecord>> => {
    const rows = await tables.reader.query<AssetRecordText>(assetRecordTextsSql, { assetIds });
    // Replaced rows may still be stored: the newest counts.
    const records = rows.map(assetRecordOfText).sort((one, other) => one.position - other.position);
    return new Map(records.map((record) => [record.assetId, record]));
  };
  const compare = async (expected: readonly AssetRecord[]): Promise<void> => {
    const records = await read();
    for (const record of expected) assert.equal(records.get(record.assetId), served(record));
  };
  await compare(before);
  // Every other record is replaced after the migration.
  const later = sample(100);
  await tables.project(
    'asset.records',
    later.filter((_, index) => index % 2 === 0),
  );
  const current = before.map((record, index) => (index % 2 === 0 ? (later[index] ?? record) : record));
  await compare(current);
  await tables.writer.command('OPTIMIZE TABLE attestry.store_asset_records FINAL');
  await compare(current);
});

test.run();
