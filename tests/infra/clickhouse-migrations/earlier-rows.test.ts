/** Rows that were written before a migration: one engine goes through the migrations step by step. */
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
import { migrationsDirectory } from '../../../infra/clickhouse/migrate/migration-files.ts';
import { migrationScript, scriptText } from '../../../infra/clickhouse/migrate/migration-script.ts';
import { migrate } from '../../../infra/clickhouse/migrate/migrations.ts';
import { sqlStatements } from '../../../infra/clickhouse/migrate/statements.ts';
import type { AssetRecord } from '../../../schemas/generated/records.ts';
import { assetId, change } from '../../api/records.ts';
import { recordsOf } from '../../support/avro-records.ts';
import { openTablesFixture, type TablesFixture } from '../../support/tables-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'attestry-migrations-'));

/** Adds the migrations before this number to the folder. */
function addFiles(before: string): void {
  for (const file of readdirSync(migrationsDirectory())) {
    if (file < before) copyFileSync(join(migrationsDirectory(), file), join(folder, file));
  }
}

/** Applies the migrations before this number; returns the names of those that were pending. */
async function applyUpTo(before: string): Promise<readonly string[]> {
  addFiles(before);
  const options = { tables: tables.writer, layout: { kind: 'single' }, now: () => 0, directory: folder } as const;
  return (await migrate(options)).map(({ name }) => name);
}

let tables: TablesFixture;
test.before(async () => {
  addFiles('0015');
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
      .sample(recordsOf('asset.records'), { numRuns: 33, seed })
      .map((record, index) => ({ ...record, assetId: assetId(index), position: 10 * seed + index }));
  const before = sample(1);
  await tables.project('asset.records', before);
  const textColumns = async (): Promise<readonly unknown[]> =>
    tables.reader.query("SELECT name FROM system.columns WHERE table = 'store_asset_records' AND name = 'record_text'");
  assert.equal(await textColumns(), []);

  assert.equal(await applyUpTo('0016'), ['asset_record_text']);

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

test('revisions from before the migration stay, later ones join them, and parts with and without indexes merge', async () => {
  const rows = (): Promise<readonly object[]> =>
    tables.reader.query(
      'SELECT * EXCEPT (inserted_at) FROM attestry.store_changes_history FINAL ORDER BY asset_id, detected_at, id, revision',
    );
  const [first, second] = [change('first', 1), change('second', 2)];
  await tables.project('changes', [first, second]);
  const before = await rows();
  assert.is(before.length, 2);

  assert.is((await applyUpTo('9999'))[0], 'history_indexes');
  assert.equal(await rows(), before);

  await tables.project('changes', [{ ...first, revision: 1, title: 'revised' }]);
  const after = await rows();
  assert.is(after.length, 3);
  await tables.writer.command('OPTIMIZE TABLE attestry.store_changes_history FINAL');
  assert.equal(await rows(), after);
});

test('the printed script creates the same tables in an empty database and leaves no pending migration', async () => {
  await tables.writer.command('DROP DATABASE attestry SYNC');
  await tables.writer.command('CREATE DATABASE attestry');
  for (const statement of sqlStatements(scriptText(migrationScript({ kind: 'single' })))) {
    await tables.writer.command(statement);
  }
  assert.equal(await applyUpTo('9999'), []);
});

test.run();
