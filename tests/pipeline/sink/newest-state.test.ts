/** Which record a table keeps of each key. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import { type MigratedTables, openMigratedTables } from '../../support/migrated-tables.ts';
import { emptyTable, insertRecords, samplesOf, storedRows } from '../../support/sink-rows.ts';
import { runsOf } from '../../support/runs.ts';

let tables: MigratedTables;
test.before(async () => {
  tables = await openMigratedTables();
});
test.after(() => tables.close());

test('the newest revision of a change wins whatever order it arrives in, and history keeps all', async () => {
  const [sample] = samplesOf('changes', 1);
  assert.ok(sample);
  const [history, current] = sinkTables.changes;
  assert.ok(history && current);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      async (order, apart) => {
        for (const { table } of [history, current]) await emptyTable(tables, table);
        const revisions = order.map((revision) => ({ ...sample, revision, title: `revision ${revision}` }));
        const batches = apart ? revisions.map((revision) => [revision]) : [revisions];
        let offset = 0;
        for (const batch of batches) {
          for (const mapping of [history, current]) await insertRecords(tables, mapping, batch, offset);
          offset += batch.length;
        }
        assert.equal(await storedRows(tables, current.table, ['revision', 'title']), [[3, 'revision 3']]);
        assert.equal(await tables.rows('SELECT revision, title FROM attestry.changes'), [[3, 'revision 3']]);
        assert.is((await storedRows(tables, history.table, ['revision'])).length, 4);
      },
    ),
    { numRuns: runsOf(10) },
  );
});

test('an outdated asset record that is written late loses, although its offset is higher', async () => {
  const [sample] = samplesOf('asset.records', 1);
  const [mapping] = sinkTables['asset.records'];
  assert.ok(sample && mapping);
  await emptyTable(tables, mapping.table);
  await insertRecords(tables, mapping, [{ ...sample, position: 9, name: 'new' }], 20);
  await insertRecords(tables, mapping, [{ ...sample, position: 8, name: 'old' }], 21);
  assert.equal(await storedRows(tables, mapping.table, ['name', 'log_offset']), [['new', 20]]);
  await insertRecords(tables, mapping, [{ ...sample, position: 9, name: 'new again' }], 22);
  assert.equal(await storedRows(tables, mapping.table, ['name', 'log_offset']), [['new again', 22]]);
});

test('of a register row the last record is the newest state, its history has every snapshot', async () => {
  const [sample] = samplesOf('register.rows', 1);
  const [history, current] = sinkTables['register.rows'];
  assert.ok(sample && history && current);
  for (const { table } of [history, current]) await emptyTable(tables, table);
  const records = ['added', 'missing', 'removed'].map((event, day) => ({
    ...sample,
    event,
    runId: `run-${day}`,
    asOf: day * 86_400_000,
  }));
  for (const mapping of [history, current]) await insertRecords(tables, mapping, records);
  assert.equal(await tables.rows('SELECT event FROM attestry.register_rows'), [['removed']]);
  assert.equal(await storedRows(tables, history.table, ['event']), [['added'], ['missing'], ['removed']]);
});

test('a party declared twice for the same instant is two declarations, the later one in force', async () => {
  const [sample] = samplesOf('registry.parties', 1);
  const [history, current] = sinkTables['registry.parties'];
  assert.ok(sample && history && current);
  for (const mapping of [history, current]) {
    await emptyTable(tables, mapping.table);
    for (const [offset, name] of ['first', 'second'].entries()) {
      const rows = mapping.rowsOf({ ...sample, name }, { partition: 0, offset, timestamp: 1000 });
      await tables.insert(mapping.table, mapping.columns, encodeRows(rows));
    }
  }
  assert.equal(await tables.rows('SELECT name FROM attestry.registry_parties'), [['second']]);
  assert.equal(await storedRows(tables, history.table, ['name']), [['first'], ['second']]);
});

test('a control observation is one row for each partition it was written to, also when it is sent again', async () => {
  const [sample] = samplesOf('observations', 1);
  const [mapping] = sinkTables.observations;
  assert.ok(sample && mapping);
  await emptyTable(tables, mapping.table);
  const control = { ...sample, assetId: '', subjectKind: 'control' };
  for (const partition of [0, 1, 0, 1]) {
    const rows = mapping.rowsOf(control, { partition, offset: 7, timestamp: 1000 });
    await tables.insert(mapping.table, mapping.columns, encodeRows(rows));
  }
  assert.equal([...(await storedRows(tables, mapping.table, ['log_partition']))].sort(), [[0], [1]]);
});

test.run();
