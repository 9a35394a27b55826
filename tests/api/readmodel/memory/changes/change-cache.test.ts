import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createChangeCache } from '../../../../../api/readmodel/memory/changes/change-cache.ts';
import type { TableReader } from '../../../../../api/readmodel/tables/reader.ts';

const reference = { assetId: 'asset', id: 'register:one', revision: 0, detectedAt: 1 };

/** Unmerged revisions, in the order of the table. */
function storeOf(revisions: readonly number[]) {
  const queries: Readonly<Record<string, unknown>>[] = [];
  const rows = revisions.map((revision) => ({
    id: reference.id,
    revision,
    words: JSON.stringify({ id: reference.id, revision, title: `revision ${revision}` }),
  }));
  const tables: TableReader = {
    query: async <R>(_: string, parameters: Readonly<Record<string, unknown>>) => {
      queries.push(parameters);
      return rows as unknown as readonly R[];
    },
  };
  return { store: createChangeCache(tables), queries };
}

for (const revisions of [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2], [2, 2]]) {
  test(`of the unmerged revisions ${revisions.join(', ')} the cache returns the newest`, async () => {
    const { store } = storeOf(revisions);
    const found = await store.read([reference]);
    assert.is(found.size, 1);
    assert.is(found.get(reference.id)?.title, 'revision 2');
  });
}

test('a cached revision is not read again, and a reference to an older one does not get it', async () => {
  const { store, queries } = storeOf([0, 1]);
  await store.read([reference]);
  await store.read([{ ...reference, revision: 1 }]);
  assert.is(queries.length, 1);
  await store.read([reference]);
  assert.is(queries.length, 2);
});

test.run();
