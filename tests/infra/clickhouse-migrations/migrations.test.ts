import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { historyTables, typedViews } from '../../../cli/service/analyst-views.ts';
import { migrationStatements } from '../../../infra/clickhouse/migrate/cluster-statements.ts';
import { migrationFiles, migrationsDirectory } from '../../../infra/clickhouse/migrate/migration-files.ts';
import { topicNames, topics } from '../../../schemas/topics.ts';
import { type AvroSchema, fieldsOf, schemaOf } from '../../support/avro-records.ts';
import { type MigratedTables, openMigratedTables } from '../../support/migrated-tables.ts';

let tables: MigratedTables;
test.before(async () => {
  tables = await openMigratedTables();
});
test.after(() => tables.close());

const histories = historyTables.map((table) => `attestry.${table}`);
const views = topicNames.filter((topic) => topics[topic].public).map((topic) => topic.replaceAll('.', '_'));
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test('every statement names the database and can be repeated', async () => {
  for (const { name, sql } of migrationFiles(migrationsDirectory())) {
    for (const statement of migrationStatements(sql, { kind: 'single' }, name)) {
      assert.match(
        statement.replaceAll(/^--.*\n/gm, '').trim(),
        /^(CREATE (TABLE|VIEW|DATABASE) IF NOT EXISTS|CREATE OR REPLACE VIEW|ALTER TABLE|INSERT INTO) attestry\b/,
      );
      await tables.command(statement);
    }
  }
});

// Table, version column and sorting key, which decide what replaces a row. No key may contain a column that a revision changes.
const expected: readonly (readonly [table: string, version: string, sortingKey: string])[] = [
  ['store_accounts_dead_letters', 'log_offset', 'topic, partition, offset, processor'],
  ['store_api_keys', 'seq', 'key_id'],
  ['store_asset_facts', 'log_offset', 'asset_id, subject_kind, subject_key, field, source_key, log_partition'],
  ['store_asset_records', 'position', 'asset_id'],
  ['store_asset_subjects', 'position', 'asset_id'],
  ['store_attribute_matches', 'position', 'row_key'],
  ['store_changes', 'revision', 'asset_id, detected_at, id'],
  ['store_changes_history', 'log_offset', 'asset_id, detected_at, id, revision'],
  ['store_command_outcomes', 'seq', 'command_id'],
  ['store_dead_letters', 'log_offset', 'topic, partition, offset, processor'],
  ['store_document_captures', 'log_offset', 'lane, document_id, as_of, capture_id'],
  ['store_feed_captures', 'log_offset', 'feed, as_of, capture_id'],
  ['store_feed_changes', 'revision', 'asset_id, detected_at, id'],
  ['store_feed_runs', 'log_offset', 'feed, as_of, run_id'],
  ['store_hidden_intervals', 'seq', 'tenant_id, asset_id, interval_id'],
  ['store_intake_notices', 'seq', 'tenant_id, notice_id'],
  ['store_observations', 'log_offset', 'asset_id, observed_at, id, log_partition'],
  ['store_read_markers', 'seq', 'tenant_id, notification_id'],
  ['store_register_rows', 'log_offset', 'register, row_id'],
  ['store_register_rows_history', 'log_offset', 'register, row_id, as_of, run_id, event'],
  ['store_registry_assets', 'log_offset', 'asset_id'],
  ['store_registry_assets_history', 'log_offset', 'asset_id, record_time, log_offset'],
  ['store_registry_parties', 'log_offset', 'party_id'],
  ['store_registry_parties_history', 'log_offset', 'party_id, record_time, log_offset'],
  ['store_requests', 'seq', 'tenant_id, request_id'],
  ['store_sanctions_entries', 'log_offset', 'list, entry_id'],
  ['store_sanctions_entries_history', 'log_offset', 'list, entry_id, as_of, run_id'],
  ['store_screen_matches', 'position', 'row_key'],
  ['store_sessions', 'seq', 'session_sha256, kind'],
  ['store_tenants', 'seq', 'tenant_id'],
  ['store_verdicts', 'log_offset', 'asset_id, kind, obligation_id, regime'],
  ['store_verdicts_history', 'log_offset', 'asset_id, since, verdict_id, group_id'],
  ['store_watch_items', 'seq', 'tenant_id, item_id'],
  ['store_webhook_deliveries', 'seq', 'tenant_id, endpoint_id, at, message_id, tries'],
  ['store_webhooks', 'seq', 'tenant_id, endpoint_id'],
];

test('each table replaces rows by its version within its sorting key, and is not partitioned', async () => {
  const found = await tables.rows(
    "SELECT name, extract(engine_full, '^ReplacingMergeTree\\\\((\\\\w+)\\\\)'), sorting_key, partition_key FROM system.tables WHERE database = 'attestry' AND startsWith(name, 'store_') ORDER BY name",
  );
  assert.equal(
    found,
    expected.map((row) => [...row, '']),
  );
});

test('every table has the log position and the insert time of its rows', async () => {
  const found = await tables.rows(
    "SELECT table, name, type, default_expression FROM system.columns WHERE database = 'attestry' AND startsWith(table, 'store_') AND name IN ('log_partition', 'log_offset', 'record_time', 'inserted_at') ORDER BY table, position",
  );
  const columns = [
    ['log_partition', 'UInt32', ''],
    ['log_offset', 'UInt64', ''],
    ['record_time', "DateTime64(3, 'UTC')", ''],
    ['inserted_at', "DateTime64(3, 'UTC')", 'now64(3)'],
  ];
  assert.equal(
    found,
    expected.flatMap(([table]) => columns.map((column) => [table, ...column])),
  );
});

