import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import { type TopicName, topicNames } from '../../../schemas/topics.ts';
import { type AvroSchema, fieldsOf, schemaOf } from '../../support/avro-records.ts';
import { type MigratedTables, openMigratedTables } from '../../support/migrated-tables.ts';
import { columnTypesOf, emptyTable, insertRecords, samplesOf, storedRows } from '../../support/sink-rows.ts';

let tables: MigratedTables;
test.before(async () => {
  tables = await openMigratedTables();
});
test.after(() => tables.close());

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test('a mapping fills every column of its table but the time of insertion', async () => {
  for (const topic of topicNames) {
    for (const { table, columns } of sinkTables[topic]) {
      const real = [...(await columnTypesOf(tables, table)).keys()].filter((column) => column !== 'inserted_at');
      assert.equal([...columns].sort(), real.sort(), table);
      assert.is(new Set(columns).size, columns.length, table);
    }
  }
});

test('every table of the tables folder is fed by a mapping', async () => {
  const real = await tables.rows(
    "SELECT concat('attestry.', name) FROM system.tables WHERE database = 'attestry' AND startsWith(name, 'store_')",
  );
  const fed = topicNames.flatMap((topic) => sinkTables[topic].map(({ table }) => table));
  assert.equal(real.flat().map(String).sort(), [...fed].sort());
});

const projected = topicNames.filter(
  (topic) => !['token.facts', 'parkings', 'accounts.parkings', 'accounts.commands', 'accounts.events'].includes(topic),
);

for (const topic of projected) roundTrip(topic);

/** The rule for every topic: one column per Avro field, read back as the field's value. */
function roundTrip<T extends TopicName>(topic: T): void {
  test(`${topic}: every Avro field of random records reads back from its column`, async () => {
    const values = samplesOf(topic, 40);
    const fields = fieldsOf(schemaOf(topic));
    const complete = sinkTables[topic].filter(({ columns }) => !columns.includes('words'));
    assert.ok(complete.length > 0);
    for (const mapping of complete) {
      await emptyTable(tables, mapping.table);
      await insertRecords(tables, mapping, values);
      const columns = [...fields.map((field) => snakeCase(field.name)), 'log_partition', 'log_offset', 'record_time'];
      const found = await storedRows(tables, mapping.table, columns);
      assert.is(found.length, values.length, `rows of ${mapping.table}`);
      values.forEach((value, index) => {
        const members = value as unknown as Readonly<Record<string, unknown>>;
        const cells = fields.map((field) => expectedCell(field.type, members[field.name]));
        assert.equal(found[index], [...cells, 3, index, 1_700_000_000_000 + index]);
      });
    }
  });

  test(`${topic}: the same records again are the same rows`, async () => {
    const values = samplesOf(topic, 40);
    for (const mapping of sinkTables[topic]) {
      await emptyTable(tables, mapping.table);
      await insertRecords(tables, mapping, values);
      const once = await storedRows(tables, mapping.table, mapping.columns);
      await insertRecords(tables, mapping, values.slice(10, 30), 10);
      await insertRecords(tables, mapping, values);
      assert.equal(await storedRows(tables, mapping.table, mapping.columns), once);
    }
  });
}

/** An Avro value as its column must hold it, by the schema alone. */
function expectedCell(type: AvroSchema, value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(type)) {
    return expectedCell((type as readonly AvroSchema[]).find((branch) => branch !== 'null') ?? 'null', value);
  }
  if (type === 'bytes') return (value as Buffer).toString('base64');
  if (typeof type === 'string' || !('type' in type)) return value;
  if (type.type === 'record') return JSON.stringify(value);
  if (type.type === 'array') return type.items === 'string' ? value : JSON.stringify(value);
  if (type.type === 'map' && type.values === 'bytes') {
    const entries = Object.entries(value as Readonly<Record<string, Buffer>>);
    return Object.fromEntries(entries.map(([name, bytes]) => [name, bytes.toString('base64')]));
  }
  if (type.type === 'map' && type.values !== 'string') return JSON.stringify(value);
  return value;
}

