import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRecordTexts } from '../../../../../api/readmodel/memory/registry/row.ts';
import { recordsOf } from '../../../../support/avro-records.ts';
import { openTablesFixture } from '../../../../support/tables-fixture.ts';
import { assetId } from '../../../records.ts';

test('`record_text` has the values of the columns, for any values', async () => {
  const fixture = await openTablesFixture({ shared: true });
  const records = fc
    .sample(recordsOf('asset.records'), 300)
    .map((record, index) => ({ ...record, assetId: assetId(index) }));
  await fixture.project('asset.records', records);
  const assetIds = records.map((record) => record.assetId);
  const read = new Map((await readRecordTexts(fixture.reader, assetIds)).map((record) => [record.assetId, record]));
  for (const { issuerNamed: _, ...served } of records) {
    assert.equal(read.get(served.assetId), JSON.parse(JSON.stringify(served)));
  }
  await fixture.close();
});

test.run();
