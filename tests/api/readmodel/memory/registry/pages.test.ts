import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBehind } from '../../../../../api/readmodel/memory/registry/pages.ts';
import type { TableReader } from '../../../../../api/readmodel/tables/reader.ts';

const end = 1_200;
const tables: TableReader = {
  query: () => Promise.resolve([{ partition: 0, offset: String(end - 1) }] as never),
};
const idOf = (number: number): string => String(number).padStart(5, '0');

/** Pages of rows `0` to `end`, and what happened in which order. */
function paged(pageRows: number, failsAfter: string | null = null) {
  const events: string[] = [];
  const readPage = (_: TableReader, { after }: Readonly<Record<string, unknown>>) => {
    events.push(`read after ${String(after)}`);
    if (after === failsAfter) return Promise.reject(new Error('no tables'));
    const from = after === '' ? 0 : Number(after) + 1;
    const rows = Array.from({ length: Math.max(0, Math.min(pageRows, end - from)) }, (_row, at) => ({
      row: { assetId: idOf(from + at) },
      partition: 0,
      offset: from + at,
    }));
    return Promise.resolve(rows);
  };
  return { events, options: { tables, readPage, pageRows } };
}

test('reads each row once, and the next page while one is applied', async () => {
  for (const [pageRows, reads] of [
    [end, 2],
    [end + 1, 1],
    [500, 3],
  ] as const) {
    const { events, options } = paged(pageRows);
    const taken: string[] = [];
    const cursors = new Map<number, number>();
    await readBehind(
      {
        ...options,
        take: (rows) => {
          events.push('take');
          taken.push(...rows.map(({ assetId }) => assetId));
        },
      },
      cursors,
    );
    assert.equal(
      taken,
      Array.from({ length: end }, (_, at) => idOf(at)),
    );
    assert.equal([...cursors], [[0, end]]);
    assert.is(events.filter((event) => event !== 'take').length, reads);
    if (reads > 1) assert.equal(events.slice(0, 3), ['read after ', `read after ${idOf(pageRows - 1)}`, 'take']);
  }
});

test('rows of a long page are applied in parts', async () => {
  const { options } = paged(end + 1);
  const parts: number[] = [];
  await readBehind({ ...options, take: (rows) => parts.push(rows.length) }, new Map());
  assert.equal(parts, [500, 500, 200]);
});

for (const [name, failsAfter, takeFails] of [
  ['the first page', '', false],
  ['a later page', idOf(499), false],
  ['what takes its rows', null, true],
  ['what takes its rows, and the next page', idOf(499), true],
] as const) {
  test(`after an error of ${name}, the cursors stay where they were`, async () => {
    const { options } = paged(500, failsAfter);
    const cursors = new Map([[0, 7]]);
    const take = (): void => {
      if (takeFails) throw new Error('not taken');
    };
    const failed = await readBehind({ ...options, take }, cursors).catch((error: unknown) => (error as Error).message);
    assert.is(failed, takeFails ? 'not taken' : 'no tables');
    assert.equal([...cursors], [[0, 7]]);
  });
}

test.run();
