import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type InsertedRecord,
  readRecordTexts,
  recordOfRow,
  type ServedRecord,
} from '../../../../../api/readmodel/memory/registry/row.ts';
import { insertedRows } from '../../../../../cli/service/tables/inserted-rows.ts';
import { recordsOf } from '../../../../support/avro-records.ts';
import { openTablesFixture } from '../../../../support/tables-fixture.ts';
import { assetId } from '../../../records.ts';

test('`record_text` has the values of the columns, and a row that was inserted the same, for any values', async () => {
  const fixture = await openTablesFixture();
  const inserted = new Map<string, ServedRecord>();
  fixture.onInserted((table, columns, body) => {
    if (table !== 'attestry.store_asset_records') return;
    for (const row of insertedRows<InsertedRecord>(columns, body)) {
      const record = recordOfRow(row);
      inserted.set(record.assetId, record);
    }
  });
  const records = fc
    .sample(recordsOf('asset.records'), 300)
    .map((record, index) => ({ ...record, assetId: assetId(index) }));
  await fixture.project('asset.records', records);
  const assetIds = records.map((record) => record.assetId);
  const read = new Map((await readRecordTexts(fixture.reader, assetIds)).map((record) => [record.assetId, record]));
  for (const { issuerNamed: _, ...served } of records) {
    assert.equal(read.get(served.assetId), JSON.parse(JSON.stringify(served)));
    assert.equal(inserted.get(served.assetId), read.get(served.assetId));
  }
  await fixture.close();
});

test.run();
