import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { watchEngines } from '../../../../cli/service/health/watch-engines.ts';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import type { Engine } from '../../../../cli/engine/open-engine.ts';
import type { Tables } from '../../../../infra/clickhouse/tables.ts';

/** A log without activity. */
const engine = {
  log: { logId: 'log', ranges: async () => [] },
  processors: { positionsOf: async () => [] },
} as unknown as Engine;

test('replaced tables end the process, because its caches belong to the former ones', async () => {
  let tablesId = 'first';
  const query = async (sql: string): Promise<readonly object[]> => [
    { value: sql.includes('logId') ? 'log' : tablesId },
  ];
  const board = createHealthBoard();
  let watch: { readonly stop: () => Promise<void> } | null = null;
  const reason = await new Promise<string>((resolve) => {
    watch = watchEngines({
      dataDir: null,
      engine,
      tables: { query } as unknown as Pick<Tables, 'query'>,
      board,
      clock: Date.now,
      onDeath: resolve,
    });
    setTimeout(() => {
      assert.equal(board.failing(), []);
      tablesId = 'second';
    }, 500);
  });
  assert.match(reason, /others than at the start/);
  await (watch as { readonly stop: () => Promise<void> } | null)?.stop();
});

test.run();
