import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import { watchReopenings } from '../../../../cli/service/tables/lost-rows.ts';
import { until } from '../../../pipeline/runtime/harness.ts';
import { silent } from '../../harness.ts';

test('after each reopening, readiness names the tables that lost rows, except those that the start has named', async () => {
  let reopen: () => void = () => undefined;
  let detached: readonly string[] = [];
  let searches = 0;
  let failure: Error | null = null;
  const query = async <R>(sql: string): Promise<readonly R[]> => {
    if (failure !== null) throw failure;
    if (!sql.includes('system.detached_parts')) return [];
    searches += 1;
    return detached.map((table) => ({ table, name: 'broken_all_1_1_0', reason: 'broken-on-start' })) as unknown as R[];
  };
  const board = createHealthBoard();
  const { signal } = new AbortController();
  watchReopenings({
    ...{ host: { onReopen: (listener) => void (reopen = listener) }, tables: { query }, board, logger: silent, signal },
    ...{ reported: ['store_read_markers'], remedy: 'restart the service' },
  });
  assert.is(searches, 0);

  detached = ['store_read_markers', 'store_tenants'];
  reopen();
  await until('the finding', () => board.failing().length > 0);
  assert.equal(board.failing(), ['tables have lost rows of store_tenants: restart the service']);

  detached = ['store_read_markers'];
  reopen();
  await until('no finding', () => board.failing().length === 0);

  failure = new Error('no such thing');
  reopen();
  await until('an error', () => board.failing().length > 0);
  assert.equal(board.failing(), ['tables could not be searched for lost rows: no such thing']);
});

test.run();