test('the feed has the whole change in one column', async () => {
  const values = samplesOf('changes', 40);
  const mapping = sinkTables.changes.find(({ columns }) => columns.includes('words'));
  assert.ok(mapping);
  await emptyTable(tables, mapping.table);
  await insertRecords(tables, mapping, values);
  const found = await storedRows(tables, mapping.table, ['words', 'id', 'revision', 'asset_id', 'group_id']);
  assert.equal(
    found.map(([words, ...rest]) => [JSON.parse(String(words)) as unknown, ...rest]),
    values.map((value) => [
      JSON.parse(JSON.stringify(value)) as unknown,
      ...[value.id, value.revision, value.assetId, value.groupId],
    ]),
  );
});

test('PE-5 changes carry the rank of their severity; the term of a newer writer counts as medium', async () => {
  const [sample] = samplesOf('changes', 1);
  const [, current] = sinkTables.changes;
  assert.ok(sample && current);
  await emptyTable(tables, current.table);
  const severities = ['severe', 'high', 'medium', 'low', 'catastrophic', 'toString'];
  const values = severities.map((severity, index) => ({ ...sample, id: `change-${index}`, severity, knownAt: index }));
  await insertRecords(tables, current, values);
  assert.equal(
    await storedRows(tables, current.table, ['severity', 'severity_rank', 'known_at']),
    severities.map((severity, index) => [severity, [1, 2, 3, 4, 3, 3][index], index]),
  );
});

test('B-54 changes carry the rank of their direction and what queries filter by', async () => {
  const [sample] = samplesOf('changes', 1);
  const [, current] = sinkTables.changes;
  assert.ok(sample && current);
  await emptyTable(tables, current.table);
  const directions = ['weakens', 'mixed', 'strengthens', 'neutral', 'unassessed', 'sideways', 'toString'];
  const values = directions.map((direction, index) => ({
    ...sample,
    id: `change-${index}`,
    direction,
    notableAt: index === 0 ? 0 : null,
    assessment: { ...sample.assessment, status: 'pending', confidence: 0.85, rulesVersion: 'impact-v1' },
  }));
  await insertRecords(tables, current, values);
  assert.equal(
    await storedRows(tables, current.table, [
      'direction',
      'direction_rank',
      'notable',
      'assessment_status',
      'confidence',
      'rules_version',
    ]),
    directions.map((direction, index) => [
      direction,
      [1, 2, 3, 4, 5, 5, 5][index],
      index === 0,
      'pending',
      0.85,
      'impact-v1',
    ]),
  );
});

test('a time that no table can hold parks the record instead of being stored as another time', () => {
  const [sample] = samplesOf('registry.assets', 1);
  const [mapping] = sinkTables['registry.assets'];
  assert.ok(sample && mapping);
  const rowsAt = (verifiedAt: number | null, timestamp: number) => () =>
    mapping.rowsOf({ ...sample, verifiedAt }, { partition: 0, offset: 0, timestamp });
  const parked = (error: unknown): boolean => error instanceof Error && error.name === 'ParkedRecordError';
  assert.throws(rowsAt(Date.UTC(1900, 0, 1) - 1, 0), parked);
  assert.throws(rowsAt(Date.UTC(2300, 0, 1), 0), parked);
  assert.throws(rowsAt(Number.NaN, 0), parked);
  assert.throws(rowsAt(null, Number.MAX_SAFE_INTEGER), parked);
  assert.not.throws(rowsAt(null, 0));
});

test('a column the table does not have is refused', async () => {
  const [mapping] = sinkTables.observations;
  const [sample] = samplesOf('observations', 1);
  assert.ok(mapping && sample);
  const body = encodeRows(mapping.rowsOf(sample, { partition: 0, offset: 0, timestamp: 0 }));
  const columns = mapping.columns.map((column) => (column === 'quote' ? 'quotation' : column));
  let message = '';
  await tables.insert(mapping.table, columns, body).catch((error: unknown) => {
    message = String(error);
  });
  assert.match(message, /quotation/);
});

test.run();
