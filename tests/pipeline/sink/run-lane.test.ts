import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../infra/errors.ts';
import { epochOfServer } from '../../../pipeline/sink/checkpoints/engine-epoch.ts';
import { runSinkLane } from '../../../pipeline/sink/run-lane.ts';
import type { FeedRun } from '../../../schemas/generated/records.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { type MigratedTables, openMigratedTables } from '../../support/migrated-tables.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { reached } from '../../support/reached.ts';
import { startVirtualTime } from '../../support/virtual-time.ts';
import { endOf, openWorld, run, type World } from '../runtime/harness.ts';

const hour = 60 * 60 * 1000;

let tables: MigratedTables;
/** Clock of the lanes, milliseconds. */
let now = 0;

interface Context {
  world: World;
  /** Ends the virtual time of the test. */
  end?: () => void;
}
const test = suite<Context>('sink lane');
test.before(async () => {
  tables = await openMigratedTables();
});
test.after(() => tables.close());
test.before.each(async (context) => {
  now = Date.UTC(2026, 0, 1);
  context.world = await openWorld(2, { clock: () => now });
  for (const table of [
    'store_feed_runs',
    'store_dead_letters',
    'store_registry_assets',
    'store_registry_assets_history',
  ]) {
    await tables.command(`TRUNCATE TABLE attestry.${table}`);
  }
});
test.after.each(async (context) => {
  context.end?.();
  delete context.end;
  await context.world.close();
});

