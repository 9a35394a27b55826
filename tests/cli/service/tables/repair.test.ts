import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import { createReadGate } from '../../../../cli/service/tables/read-gate.ts';
import { watchDamage } from '../../../../cli/service/tables/repair.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { rewind } from '../../../../pipeline/sink/checkpoints/rewind.ts';
import { mayLackRows } from '../../../../pipeline/sink/checkpoints/unsynced-rows.ts';
import { openWorld } from '../../../pipeline/runtime/harness.ts';
import { silent } from '../../harness.ts';
import { reached } from '../../../support/reached.ts';

/** A service whose engine reports what the test sets. */
async function watched() {
  const world = await openWorld(1);
  const { log, openStore, schemas } = world.engine;
  const reported = {
    reopen: (_: 'ended' | 'time'): void => undefined,
    damage: (): void => undefined,
  };
  const state = { detached: [] as readonly string[], failure: null as Error | null, empties: true };
  const steps: string[] = [];
  const query = async <R>(sql: string): Promise<readonly R[]> => {
    if (state.failure !== null) throw state.failure;
    if (!sql.includes('system.detached_parts')) return [];
    steps.push('search');
    return state.detached.map((table) => ({ table, name: 'broken_all_1_1_0', reason: 'broken' })) as unknown as R[];
  };
  const command = async (sql: string): Promise<void> => {
    const [verb = ''] = sql.trim().split(' ');
    steps.push(verb);
    if (verb === 'ALTER' && state.empties) state.detached = [];
  };
  const lane = (name: 'sink' | 'accounts-sink') => ({
    lane: name,
    readAgain: async (topics: readonly string[], meanwhile: () => Promise<void>): Promise<void> => {
      steps.push(`${name}: ${topics.join()}`);
      await rewind(openStore(name, name === 'sink' ? 'data' : 'accounts'), []);
      await meanwhile();
      steps.push(`${name} reads`);
    },
  });
  const [board, gate] = [createHealthBoard(), createReadGate()];
  watchDamage({
    host: {
      onReopen: (listener) => void (reported.reopen = listener),
      onDamage: (listener) => void (reported.damage = listener),
    },
    engine: {
      log,
      openStore,
      schemas,
      processors: {
        positionsOf: async (name, environment) => openStore(name, environment),
        isRunning: async () => true,
      },
    },
    lanes: async () => [lane('sink'), lane('accounts-sink')],
    tables: { query, command },
    board,
    gate,
    logger: silent,
    signal: new AbortController().signal,
    reported: ['store_earlier'],
  });
  const settled = (found: readonly string[]): Promise<void> =>
    reached('the finding', () => JSON.stringify(board.failing()) === JSON.stringify(found));
  return { world, reported, state, steps, board, gate, settled };
}

test('after a reopening or a damaged read, tables that lost rows are emptied once the lanes are set back, and filled', async () => {
  const { world, reported, state, steps, board, settled } = await watched();
  try {
    for (const report of [() => reported.damage(), () => reported.reopen('ended'), () => reported.reopen('time')]) {
      state.detached = ['store_earlier', 'store_tenants'];
      steps.length = 0;
      report();
      await reached('the repair', () => steps.includes('ALTER') && board.failing().length === 0);
      assert.equal(steps, [
        ...['search', 'accounts-sink: accounts.events', 'TRUNCATE', 'accounts-sink reads', 'ALTER'],
      ]);
      const lane = world.engine.openStore('accounts-sink', 'accounts');
      assert.is(mayLackRows(lane, null), false, 'a start after it need not fill the tables again');
    }
    state.failure = new Error('no such thing');
    reported.reopen('ended');
    await settled([
      'tables could not be searched for lost rows: no such thing; stop the service and run `attestry tables rebuild`',
    ]);
  } finally {
    await world.close();
  }
});

test('what no topic fills is left, and a table that is damaged again and again is named', async () => {
  const { world, reported, state, settled } = await watched();
  try {
    state.detached = ['schema_migrations'];
    reported.reopen('ended');
    await settled([
      'tables have lost rows of schema_migrations, which the log cannot fill again: stop the service and run `attestry tables rebuild`, which gives up the lost rows',
    ]);
    state.empties = false;
    state.detached = ['store_tenants'];
    for (let repair = 0; repair < 3; repair += 1) {
      reported.reopen('ended');
      await settled([]);
    }
    reported.reopen('ended');
    await settled([
      'tables have lost rows of store_tenants again, after 3 repairs: check the disk, stop the service and run `attestry tables rebuild`',
    ]);
  } finally {
    await world.close();
  }
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a closed gate refuses reads, also those that it closed on, and a read of damaged files may be repeated', async () => {
  const gate = createReadGate();
  const reader = gate.query({ query: async () => [] });
  assert.equal(await reader.query('SELECT 1'), []);
  const slow = gate.query({
    query: async () => {
      gate.close('are filled again');
      return [];
    },
  });
  for (const read of [slow, reader]) {
    const error = await failureOf(read.query('SELECT 1'));
    assert.instance(error, RetryableError);
    assert.match(String(error), 'are filled again');
  }
  gate.open();
  assert.equal(await reader.query('SELECT 1'), []);
  const damaged = Object.assign(new Error('damaged'), { clickhouseCode: 40 });
  const broken = gate.query({ query: () => Promise.reject(damaged) });
  assert.instance(await failureOf(broken.query('SELECT 1')), RetryableError);
  const unknown = gate.query({ query: () => Promise.reject(new Error('no such table')) });
  assert.not.instance(await failureOf(unknown.query('SELECT 1')), RetryableError);
});

test.run();
