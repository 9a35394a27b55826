import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import { beginRefill, recordRefilled, unfilledFinding } from '../../../../cli/service/tables/refill.ts';
import { awaitRefill, refuseUnfilled } from '../../../../cli/service/tables/await-refill.ts';
import { resetForNewTables } from '../../../../pipeline/sink/checkpoints/checkpoints.ts';
import { openWorld, type World } from '../../../pipeline/runtime/harness.ts';
import { silent } from '../../harness.ts';

const brokenTable = (table: string) => ({ table, detached: ['broken_all_1_1_0'], reason: 'all_1_1_0: damaged' });

/** The engine of a service on this log, whose lanes have read nothing. */
const engineOf = ({ engine: { log, openStore, schemas } }: World) => ({
  log,
  openStore,
  schemas,
  processors: { positionsOf: async () => openStore('accounts-sink', 'accounts'), isRunning: async () => false },
});

/** Where the boot of the machine is unknown, no row counts as lost by it. */
const sameBoot = { boot: null, now: 0 };

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
    const refill = await beginRefill(found, tables, engineOf(world), silent, sameBoot);
    assert.equal(commands, ['TRUNCATE TABLE attestry.store_tenants']);
    assert.equal(refill.topics, ['accounts.events']);
    assert.equal(refill.unfilled, ['schema_migrations']);
    const finding = unfilledFinding(refill) ?? '';
    assert.match(finding, /schema_migrations/);
    assert.match(finding, /`attestry tables rebuild`/);
    assert.is(await awaitRefill(refill, tables, engineOf(world), () => null, new AbortController().signal), 'filled');
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
    const refill = await beginRefill([brokenTable('store_tenants')], tables, engine, silent, sameBoot);
    const board = createHealthBoard();
    board.report({ processor: 'accounts-sink', state: 'retrying', message: 'away', attempt: 1 });
    assert.is(board.endOf('accounts-sink'), null);
    const waiting = awaitRefill(refill, tables, engine, board.endOf, new AbortController().signal);
    board.report({ processor: 'accounts-sink', state: 'halted', message: 'parked 50 records' });
    const end = await waiting;
    assert.equal(end, { sinkEnded: 'parked 50 records' });
    assert.throws(() => refuseUnfilled(end, refill), /their sink ended: parked 50 records/);
    assert.equal(commands, ['TRUNCATE TABLE attestry.store_tenants']);
  } finally {
    await world.close();
  }
});

test('a start in another boot of the machine sets topics back and waits; in the same boot it does so once', async () => {
  const world = await openWorld(1);
  try {
    const engine = engineOf(world);
    const store = engine.openStore('accounts-sink', 'accounts');
    const readTo = (next: number): Promise<void> => {
      const positions = [{ topic: 'accounts.events', partition: 0, next }] as const;
      return store.commit({ partition: 0, positions, outputs: [], writes: new Map() });
    };
    const { tables } = recording();
    const begin = (boot: string) => beginRefill([], tables, engine, silent, { boot, now: 0 });
    assert.equal((await begin('first')).topics, [], 'a lane that has read nothing');

    for (const value of ['a', 'b']) await world.appendBytes('accounts.events', 'key', Buffer.from(value));
    await readTo(2);
    const refill = await begin('first');
    assert.equal(refill.topics, ['accounts.events']);
    assert.is(store.position('accounts.events', 0), 0);
    const waiting = awaitRefill(refill, tables, engine, () => null, new AbortController().signal);
    // A record of later is not waited for.
    await world.appendBytes('accounts.events', 'key', Buffer.from('c'));
    await readTo(2);
    assert.is(await waiting, 'filled');

    assert.equal((await begin('first')).topics, ['accounts.events'], 'a start that was interrupted waits again');
    await readTo(3);
    await recordRefilled(engine, { boot: 'first' });
    await resetForNewTables(store, 'new tables');
    await readTo(3);
    assert.equal((await begin('first')).topics, []);
    assert.is(store.position('accounts.events', 0), 3);
    const later = (await begin('second')).topics;
    assert.is(store.position('accounts.events', 0), 0);
    // Rows may have been inserted before the first position of a topic was stored.
    assert.ok(
      ['accounts.events', 'changes'].every((topic) => later.some((one) => one === topic)),
      later.join(),
    );
  } finally {
    await world.close();
  }
});

test('an emptied table counts as not filled until a refill has ended, also where no part of it was set aside', async () => {
  const world = await openWorld(1);
  try {
    const engine = engineOf(world);
    const store = engine.openStore('accounts-sink', 'accounts');
    const { tables } = recording();
    const begin = (found: readonly string[]) =>
      beginRefill(
        found.map((table) => ({ table, detached: [], reason: 'all_1_1_0: damaged' })),
        tables,
        engine,
        silent,
        sameBoot,
      );
    for (const value of ['a', 'b']) await world.appendBytes('accounts.events', 'key', Buffer.from(value));
    const readTo = (next: number): Promise<void> => {
      const positions = [{ topic: 'accounts.events', partition: 0, next }] as const;
      return store.commit({ partition: 0, positions, outputs: [], writes: new Map() });
    };
    await readTo(2);
    await begin(['store_tenants']);
    // The engine deletes a part that it only failed to read, so the next start finds none.
    await readTo(1);
    assert.ok((await begin([])).topics.includes('accounts.events'), 'a start after a kill waits for it again');
    assert.is(store.position('accounts.events', 0), 0);
    await readTo(2);
    await recordRefilled(engine, { boot: null });
    assert.equal((await begin([])).topics, []);
    assert.is(store.position('accounts.events', 0), 2);
  } finally {
    await world.close();
  }
});

test.run();
