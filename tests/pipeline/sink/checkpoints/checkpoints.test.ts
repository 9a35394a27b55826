import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Assignment, CommittedOffset } from '../../../../infra/log/log.ts';
import type { StateStore } from '../../../../infra/state/store.ts';
import { checkpointKey, reachedIn } from '../../../../pipeline/sink/checkpoints/stored-checkpoint.ts';
import {
  isSameEpoch,
  epochOfServer,
  mergeEpochs,
  ownEngineEpoch,
} from '../../../../pipeline/sink/checkpoints/engine-epoch.ts';
import { metadataOf, resendMs, tablesOf } from '../../../../pipeline/sink/checkpoints/checkpoint.ts';
import { createCheckpoints, type Checkpoints } from '../../../../pipeline/sink/checkpoints/checkpoints.ts';
import { openWorld, type World } from '../../runtime/harness.ts';
import { runsOf } from '../../../support/runs.ts';

const minute = 60_000;
const topic = 'feed.runs' as const;

interface Context {
  world: World;
  store: StateStore;
  /** Milliseconds. */
  now: number;
  life: string;
  /** When the engine was last seen in its epoch, milliseconds; default: now. */
  aliveAt?: number;
}

const test = suite<Context>('how far the tables are filled');
test.before.each(async (context) => {
  context.world = await openWorld(1);
  context.store = context.world.engine.openStore('sink', 'data');
  context.now = 0;
  context.life = 'run 0';
});
test.after.each(({ world }) => world.close());

const assigned = (committed: CommittedOffset | null = null, shared = committed !== null): Assignment => {
  return { committed, shared, retained: false, isOwned: () => true };
};
const checkpointsOf = (context: Context, store = context.store): Checkpoints =>
  createCheckpoints({
    store,
    tablesId: 'these',
    epoch: () => context.life,
    aliveAt: () => context.aliveAt ?? context.now,
    clock: () => context.now,
  });

async function begun(context: Context): Promise<Checkpoints> {
  const checkpoints = checkpointsOf(context);
  await checkpoints.assign(topic, 0, assigned());
  return checkpoints;
}

/** Rows up to `next` are inserted. */
async function insertUpTo(store: StateStore, checkpoints: Checkpoints, next: number): Promise<void> {
  const { done, ...step } = checkpoints.advance([{ topic, partition: 0, next }]);
  await store.commit({ partition: 0, outputs: [], ...step });
  done();
}
const noteFor = (toCommit: CommittedOffset | null): string => toCommit?.metadata ?? '';

/** A lane that inserted a row a minute for some hours: the position is the minute. */
async function filledFor(context: Context, minutes: number): Promise<Checkpoints> {
  const checkpoints = await begun(context);
  for (let at = 1; at <= minutes; at += 1) {
    context.now = at * minute;
    await insertUpTo(context.store, checkpoints, at);
  }
  return checkpoints;
}

test('the same life goes on where the last one ended', async (context) => {
  await filledFor(context, 200);
  assert.is(await checkpointsOf(context).assign(topic, 0, assigned()), 200);
  assert.is(
    checkpointsOf(context).offsetToCommit(topic, 0),
    null,
    'nothing is committed for a partition that was not assigned',
  );
});

test('another life within the first hour: everything is inserted again', async (context) => {
  await filledFor(context, 50);
  context.life = 'run 1';
  const checkpoints = checkpointsOf(context);
  assert.is(await checkpoints.assign(topic, 0, assigned()), 0);
  assert.is(checkpoints.parkedUpTo(topic, 0), 50);
});

test('another life later: at least the last hour of inserting is inserted again, and at most two', async (context) => {
  for (let at = 130; at <= 400; at += 37) {
    const store = context.world.engine.openStore(`sink-${at}`, 'data');
    const own = { ...context, store };
    await filledFor(own, at);
    own.now += 1_000 * minute;
    own.life = `run ${at}`;
    const from = await checkpointsOf(own).assign(topic, 0, assigned());
    assert.ok(from <= at - 60, `at minute ${at} it goes back to ${from}`);
    assert.ok(from >= at - 122, `at minute ${at} it goes back to ${from}`);
    assert.is(store.position(topic, 0), from, 'the stored position is the same');
    // Cut short and begun again in the same life, or in one more.
    assert.is(await checkpointsOf(own).assign(topic, 0, assigned()), from);
    own.life = 'one more';
    const checkpoints = checkpointsOf(own);
    assert.is(await checkpoints.assign(topic, 0, assigned()), from);
    assert.is(checkpoints.parkedUpTo(topic, 0), at);
  }
});

