import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnded, readStated } from '../../../../api/readmodel/coverage/queries.ts';
import { readChanges } from '../../../../api/readmodel/memory/changes/change-cache.ts';
import { readRecordTexts } from '../../../../api/readmodel/memory/registry/row.ts';
import { readMatches } from '../../../../api/readmodel/open-matches.ts';
import { readFetchesOf } from '../../../../api/readmodel/standing/queries.ts';
import type { TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { mostInSlice } from '../../../../api/readmodel/tables/slices.ts';

type Tables = Pick<TableReader, 'query'>;

const referenceOf = (id: string) => ({ id, assetId: id, revision: 0, detectedAt: 0 });

/** Reads of as many ids as a page of tokens, or an inbox, may have. */
const reads: readonly (readonly [
  what: string,
  bound: string,
  read: (tables: Tables, ids: readonly string[]) => Promise<readonly unknown[]>,
])[] = [
  ['fetches of documents', 'documentIds', readFetchesOf],
  ['ends of readings', 'documentIds', readEnded],
  ['sources that state a field', 'sourceIds', (tables, ids) => readStated(tables, ['asset'], ids)],
  ['matches with lists', 'assetIds', readMatches],
  ['records of tokens', 'assetIds', readRecordTexts],
  ['changes', 'ids', async (tables, ids) => [await readChanges({ query: tables.query }, ids.map(referenceOf))]],
];

for (const [what, bound, read] of reads) {
  test(`${what} are read of any number of ids, ${mostInSlice} in a query`, async () => {
    const asked: (readonly string[])[] = [];
    const tables: Tables = {
      query: (_, parameters) => {
        asked.push(parameters[bound] as readonly string[]);
        return Promise.resolve([]);
      },
    };
    await read(tables, []);
    assert.equal(asked, []);
    const ids = Array.from({ length: 2 * mostInSlice + 1 }, (_, n) => `id-${n}`);
    await read(tables, ids);
    assert.equal(
      asked.map(({ length }) => length),
      [mostInSlice, mostInSlice, 1],
    );
    assert.equal(asked.flat(), ids);
  });
}

test.run();
