import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TablesClient } from '../../../../cli/engine/tables-client.ts';
import { columnTypesIn, storedRows } from '../../../../cli/verify/compare/stored-rows.ts';

/** A table with rows at these offsets; `onPage` is called after each page, with its number. */
function tableWith(
  offsets: number[],
  onPage: (page: number) => void = () => undefined,
): TablesClient & { readonly asked: string[] } {
  const asked: string[] = [];
  let pages = 0;
  return {
    asked,
    query: async <R>(sql: string, parameters: Readonly<Record<string, string>> = {}) => {
      asked.push(sql);
      const { low = '0', high = '0' } = parameters;
      if (sql.includes('max(log_offset)')) return [{ end: String(Math.max(-1, ...offsets) + 1) } as R];
      const rows = offsets.filter((offset) => offset >= Number(low) && offset < Number(high));
      onPage((pages += 1));
      return rows.map((offset) => ({ log_offset: String(offset), at: String(offset * 1_000) }) as R);
    },
  };
}

const types = new Map([
  [
    'store_x',
    new Map([
      ['log_offset', 'UInt64'],
      ['at', 'DateTime64(3)'],
    ]),
  ],
]);

async function rowsOf(table: TablesClient): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for await (const row of storedRows(table, 'attestry.store_x', ['log_offset', 'at'], types)) rows.push(row);
  return rows;
}

test('rows of every page are read, also behind an empty one, with the cells that the sink wrote', async () => {
  for (const offsets of [[], [0], [9_999], [10_000], [3, 9_999, 10_000, 19_999, 20_000], [45_000]]) {
    assert.equal(
      await rowsOf(tableWith(offsets)),
      offsets.map((offset) => [offset, offset * 1_000]),
      offsets.join(),
    );
  }
});

test('rows that are inserted behind the end during the read are read as well', async () => {
  const offsets = [1];
  const table = tableWith(offsets, (page) => {
    if (page === 1) offsets.push(10_001);
    if (page === 2) offsets.push(20_001);
  });
  assert.equal(
    (await rowsOf(table)).map((row) => (row as readonly number[])[0]),
    [1, 10_001, 20_001],
  );
});

test('a table of one page takes two queries, and the types of all tables one', async () => {
  const table = tableWith([1, 2]);
  await rowsOf(table);
  assert.is(table.asked.length, 2);
  assert.match(table.asked[0] ?? '', /toUnixTimestamp64Milli\(at\) AS at FROM attestry\.store_x FINAL WHERE/);
  const columns = [
    { table: 'store_x', name: 'a', type: 'String' },
    { table: 'store_x', name: 'b', type: 'UInt8' },
    { table: 'store_y', name: 'a', type: 'UInt64' },
  ];
  const found = await columnTypesIn({ query: async <R>() => columns as R[] });
  assert.equal([found.get('store_x')?.get('b'), found.get('store_y')?.get('a')], ['UInt8', 'UInt64']);
});

test.run();
