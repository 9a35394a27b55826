import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { createApiCaches } from '../../../cli/service/api-caches.ts';
import { silent } from '../harness.ts';

test('polls use their own lanes and never wait behind requests, also where the sink is in the process', async () => {
  for (const pushed of [true, false]) {
    const asked: string[] = [];
    const lane = (name: string): TableReader => ({
      query: async () => {
        asked.push(name);
        return [];
      },
    });
    const { freshness, registry, keyIds, refresh } = createApiCaches({
      tables: lane('requests'),
      newsTables: lane('news'),
      keyTables: lane('keys'),
      logger: silent,
      clock: () => 0,
      pushed,
      config: { registryCache: 10 },
    });
    await registry.start();
    await keyIds.start();
    await freshness.start();
    await refresh();
    assert.ok(asked.length >= 3);
    assert.equal([...new Set(asked)].sort(), ['keys', 'news'], `pushed: ${pushed}`);
    assert.ok(registry.current());
    await Promise.all([freshness.stop(), registry.stop(), keyIds.stop()]);
  }
});

test.run();
