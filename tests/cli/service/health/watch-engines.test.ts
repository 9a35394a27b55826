import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { watchEngines } from '../../../../cli/service/health/watch-engines.ts';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import type { Engine } from '../../../../cli/engine/open-engine.ts';
import type { Tables } from '../../../../infra/clickhouse/tables.ts';
import { startVirtualTime } from '../../../support/virtual-time.ts';

/** A log without activity. */
const engine = {
  log: { logId: 'log', ranges: async () => [] },
  processors: { positionsOf: async () => [] },
} as unknown as Engine;

interface EngineWatch {
  readonly board: ReturnType<typeof createHealthBoard>;
  readonly deaths: readonly string[];
  readonly advance: (ms: number) => Promise<void>;
}

/** Watches tables that answer with `query`, by a clock that the test moves, until the test has ended. */
async function watching(
  query: (sql: string) => Promise<readonly object[]>,
  run: (watched: EngineWatch) => Promise<void>,
) {
  const board = createHealthBoard();
  const deaths: string[] = [];
  const time = startVirtualTime();
  try {
    const watch = watchEngines({
      dataDir: null,
      engine,
      tables: { query } as unknown as Pick<Tables, 'query'>,
      board,
      clock: time.now,
      onDeath: (reason) => void deaths.push(reason),
    });
    await run({ board, deaths, advance: time.advance });
    await watch.stop();
  } finally {
    time.end();
  }
}

test('replaced tables end the process, because its caches belong to the former ones', async () => {
  let tablesId = 'first';
  const query = async (sql: string): Promise<readonly object[]> => [
    { value: sql.includes('logId') ? 'log' : tablesId },
  ];
  await watching(query, async ({ board, deaths, advance }) => {
    await advance(5_000);
    assert.equal([board.failing(), deaths], [[], []]);
    tablesId = 'second';
    await advance(2_000);
    assert.is(deaths.length, 1);
    assert.match(deaths[0] ?? '', /others than at the start/);
  });
});

test('tables that are away are named on the board, and no longer once they are back', async () => {
  let isAway = true;
  const query = async (sql: string): Promise<readonly object[]> => {
    if (isAway) throw new RetryableError('The tables at 127.0.0.1:1 do not answer: connect ECONNREFUSED');
    return [{ value: sql.includes('logId') ? 'log' : 'first' }];
  };
  await watching(query, async ({ board, deaths, advance }) => {
    await advance(1_500);
    assert.equal(board.failing(), ['tables do not answer']);
    isAway = false;
    await advance(2_500);
    assert.equal(board.failing(), []);
    isAway = true;
    await advance(2_500);
    assert.equal([board.failing(), deaths], [['tables do not answer'], []]);
  });
});

test('tables that answer after two seconds count as away', async () => {
  const board = createHealthBoard();
  const time = startVirtualTime();
  try {
    const watch = watchEngines({
      dataDir: null,
      engine,
      tables: { query: () => new Promise<never>(() => undefined) },
      board,
      clock: time.now,
      onDeath: assert.unreachable,
    });
    await time.advance(1_999);
    assert.equal(board.failing(), []);
    await time.advance(1);
    assert.equal(board.failing(), ['tables do not answer']);
    const stopped = watch.stop();
    await time.advance(2_000);
    await stopped;
  } finally {
    time.end();
  }
});

test.run();
