import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthBoard } from '../../../cli/service/health/health-board.ts';
import { startHousekeeping } from '../../../cli/service/jobs/housekeeping.ts';
import { silent } from '../../cli/harness.ts';
import { reached } from '../../support/reached.ts';
import { openHarness } from '../harness.ts';
import { asset, assetId, minute } from '../records.ts';

test('B-35 an item that is gathering for 15 minutes makes the service unready, by name, until it is settled', async () => {
  const board = createHealthBoard();
  const api = await openHarness({
    health: {
      ready: () => ({ ok: board.failing().length === 0, failing: board.failing() }),
      version: () => ({ name: 'attestry', version: '0.0.0', commit: null }),
      status: async () => ({
        indicator: 'none',
        feeds: [],
        documents: null,
        ticks: null,
        coverage: null,
        standing: [],
        processors: [],
      }),
    },
  });
  let polls = 0;
  const house = startHousekeeping({
    log: { maintain: () => Promise.reject(new Error('nothing is due')) } as never,
    tables: {
      query: (sql, parameters) => {
        polls += 1;
        return api.fixture.reader.query(sql, parameters);
      },
    },
    board,
    logger: silent,
    clock: api.dependencies.clock,
    everyMs: 10,
  });
  const readiness = async (): Promise<readonly [number, unknown]> => {
    // A check in progress may have begun before the change; the result of the next one is visible once another begins.
    const noted = polls + 2;
    await reached('the next check but one', () => polls >= noted);
    const { status, body } = await api.send('GET', '/readyz');
    return [status, body['failing']];
  };
  try {
    await api.declare(asset(1));
    const key = await api.makeKey();
    const added = await api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(1) } });
    assert.equal([added.status, added.body['intakeStatus']], [201, 'queued']);
    api.pass(15 * minute);
    assert.equal(await readiness(), [200, []]);
    api.pass(1);
    assert.equal(await readiness(), [503, ['intake 1 item is gathered for over 15 minutes']]);
    const removed = await api.send('DELETE', `/me/watchlist/${String(added.body['id'])}`, { key: key.text });
    assert.is(removed.status, 204);
    assert.equal(await readiness(), [200, []]);
  } finally {
    await house.stop();
    await api.close();
  }
});

test.run();
