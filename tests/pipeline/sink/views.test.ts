/** What analysts count: every record once, whatever the engine has not merged yet. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import { type RowMapping, sinkTables } from '../../../pipeline/sink/tables.ts';
import { type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import { type MigratedTables, openMigratedTables } from '../../support/migrated-tables.ts';
import { emptyTable, samplesOf } from '../../support/sink-rows.ts';

let tables: MigratedTables;
test.before(async () => {
  tables = await openMigratedTables();
});
test.after(() => tables.close());

/** What makes a record of a view the same as another one; by default the sorting key of its table. */
const identities: Partial<Readonly<Record<TopicName, string>>> = {
  observations: 'id',
  changes: 'id',
  'feed.captures': 'capture_id',
  'feed.runs': 'run_id',
  'document.captures': 'capture_id',
  'asset.facts': 'asset_id, subject_kind, subject_key, field, source_key',
};

/** The same in every partition, as ticks are: it names no asset. */
const withControl = (topic: TopicName, value: object): object =>
  ['observations', 'asset.facts'].includes(topic) ? { ...value, assetId: '', subjectKind: 'control' } : value;

async function insert(
  mapping: RowMapping<never>,
  values: readonly object[],
  partition: number,
  from: number,
): Promise<void> {
  const rows = values.flatMap((value, index) =>
    mapping.rowsOf(value as never, { partition, offset: from + index, timestamp: 1_700_000_000_000 }),
  );
  await tables.insert(mapping.table, mapping.columns, encodeRows(rows));
}

const shown = topicNames.filter((topic) => topics[topic].public && sinkTables[topic].length > 0);

for (const topic of shown) {
  test(`${topic}: count() is uniqExact() while parts with the same records are not merged`, async () => {
    // The table of the newest records, which the view reads.
    const mapping = sinkTables[topic].find(({ table }) => !table.endsWith('_history')) as RowMapping<never> | undefined;
    assert.ok(mapping);
    const view = topic.replaceAll('.', '_');
    const values = samplesOf<TopicName>(topic, 12);
    const control = withControl(topic, values[0] ?? {});
    await emptyTable(tables, mapping.table);
    await tables.command(['SYSTEM STOP MERGES', mapping.table].join(' '));
    try {
      for (let again = 0; again < 3; again += 1) await insert(mapping, values.slice(1), 3, again * 100);
      for (const partition of [0, 1, 2]) await insert(mapping, [control], partition, 0);
      const [[key]] = (await tables.rows(
        "SELECT sorting_key FROM system.tables WHERE database = 'attestry' AND concat('attestry.', name) = {table:String}",
        { table: mapping.table },
      )) as readonly [readonly [string]];
      const identity = identities[topic] ?? key;
      const [[count, unique]] = (await tables.rows(
        ['SELECT toUInt32(count()), toUInt32(uniqExact(', identity, ')) FROM attestry.', view].join(''),
      )) as readonly [readonly [number, number]];
      assert.equal([count, unique], [values.length, values.length]);
      const [[parts]] = (await tables.rows(
        "SELECT toUInt32(count()) FROM system.parts WHERE active AND database = 'attestry' AND concat('attestry.', table) = {table:String}",
        { table: mapping.table },
      )) as readonly [readonly [number]];
      assert.ok(parts > 3, 'the rows are in parts of their own');
    } finally {
      await tables.command(['SYSTEM START MERGES', mapping.table].join(' '));
      await emptyTable(tables, mapping.table);
    }
  });
}

test.run();