test('a partition that another member owned: its commit for these tables, and rows that may be lost since', async (context) => {
  const toCommit = (await filledFor(context, 200)).offsetToCommit(topic, 0);
  const other = context.world.engine.openStore('other', 'data');
  assert.is(await checkpointsOf(context, other).assign(topic, 0, assigned(toCommit)), 200);
  const foreign = { offset: 200, metadata: noteFor(toCommit).replace('these', 'others') };
  assert.is(await checkpointsOf(context, other).assign(topic, 0, assigned(foreign)), 0);
  assert.is(await checkpointsOf(context, other).assign(topic, 0, assigned({ offset: 200, metadata: 'others' })), 0);
  context.life = 'run 1';
  const checkpoints = checkpointsOf(context, other);
  const from = await checkpoints.assign(topic, 0, assigned(toCommit));
  assert.ok(from <= 140 && from >= 78, String(from));
  assert.is(checkpoints.parkedUpTo(topic, 0), 200);
});

test('the higher one of its own position and the position in the commit metadata', async (context) => {
  const checkpoints = await filledFor(context, 100);
  const toCommit = checkpoints.offsetToCommit(topic, 0);
  assert.is(await checkpointsOf(context).assign(topic, 0, assigned({ offset: 70, metadata: noteFor(toCommit) })), 100);
  assert.is(await checkpointsOf(context).assign(topic, 0, assigned({ offset: 170, metadata: noteFor(toCommit) })), 170);
});

test('a version with other tables reads the topic again where one without them may have filled them', async (context) => {
  const toCommit = (await filledFor(context, 200)).offsetToCommit(topic, 0);
  const before = noteFor(toCommit).replace(tablesOf(topic), 'fewer tables');
  const other = context.world.engine.openStore('other', 'data');
  const checkpoints = checkpointsOf(context, other);
  assert.is(await checkpoints.assign(topic, 0, assigned({ offset: 200, metadata: before })), 0);
  assert.is(checkpoints.parkedUpTo(topic, 0), 0, 'what other tables took, these may refuse');
  await insertUpTo(other, checkpoints, 20);
  assert.is(await checkpointsOf(context, other).assign(topic, 0, assigned({ offset: 220, metadata: before })), 20);
  // Metadata of an earlier version has the id of the tables alone.
  assert.is(await checkpointsOf(context).assign(topic, 0, assigned({ offset: 500, metadata: 'these' })), 200);
  assert.is(
    await checkpointsOf(context, context.world.engine.openStore('empty', 'data')).assign(
      topic,
      0,
      assigned({ offset: 500, metadata: 'these' }),
    ),
    0,
  );
});

test('what was loaded once is not inserted again after hours without records, nor in each life from then on', async (context) => {
  const quiet = { topic, partition: 1, next: 1_000 };
  const checkpoints = await filledFor(context, 5);
  await checkpoints.assign(topic, 1, assigned());
  const write = async (positions: readonly (typeof quiet)[]): Promise<number> => {
    const { done, ...step } = checkpoints.advance(positions);
    await context.store.commit({ partition: 0, outputs: [], ...step });
    done();
    return step.positions.length;
  };
  await write([quiet]);
  context.now += resendMs + minute;
  assert.is(await write([{ topic, partition: 0, next: 6 }]), 2, 'records of one partition keep the others up to date');
  context.now += resendMs + minute;
  assert.is(await write([]), 2, 'and none are needed');
  context.now += resendMs + minute;
  await write([]);
  context.now += 20 * resendMs;
  assert.is(await write([]), 0, 'nothing is written again and again');
  context.life = 'run 1';
  const next = checkpointsOf(context);
  assert.is(await next.assign(topic, 0, assigned()), 6);
  assert.is(await next.assign(topic, 1, assigned()), 1_000);
});

test('an engine that was not seen alive since, and a partition that is elsewhere: nothing becomes surer', async (context) => {
  let held = true;
  const checkpoints = checkpointsOf(context);
  await checkpoints.assign(topic, 0, { ...assigned(), isOwned: () => held });
  await insertUpTo(context.store, checkpoints, 10);
  context.aliveAt = context.now;
  context.now += 5 * resendMs;
  assert.equal(checkpoints.advance([]).positions, []);
  context.aliveAt = context.now;
  held = false;
  assert.equal(checkpoints.advance([]).positions, []);
  held = true;
  context.life = 'run 1';
  assert.equal(checkpoints.advance([]).positions, [], 'it was given out in another life');
  context.life = 'run 0';
  assert.equal(checkpoints.advance([]).positions, [{ topic, partition: 0, next: 10 }]);
});

