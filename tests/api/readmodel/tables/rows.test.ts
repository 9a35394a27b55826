import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRows } from '../../../../api/readmodel/tables/rows.ts';

interface Run {
  readonly feed: string;
  readonly asOf: number;
  readonly endedAt: number | null;
  readonly parts: readonly string[];
}

const decode = { asOf: Number, endedAt: Number, parts: (text: string) => JSON.parse(text) as readonly string[] };
const answering = (row: object) => ({ query: async <R>() => [row as R] });

test('named members are decoded, null stays null, all others are as they arrive', async () => {
  const row = { feed: 'ofac', asOf: '1750000000000', endedAt: null, parts: '["a"]' };
  assert.equal(await readRows<Run>(answering(row), { sql: '', decode }, {}), [
    { feed: 'ofac', asOf: 1_750_000_000_000, endedAt: null, parts: ['a'] },
  ]);
});

test('a query without a column that is to be decoded is a programming error', async () => {
  try {
    await readRows<Run>(answering({ feed: 'ofac', as_of: '1' }), { sql: '', decode }, {});
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /no column asOf/);
  }
});

test.run();