test('columns that are polled by offset or looked up by id have an index, histories have none', async () => {
  assert.equal(
    await tables.rows(
      "SELECT table, name, type_full FROM system.data_skipping_indices WHERE database = 'attestry' ORDER BY table, name",
    ),
    [
      ['store_asset_records', 'by_offset', 'minmax'],
      ['store_changes', 'by_id', 'bloom_filter(0.001)'],
      ['store_changes', 'by_offset', 'minmax'],
      ['store_observations', 'by_id', 'bloom_filter(0.001)'],
      ['store_verdicts', 'by_offset', 'minmax'],
    ],
  );
});

test('the views are the public topics and the typed views', async () => {
  const found = await tables.rows(
    "SELECT name FROM system.tables WHERE database = 'attestry' AND engine = 'View' ORDER BY name",
  );
  assert.equal(found.flat(), [...views, ...typedViews].sort());
});

test('the view of a topic reads the newest state of its own table: no account table, no history', async () => {
  for (const [name, query] of await tables.rows(
    "SELECT name, as_select FROM system.tables WHERE database = 'attestry' AND engine = 'View'",
  )) {
    if (!views.includes(String(name))) continue;
    assert.equal(String(query).match(/attestry\.\w+|\bFINAL\b|\bJOIN\b|\bUNION\b/g), [
      `attestry.store_${String(name)}`,
      'FINAL',
    ]);
  }
});

test('typed views read tables of public topics only, and FINAL of each', async () => {
  const readable = new Set<string>([...views.map((view) => `attestry.store_${view}`), ...histories]);
  const typed: readonly string[] = typedViews;
  for (const [name, query] of await tables.rows(
    "SELECT name, as_select FROM system.tables WHERE database = 'attestry' AND engine = 'View'",
  )) {
    if (!typed.includes(String(name))) continue;
    const read = [...String(query).matchAll(/(attestry\.\w+)(?: FINAL)?/g)];
    assert.ok(read.length > 0);
    for (const [text, table = ''] of read) {
      assert.ok(readable.has(table), `${String(name)} reads ${table}`);
      assert.is(text, `${table} FINAL`, String(name));
    }
  }
});

test('every typed view and each of its columns has a comment', async () => {
  const wordless = await tables.rows(
    "SELECT table, name FROM system.columns WHERE database = 'attestry' AND comment = '' AND table IN {views:Array(String)} UNION ALL SELECT name, '' FROM system.tables WHERE database = 'attestry' AND comment = '' AND name IN {views:Array(String)}",
    { views: typedViews },
  );
  assert.equal(wordless, []);
});

test('a history has the columns of its topic’s view, in their order', async () => {
  const columnsOf = (view: string): Promise<readonly unknown[]> =>
    tables.rows(
      "SELECT name, type, comment FROM system.columns WHERE database = 'attestry' AND table = {view:String} ORDER BY position",
      { view },
    );
  assert.equal(await columnsOf('change_revisions'), await columnsOf('changes'));
  assert.equal(await columnsOf('register_row_history'), await columnsOf('register_rows'));
});

test('a view has every inserted column of its table, with the same types', async () => {
  const columnsOf = (table: string): Promise<readonly unknown[]> =>
    tables.rows(
      "SELECT name, type FROM system.columns WHERE database = 'attestry' AND table = {table:String} AND default_kind != 'MATERIALIZED' AND name != 'inserted_at' ORDER BY position",
      { table },
    );
  for (const view of views) assert.equal(await columnsOf(view), await columnsOf(`store_${view}`), view);
});

test('every column of a view has a comment, which for an Avro field is its doc', async () => {
  for (const topic of topicNames.filter((name) => topics[name].public)) {
    const view = topic.replaceAll('.', '_');
    const columns = await tables.rows(
      "SELECT name, comment FROM system.columns WHERE database = 'attestry' AND table = {view:String}",
      { view },
    );
    const comments = new Map(columns.map(([name, comment]) => [String(name), String(comment)]));
    for (const [column, comment] of comments) assert.ok(comment.length > 0, `${view}.${column}`);
    for (const field of fieldsOf(schemaOf(topic))) {
      assert.is(
        comments.get(snakeCase(field.name)),
        `${field.doc}${encodingNote(field.type)}`,
        `${view}.${field.name}`,
      );
    }
    const about = await tables.rows(
      "SELECT comment FROM system.tables WHERE database = 'attestry' AND name = {view:String}",
      { view },
    );
    assert.equal(about, [[schemaOf(topic).doc]]);
  }
});

test('every column of an account table has a comment', async () => {
  const found = await tables.rows(
    "SELECT table, name FROM system.columns WHERE database = 'attestry' AND comment = '' AND name != 'inserted_at' AND table IN ('store_tenants', 'store_api_keys', 'store_watch_items', 'store_hidden_intervals', 'store_intake_notices', 'store_command_outcomes', 'store_read_markers', 'store_sessions', 'store_webhooks', 'store_webhook_deliveries', 'store_requests')",
  );
  assert.equal(found, []);
});

/** Addition to a column's comment if the column does not have the Avro value unchanged. */
function encodingNote(type: AvroSchema): string {
  if (Array.isArray(type)) return type.map(encodingNote).find((note) => note !== '') ?? '';
  if (type === 'bytes') return ' As base64.';
  if (typeof type === 'string' || !('type' in type)) return '';
  if (type.type === 'map' && type.values === 'bytes') return ' Values as base64.';
  if (type.type === 'map') return type.values === 'string' ? '' : ' As JSON text.';
  if (type.type === 'record' || (type.type === 'array' && type.items !== 'string')) return ' As JSON text.';
  return '';
}

test.run();