test('records that come while a part of the engine is away do not make the earlier ones surer', async (context) => {
  const checkpoints = await begun(context);
  await insertUpTo(context.store, checkpoints, 10);
  context.aliveAt = context.now;
  for (const next of [20, 30]) {
    context.now += 2 * resendMs;
    await insertUpTo(context.store, checkpoints, next);
  }
  context.life = 'run 1';
  assert.is(await checkpointsOf(context).assign(topic, 0, assigned()), 0);
});

test('a host that did not answer at a start is still known when it does', async (context) => {
  context.life = epochOfServer({ a: 1_000, b: 2_000 });
  await filledFor(context, 5);
  context.life = epochOfServer({ b: 2_000 });
  await insertUpTo(context.store, await begun(context), 6);
  context.life = epochOfServer({ a: 1_000, b: 2_000 });
  assert.is(await checkpointsOf(context).assign(topic, 0, assigned()), 6);
});

test('a version that knew nothing of claims went on in between: what it left is as any of an earlier version', async (context) => {
  await filledFor(context, 200);
  await context.store.commit({
    partition: 0,
    outputs: [],
    writes: new Map<string, Buffer | null>(),
    positions: [{ topic, partition: 0, next: 230 }],
  });
  const checkpoints = checkpointsOf(context);
  assert.is(await checkpoints.assign(topic, 0, assigned(null, true)), 0, 'its tables may have been fewer');
  assert.is(reachedIn(noteFor(checkpoints.offsetToCommit(topic, 0)), 0), 230);
});

test('the furthest position before positions went back is committed too', async (context) => {
  const toCommit = (await filledFor(context, 200)).offsetToCommit(topic, 0);
  const other = context.world.engine.openStore('other', 'data');
  const before = noteFor(toCommit).replace(tablesOf(topic), 'fewer tables');
  const checkpoints = checkpointsOf(context, other);
  await checkpoints.assign(topic, 0, assigned({ offset: 200, metadata: before }));
  await insertUpTo(other, checkpoints, 20);
  const { offset: next, metadata: note } = checkpoints.offsetToCommit(topic, 0) ?? { offset: 0, metadata: '' };
  assert.is(next, 20);
  assert.is(reachedIn(note, next), 200);
  assert.is(reachedIn(String(other.get(0, checkpointKey(topic, 0))), next), 200);
  assert.is(reachedIn('these', 7), 7);
  const refilled = checkpointsOf(context, context.world.engine.openStore('refilled', 'data'));
  await refilled.assign(topic, 0, assigned({ offset: 200, metadata: before.replace('these', 'others') }));
  assert.is(
    reachedIn(noteFor(refilled.offsetToCommit(topic, 0)), 0),
    200,
    'also where all tables are filled from the start',
  );
  await insertUpTo(other, checkpoints, 210);
  assert.is(reachedIn(noteFor(checkpoints.offsetToCommit(topic, 0)), 210), 210);
});

test('of a position without a checkpoint, no row is known to be in the tables', async (context) => {
  await context.store.commit({
    partition: 0,
    outputs: [],
    writes: new Map<string, Buffer | null>(),
    positions: [{ topic, partition: 0, next: 9 }],
  });
  assert.is(await checkpointsOf(context).assign(topic, 0, assigned()), 0);
});

test('lives of an engine in this process: the same until one does not end well', async ({ store }) => {
  const first = ownEngineEpoch(store);
  assert.is(await first.start(), 'run 0');
  await first.finish();
  const second = ownEngineEpoch(store);
  assert.is(await second.start(), 'run 0');
  assert.is(await ownEngineEpoch(store).start(), 'run 1');
});

test('lives of servers: another one when a host was started since, or one comes that was not seen', () => {
  const life = epochOfServer({ b: 2_000, a: 1_000 });
  const cases: readonly (readonly [Readonly<Record<string, number>>, boolean])[] = [
    [{ a: 1_000, b: 2_000 }, true],
    [{ a: 1_001, b: 1_998 }, true],
    [{ a: 1_000 }, true],
    [{}, true],
    [{ a: 990, b: 2_000 }, true],
    [{ a: 1_010, b: 2_000 }, false],
    [{ a: 1_000, b: 2_000, c: 500 }, false],
  ];
  for (const [now, same] of cases) assert.is(isSameEpoch(life, epochOfServer(now)), same, JSON.stringify(now));
  assert.not(isSameEpoch('run 0', life));
  // Behind a balancer one host answers at a time: each is another life once.
  const both = mergeEpochs(epochOfServer({ a: 1_000 }), epochOfServer({ b: 2_000 }));
  for (const now of [{ a: 1_000 }, { b: 2_000 }, { a: 1_001, b: 2_001 }])
    assert.ok(isSameEpoch(both, epochOfServer(now)));
  assert.is(mergeEpochs(both, epochOfServer({ a: 3_000 })), epochOfServer({ a: 3_000, b: 2_000 }));
  assert.is(mergeEpochs('run 0', life), life);
  let many = life;
  for (let host = 0; host < 100; host += 1) many = mergeEpochs(many, epochOfServer({ [`host ${host}`]: host }));
  assert.ok((JSON.parse(many) as readonly unknown[]).length <= 40, 'hosts that are gone are forgotten at some time');
  assert.ok(isSameEpoch(many, epochOfServer({ 'host 99': 99 })));
  assert.not(isSameEpoch(life, ''));
});

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('insert' as const), rows: fc.integer({ min: 1, max: 9 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'tell' as const }) },
    { weight: 4, arbitrary: fc.constant({ kind: 'tick' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'move' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'power failure' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'empty disk' as const }) },
  ),
  { maxLength: 60 },
);

