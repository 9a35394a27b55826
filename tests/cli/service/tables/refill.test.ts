import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import { awaitRefill, beginRefill, unfilledFinding } from '../../../../cli/service/tables/refill.ts';
import { openWorld, type World } from '../../../pipeline/runtime/harness.ts';
import { silent } from '../../harness.ts';

const brokenTable = (table: string) => ({ table, detached: ['broken_all_1_1_0'], reason: 'all_1_1_0: damaged' });

/** The engine of a service on this log, whose lanes have read nothing. */
const engineOf = ({ engine: { log, openStore, schemas } }: World) => ({
  ...{ log, openStore, schemas },
  processors: { positionsOf: async () => openStore('accounts-sink', 'accounts'), isRunning: async () => false },
});

const recording = () => {
  const commands: string[] = [];
  const command = async (sql: string): Promise<void> => void commands.push(sql.trim());
  return { commands, tables: { command } };
};

test('a table that no topic fills keeps its rows, and readiness names it and the command', async () => {
  const world = await openWorld(1);
  try {
    const { commands, tables } = recording();
    const found = ['schema_migrations', 'store_tenants'].map(brokenTable);
    const refill = await beginRefill(found, tables, engineOf(world), silent);
    assert.equal(commands, ['TRUNCATE TABLE attestry.store_tenants']);
    assert.equal(refill.topics, ['accounts.events']);
    assert.equal(refill.unfilled, ['schema_migrations']);
    const finding = unfilledFinding(refill) ?? '';
    assert.match(finding, /schema_migrations/);
    assert.match(finding, /`attestry tables rebuild`/);
    assert.is(await awaitRefill(refill, tables, engineOf(world), () => null, new AbortController().signal), true);
    // Their parts stay set aside, so that the next start finds them as well.
    assert.equal(commands.slice(1), [
      "ALTER TABLE attestry.store_tenants DROP DETACHED PART 'broken_all_1_1_0' SETTINGS allow_drop_detached = 1",
    ]);
  } finally {
    await world.close();
  }
});

test('a refill ends with the error of a lane that halted, and keeps the parts that were set aside', async () => {
  const world = await openWorld(1);
  try {
    await world.appendBytes('accounts.events', 'key', Buffer.from('never read'));
    const { commands, tables } = recording();
    const engine = engineOf(world);
    const refill = await beginRefill([brokenTable('store_tenants')], tables, engine, silent);
    const board = createHealthBoard();
    board.report({ processor: 'accounts-sink', state: 'retrying', message: 'away', attempt: 1 });
    assert.is(board.endOf('accounts-sink'), null);
    const waiting = awaitRefill(refill, tables, engine, board.endOf, new AbortController().signal).then(
      () => null,
      (error: unknown) => error,
    );
    board.report({ processor: 'accounts-sink', state: 'halted', message: 'parked 50 records' });
    assert.match(String(await waiting), /their sink ended: parked 50 records/);
    assert.equal(commands, ['TRUNCATE TABLE attestry.store_tenants']);
  } finally {
    await world.close();
  }
});

test.run();