interface Insert {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

interface LaneTest {
  readonly inserts: Insert[];
  readonly start: (tablesId?: string, life?: string, tickMs?: number) => ReturnType<typeof runSinkLane>;
  /** Called before each insert; what it throws is the insert's answer. */
  fault: (table: string, rows: readonly string[]) => void;
}

/** A lane into the real tables that remembers what was inserted. */
function lane(world: World, environment: 'data' | 'accounts' = 'data'): LaneTest {
  const inserts: Insert[] = [];
  const self: LaneTest = {
    inserts,
    fault: () => undefined,
    start: (tablesId = 'tables', life, tickMs = 60_000) =>
      runSinkLane(world.deps, {
        name: environment === 'data' ? 'sink' : 'accounts-sink',
        environment,
        tablesId,
        epoch: life ?? null,
        tickMs,
        lingerMs: 0,
        insert: async (table, columns, body) => {
          const lines = body.toString('utf8').split('\n').slice(0, -1);
          self.fault(table, lines);
          await tables.insert(table, columns, body);
          inserts.push({ table, rows: lines.length, bytes: body.length });
        },
      }),
  };
  return self;
}

const untilInserted = (world: World, topics: readonly TopicName[], environment: 'data' | 'accounts' = 'data') => {
  const store = world.engine.openStore(environment === 'data' ? 'sink' : 'accounts-sink', environment);
  return reached(`${topics.join(', ')} are inserted`, async () => {
    for (const topic of topics) {
      for (const { partition, end } of await world.engine.log.ranges(topic)) {
        if ((store.position(topic, partition) ?? 0) !== end) return false;
      }
    }
    return true;
  });
};

const runs = (count: number, from = 0): readonly FeedRun[] =>
  Array.from({ length: count }, (_, index) => run(`c${from + index}`, `feed-${(from + index) % 5}`, from + index));

const storedRuns = async (): Promise<readonly unknown[]> =>
  (await tables.rows('SELECT capture_id FROM attestry.store_feed_runs FINAL ORDER BY rows')).map(([id]) => id);

const rowsInserted = (inserts: readonly Insert[], table: string): number =>
  inserts.filter((one) => one.table === table).reduce((sum, { rows }) => sum + rows, 0);

test('the outcome of a command is inserted after everything the command did', async ({ world }) => {
  await world.append('accounts.events', samplesOf('accounts.events', 40));
  const sink = lane(world, 'accounts');
  const running = await sink.start();
  await untilInserted(world, ['accounts.events'], 'accounts');
  await running.stop();
  const order = sink.inserts.map(({ table }) => table.replace('attestry.store_', ''));
  assert.is(order.at(-1), 'command_outcomes');
  assert.equal([...order].sort(), [
    'api_keys',
    'command_outcomes',
    'hidden_intervals',
    'intake_notices',
    'read_markers',
    'requests',
    'sessions',
    'tenants',
    'watch_items',
    'webhook_deliveries',
    'webhooks',
  ]);
});

test('a record that cannot be decoded or stored is parked; the other rows are inserted', async ({ world }) => {
  await world.append('feed.runs', runs(3));
  await world.appendBytes('feed.runs', 'feed-1', Buffer.from('no frame'));
  await world.append('feed.runs', [{ ...run('late', 'feed-2', 3), asOf: Date.UTC(3000, 0, 1) }]);
  await world.append('feed.runs', runs(2, 4));
  const running = await lane(world).start();
  await untilInserted(world, ['feed.runs', 'dead.letters']);
  await running.stop();
  assert.equal(await storedRuns(), ['c0', 'c1', 'c2', 'c4', 'c5']);
  const letters = await world.values('dead.letters');
  assert.equal(letters.map(({ errorClass, processor }) => [errorClass, processor]).sort(), [
    ['refused', 'sink'],
    ['undecodable', 'sink'],
  ]);
  assert.equal(
    (await tables.rows('SELECT error_class FROM attestry.store_dead_letters FINAL ORDER BY error_class')).flat(),
    ['refused', 'undecodable'],
    'the sink shows its own dead letters',
  );
});

test('a row the engine refuses is found by halving and parked once; the rest of its batch is inserted', async ({
  world,
}) => {
  const refused = { ...run('refused', 'feed-0', -1) };
  await world.append('feed.runs', [...runs(40), refused, ...runs(40, 40)]);
  const sink = lane(world);
  const running = await sink.start();
  await untilInserted(world, ['feed.runs']);
  await running.stop();
  assert.is((await storedRuns()).length, 80);
  const letters = await world.values('dead.letters');
  assert.is(letters.length, 1);
  assert.is(letters[0]?.errorClass, 'refused by the tables');
  assert.equal(letters[0]?.value, world.codec.encode('feed.runs', refused));
  assert.match(letters[0]?.message ?? '', /-/);
});

test('a record that two tables refuse is one dead letter', async ({ world }) => {
  const [asset] = samplesOf('registry.assets', 1);
  if (asset === undefined) throw new Error('no sample');
  await world.append('registry.assets', [{ ...asset, decimals: -1 }]);
  const sink = lane(world);
  sink.fault = (table) => {
    if (table.includes('registry_assets')) throw new Error('this row is not liked');
  };
  const running = await sink.start();
  await untilInserted(world, ['registry.assets']);
  await running.stop();
  assert.is((await world.values('dead.letters')).length, 1);
});

test('tables that refuse row after row stop the lane: nothing counts as inserted, and nothing is lost', async ({
  world,
}) => {
  await world.append('feed.runs', runs(200));
  const sink = lane(world);
  sink.fault = () => {
    throw new Error('The tables are closed.');
  };
  const running = await sink.start();
  assert.is(await endOf(running), null);
  await running.stop();
  assert.is(world.health.at(-1)?.state, 'halted');
  const letters = await world.values('dead.letters');
  assert.is(letters.length, 50);
  assert.match(letters[0]?.message ?? '', /closed/);
  const again = lane(world);
  const second = await again.start();
  await untilInserted(world, ['feed.runs']);
  await second.stop();
  assert.is((await storedRuns()).length, 200);
});

test('50 records in a row that cannot be read stop the lane as they stop a fold; a restart goes on behind them', async ({
  world,
}) => {
  await world.append('feed.runs', [run('first', 'same', 0)]);
  for (let index = 0; index < 51; index += 1) await world.appendBytes('feed.runs', 'same', Buffer.from('no frame'));
  await world.append('feed.runs', [run('last', 'same', 1)]);
  const first = await lane(world).start();
  assert.is(await endOf(first), null);
  await first.stop();
  assert.is(world.health.at(-1)?.state, 'halted');
  assert.equal(await storedRuns(), ['first']);
  assert.is((await world.values('dead.letters')).length, 50);
  const second = await lane(world).start();
  await untilInserted(world, ['feed.runs']);
  await second.stop();
  assert.equal(await storedRuns(), ['first', 'last']);
});

test('an insert that fails for now is repeated until it works', async ({ world }) => {
  await world.append('feed.runs', runs(3));
  const sink = lane(world);
  let failures = 2;
  sink.fault = () => {
    if (failures > 0) {
      failures -= 1;
      throw new RetryableError('the engine is busy');
    }
  };
  const running = await sink.start();
  await untilInserted(world, ['feed.runs']);
  await reached('health is running again', () => world.health.at(-1)?.state === 'running');
  await running.stop();
  assert.equal(
    world.health.map(({ state }) => state),
    ['running', 'retrying', 'retrying', 'running'],
  );
  assert.equal(await storedRuns(), ['c0', 'c1', 'c2']);
  assert.equal(await world.values('dead.letters'), []);
});

test('stopping while the tables are away is a stop; the rows come with the next start', async ({ world }) => {
  await world.append('feed.runs', runs(3));
  const sink = lane(world);
  sink.fault = () => {
    throw new RetryableError('the engine is away');
  };
  const running = await sink.start();
  await reached('it tries again', () => world.health.some(({ state }) => state === 'retrying'));
  await running.stop();
  assert.is(await endOf(running), null);
  assert.equal(await storedRuns(), []);
  const second = await lane(world).start();
  await untilInserted(world, ['feed.runs']);
  await second.stop();
  assert.equal(await storedRuns(), ['c0', 'c1', 'c2']);
});

test('the position follows the insert: killed between the two, the same rows are inserted again and collapse', async ({
  world,
}) => {
  await world.append('feed.runs', runs(10));
  const sink = lane(world);
  world.faults.before = (_, { positions }) => {
    if (positions.length > 0) throw new Error('killed');
  };
  const running = await sink.start();
  assert.match((await endOf(running))?.message ?? '', /killed/);
  assert.is((await storedRuns()).length, 10, 'inserted before the position is stored');
  delete world.faults.before;
  const second = await sink.start();
  await untilInserted(world, ['feed.runs']);
  await second.stop();
  assert.is(rowsInserted(sink.inserts, 'attestry.store_feed_runs'), 20);
  assert.is((await storedRuns()).length, 10);
});

test('after a clean stop nothing is inserted again; after an unclean one the last hour is', async ({ world }) => {
  const sink = lane(world);
  const table = 'attestry.store_feed_runs';
  let expected = 0;
  /** One start with new rows at a time, ended one way or the other; how many rows it inserted. */
  const life = async (count: number, ending: 'clean' | 'unclean'): Promise<number> => {
    const before = rowsInserted(sink.inserts, table);
    await world.append('feed.runs', runs(count, expected));
    expected += count;
    const running = await sink.start();
    running.done.catch(() => undefined);
    await untilInserted(world, ['feed.runs']);
    assert.is((await storedRuns()).length, expected);
    if (ending === 'clean') {
      await running.stop();
    } else {
      world.faults.before = () => {
        throw new Error('the power is gone');
      };
      await world.append('feed.captures', samplesOf('feed.captures', 1));
      await endOf(running);
      delete world.faults.before;
    }
    return rowsInserted(sink.inserts, table) - before;
  };
  assert.is(await life(4, 'clean'), 4);
  now += hour + 1;
  assert.is(await life(3, 'clean'), 3);
  now += hour + 1;
  assert.is(await life(2, 'unclean'), 2);
  // Two checkpoints are kept of each partition, an hour apart: what was inserted in the last hour comes again.
  const again = await life(1, 'clean');
  assert.ok(again >= 1 + 2 && again <= 1 + 2 + 3, String(again));
  assert.is(await life(1, 'clean'), 1);
});

test('what was parked is not parked again when the last hour is inserted again', async ({ world }) => {
  await world.append('feed.runs', [...runs(3), run('refused', 'feed-0', -1)]);
  await world.appendBytes('feed.runs', 'feed-1', Buffer.from('no frame'));
  const first = await lane(world).start();
  first.done.catch(() => undefined);
  await untilInserted(world, ['feed.runs', 'dead.letters']);
  world.faults.before = () => {
    throw new Error('the power is gone');
  };
  await world.append('feed.captures', samplesOf('feed.captures', 1));
  await endOf(first);
  delete world.faults.before;
  const sink = lane(world);
  const second = await sink.start();
  await untilInserted(world, ['feed.runs', 'dead.letters', 'feed.captures']);
  await reached('the rows were inserted again', () => rowsInserted(sink.inserts, 'attestry.store_feed_runs') === 3);
  await second.stop();
  assert.is((await world.values('dead.letters')).length, 2);
});

test('a stop before the last hour was inserted again leaves that to the next start', async ({ world }) => {
  await world.append('feed.runs', runs(6));
  const sink = lane(world);
  const first = await sink.start();
  first.done.catch(() => undefined);
  await untilInserted(world, ['feed.runs']);
  world.faults.before = () => {
    throw new Error('the power is gone');
  };
  await world.append('feed.captures', samplesOf('feed.captures', 1));
  await endOf(first);
  delete world.faults.before;
  await tables.command('TRUNCATE TABLE attestry.store_feed_runs');
  sink.fault = () => {
    throw new RetryableError('the engine is away');
  };
  const second = await sink.start();
  await reached('it tries again', () => world.health.some(({ state }) => state === 'retrying'));
  await second.stop();
  sink.fault = () => undefined;
  const third = await sink.start();
  await reached('the lost rows are inserted', () => rowsInserted(sink.inserts, 'attestry.store_feed_runs') === 6 + 6);
  assert.is((await storedRuns()).length, 6);
  await third.stop();
});

test('a restarted server: rows that it may have lost are inserted again, and the lane continues', async ({ world }) => {
  const sink = lane(world);
  const before = epochOfServer({ host: 1_000 });
  const running = await sink.start('tables', before);
  await world.append('feed.runs', runs(6));
  await world.appendBytes('feed.runs', 'feed-1', Buffer.from('no frame'));
  await untilInserted(world, ['feed.runs', 'dead.letters']);
  running.onEngineEpoch(epochOfServer({ host: 1_001 }));
  await tables.command('TRUNCATE TABLE attestry.store_feed_runs');
  await world.append('feed.runs', runs(1, 6));
  await untilInserted(world, ['feed.runs']);
  assert.equal(await storedRuns(), ['c6'], 'that was the same life');
  const inserted = (): number => rowsInserted(sink.inserts, 'attestry.store_feed_runs');
  assert.is(inserted(), 7);
  running.onEngineEpoch(epochOfServer({ host: 2_000 }));
  await reached('the lost rows are inserted', () => inserted() === 7 + 7);
  assert.is((await storedRuns()).length, 7);
  await world.append('feed.runs', runs(1, 7));
  await reached('the next ones as well', () => inserted() === 7 + 8);
  assert.is((await storedRuns()).length, 8);
  await untilInserted(world, ['feed.runs', 'dead.letters']);
  await running.stop();
  assert.is(await endOf(running), null);
  assert.is((await world.values('dead.letters')).length, 1, 'nothing is parked again');
  // Also while no sink ran: the next start sees it.
  await tables.command('TRUNCATE TABLE attestry.store_feed_runs');
  const later = await sink.start('tables', epochOfServer({ host: 3_000 }));
  await reached('all rows are inserted', () => inserted() === 7 + 8 + 8);
  assert.is((await storedRuns()).length, 8);
  await later.stop();
});

for (const engine of ['in this process', 'on a server'] as const) {
  test(`an engine ${engine}: what was loaded once and lay there for hours is not inserted again`, async (context) => {
    const { world } = context;
    const time = startVirtualTime();
    context.end = time.end;
    const sink = lane(world);
    const host = (start: number): string | undefined =>
      engine === 'on a server' ? epochOfServer({ host: start }) : undefined;
    await world.append('feed.runs', runs(6));
    const running = await sink.start('tables', host(1_000), 5);
    running.done.catch(() => undefined);
    await untilInserted(world, ['feed.runs']);
    const store = world.engine.openStore('sink', 'data');
    const stored = (): string => [...store.entries(0, 'filled/feed.runs/')].map(([, bytes]) => String(bytes)).join();
    for (const round of [1, 2]) {
      now += hour + 1;
      const before = stored();
      if (engine === 'on a server') {
        await time.advance(50);
        await world.turns();
        assert.is(stored(), before, `round ${round}: a server that was not observed may have died long ago`);
        running.onEngineEpoch(epochOfServer({ host: 1_000 }));
      }
      await time.advance(5);
      await reached(`checkpoint ${round}`, () => stored() !== before);
    }
    world.faults.before = () => {
      throw new Error('the power is gone');
    };
    await world.append('feed.captures', samplesOf('feed.captures', 1));
    await endOf(running);
    delete world.faults.before;
    sink.inserts.length = 0;
    const second = await sink.start('tables', host(2_000));
    await untilInserted(world, ['feed.runs', 'feed.captures']);
    await second.stop();
    assert.is(rowsInserted(sink.inserts, 'attestry.store_feed_runs'), 0);
  });
}

test('hosts behind a balancer, one at a time: the lane begins again once for each', async ({ world }) => {
  const warnings: string[] = [];
  const logger = { ...world.deps.logger, warn: (_: object, text: string) => void warnings.push(text) };
  const running = await runSinkLane(
    { ...world.deps, logger: logger as typeof world.deps.logger },
    {
      name: 'sink',
      environment: 'data',
      tablesId: 'tables',
      lingerMs: 0,
      epoch: epochOfServer({ a: 1_000 }),
      insert: async () => undefined,
    },
  );
  await world.append('feed.runs', runs(2));
  await untilInserted(world, ['feed.runs']);
  for (let turn = 0; turn < 6; turn += 1) {
    running.onEngineEpoch(epochOfServer(turn % 2 === 0 ? { b: 2_000 } : { a: 1_000 }));
    await world.turns();
  }
  await running.stop();
  assert.is(warnings.length, 1, warnings.join('; '));
});

test('other tables are filled from the beginning of the log', async ({ world }) => {
  await world.append('feed.runs', runs(5));
  const sink = lane(world);
  const first = await sink.start('tables-1');
  await untilInserted(world, ['feed.runs']);
  await first.stop();
  await tables.command('TRUNCATE TABLE attestry.store_feed_runs');
  const same = await sink.start('tables-1');
  await world.append('feed.runs', runs(1, 5));
  await untilInserted(world, ['feed.runs']);
  await same.stop();
  assert.equal(await storedRuns(), ['c5'], 'the same tables go on');
  const other = await sink.start('tables-2');
  await reached('all rows are inserted', () => rowsInserted(sink.inserts, 'attestry.store_feed_runs') === 6 + 6);
  await other.stop();
  assert.is((await storedRuns()).length, 6);
});

test('a batch ends near 8 MiB, whatever the records hold', async ({ world }) => {
  const mebibyte = 2 ** 20;
  const [sample] = samplesOf('dead.letters', 1);
  if (sample === undefined) throw new Error('no sample');
  const letters = Array.from({ length: 12 }, (_, index) => ({
    ...sample,
    offset: index,
    key: Buffer.from('same'),
    value: Buffer.alloc(2 * mebibyte, index),
    headers: {},
  }));
  await world.append('dead.letters', letters);
  const sink = lane(world);
  const running = await sink.start();
  await untilInserted(world, ['dead.letters']);
  await running.stop();
  const bodies = sink.inserts.filter(({ table }) => table === 'attestry.store_dead_letters');
  assert.is(
    bodies.reduce((sum, { rows }) => sum + rows, 0),
    12,
  );
  // Bytes are base64 in the table: four thirds of what they are on the log.
  for (const { bytes } of bodies) assert.ok(bytes <= ((8 + 2) * mebibyte * 4) / 3 + 4_096, `${bytes} bytes at once`);
});

test('what there is to read is gathered into few inserts', async ({ world }) => {
  await world.append('feed.runs', runs(3_000));
  const sink = lane(world);
  const running = await sink.start();
  await untilInserted(world, ['feed.runs']);
  await running.stop();
  assert.is((await storedRuns()).length, 3_000);
  assert.is(sink.inserts.length, 1);
});

test.run();