test('whatever moves and whenever the power fails, no row stays away from the tables', async ({ world }) => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const [first, second] = [0, 1].map(() => ({ world, now: 0, life: 'run 0', aliveAt: 0 }) as Context);
      if (first === undefined || second === undefined) throw new Error('there are two');
      const contexts = [first, second];
      let now = 0;
      let life = 'run 0';
      const newStore = (): StateStore => world.engine.openStore(`host ${(made += 1)}`, 'data');
      const stores = [newStore(), newStore()];
      /** Row to the time it was inserted; the engine loses those of the last hour. */
      const rows = new Map<number, number>();
      let end = 0;
      let host = 0;
      let toCommit: CommittedOffset | null = null;
      const hold = async (): Promise<{ store: StateStore; checkpoints: Checkpoints }> => {
        const store = stores[host] ?? newStore();
        const context = host === 0 ? first : second;
        context.now = now;
        const checkpoints = checkpointsOf(context, store);
        const from = await checkpoints.assign(topic, 0, assigned(toCommit, true));
        if (context.life === life) {
          for (let row = 0; row < from; row += 1) assert.ok(rows.has(row), `row ${row} of ${from} is lost`);
        }
        return { store, checkpoints };
      };
      let holder = await hold();
      /** Every member polls the engine every few seconds. */
      const notice = async (): Promise<void> => {
        const isNews = contexts[host]?.life !== life;
        for (const context of contexts) Object.assign(context, { life, aliveAt: now });
        if (isNews) holder = await hold();
      };
      const insert = async (): Promise<void> => {
        for (const context of contexts) context.now = now;
        const from = holder.checkpoints.offsetToCommit(topic, 0)?.offset ?? 0;
        for (let row = from; row < end; row += 1) rows.set(row, now);
        await insertUpTo(holder.store, holder.checkpoints, end);
      };
      for (const step of script) {
        if (step.kind === 'insert') {
          end += step.rows;
          await insert();
        } else if (step.kind === 'wait') {
          await notice();
          now += step.minutes * minute;
        } else if (step.kind === 'power failure') {
          life += '!';
          for (const [row, at] of rows) if (at > now - resendMs) rows.delete(row);
        } else if (step.kind === 'tick') {
          for (const context of contexts)
            Object.assign(context, { now }, context.life === life ? { aliveAt: now } : {});
          const { done, ...due } = holder.checkpoints.advance([]);
          await holder.store.commit({ partition: 0, outputs: [], ...due });
          done();
        } else if (step.kind === 'tell') toCommit = holder.checkpoints.offsetToCommit(topic, 0);
        else {
          if (step.kind === 'move') host = 1 - host;
          if (step.kind === 'empty disk') stores[host] = newStore();
          holder = await hold();
        }
      }
      await notice();
      await insert();
      for (let row = 0; row < end; row += 1) assert.ok(rows.has(row), `row ${row} of ${end} is lost`);
    }),
    { numRuns: runsOf(150) },
  );
});

test('a note fits into what a group keeps of a partition', () => {
  const hosts = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`clickhouse-${at}.analytics.svc.cluster.local`, 1e9]),
  );
  const checkpoints = [
    { at: 1e13, next: 1e12 },
    { at: 1e13, next: 1e12 },
  ];
  const filled = {
    next: 1e12,
    tables: tablesOf(topic),
    life: epochOfServer(hosts),
    checkpoints,
    parkedUpTo: 1e12,
    reached: 1e12,
    shown: 1e12,
  };
  assert.ok(metadataOf('00000000-0000-0000-0000-000000000000', filled).length <= 4_000);
});

test.run();
