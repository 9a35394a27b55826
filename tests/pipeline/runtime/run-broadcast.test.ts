import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../infra/errors.ts';
import { lagsOf } from '../../../cli/engine/lags.ts';
import type { BroadcastFold } from '../../../pipeline/runtime/broadcast.ts';
import { emit, type KeyedState, ok, type Output, park } from '../../../pipeline/runtime/processor.ts';
import type { RunningProcessor } from '../../../pipeline/runtime/role.ts';
import { runBroadcast } from '../../../pipeline/runtime/run-broadcast.ts';
import type { FeedRun } from '../../../schemas/generated/records.ts';
import { capture, endOf, openWorld, party, run, untilRead, type World } from './harness.ts';
import { reached } from '../../support/reached.ts';
import { runsOf } from '../../support/runs.ts';

const test = suite<{ world: World }>('run-broadcast');
test.before.each(async (context) => {
  context.world = await openWorld();
});
test.after.each(({ world }) => world.close());

type Fold = BroadcastFold<'feed.captures', 'registry.parties'>;

/** Rows are the newest capture of each feed. */
const rowsOf = (state: KeyedState): readonly (readonly [string, number])[] =>
  [...state.entries<number>('row/')].map(([key, number]) => [key.slice(4), number]);

const storeRow = (state: KeyedState, feed: string, captureId: string): void =>
  state.put(`row/${feed}`, Number(captureId.slice(captureId.indexOf('-') + 1)));

/** No re-match: each partition counts how often it applied each global record, and answers for each of its rows. */
const countingGlobals = (over: Partial<Fold> = {}): Fold => ({
  name: 'counting globals',
  input: 'feed.captures',
  global: 'registry.parties',
  outputs: ['feed.runs'],
  stateVersion: 1,
  open: () => ({
    apply: (state, { value: { feed, captureId } }) => {
      if (captureId.startsWith('bad')) return park('it is bad');
      storeRow(state, feed, captureId);
      const applied = [...state.entries<number>('applied/')].length;
      return ok([emit('feed.runs', run(captureId, feed, applied), 0)]);
    },
    update:
      ({ partition, offset, value }) =>
      (state) => {
        const key = `applied/${partition}/${offset}`;
        state.put(key, (state.get<number>(key) ?? 0) + 1);
        return rowsOf(state).map(([feed]) => emit('feed.runs', run(`${feed}:${value.partyId}:${offset}`, feed, 0), 0));
      },
    replay: (state, { value: { feed, captureId } }) => {
      if (captureId.startsWith('bad')) return park('it is bad');
      storeRow(state, feed, captureId);
      return ok();
    },
    replayGlobal:
      ({ partition, offset }) =>
      (state) => {
        const key = `applied/${partition}/${offset}`;
        state.put(key, (state.get<number>(key) ?? 0) + 1);
      },
  }),
  ...over,
});

/** A join: every row matches the parties whose name is its feed; the open matches are the state. */
const joining = (over: Partial<Fold> = {}): Fold => ({
  name: 'joining',
  input: 'feed.captures',
  global: 'registry.parties',
  outputs: ['feed.runs'],
  stateVersion: 1,
  open: () => {
    const names = new Map<string, string>();
    const match = (state: KeyedState, feed: string): readonly Output[] => {
      const wanted = [...names]
        .filter(([, name]) => name === feed)
        .map(([partyId]) => partyId)
        .sort();
      const before = state.get<readonly string[]>(`open/${feed}`) ?? [];
      state.put(`open/${feed}`, wanted);
      return [
        ...wanted.filter((one) => !before.includes(one)).map((one) => ({ one, rows: 1 })),
        ...before.filter((one) => !wanted.includes(one)).map((one) => ({ one, rows: 0 })),
      ].map(({ one, rows }) => emit('feed.runs', run(`${feed}=${one}`, feed, rows), 0));
    };
    return {
      apply: (state, { value: { feed, captureId } }) => {
        storeRow(state, feed, captureId);
        return ok(match(state, feed));
      },
      update: ({ value: { partyId, name } }) => {
        const before = names.get(partyId);
        names.set(partyId, name);
        return (state) =>
          [before, name].flatMap((feed) =>
            feed !== undefined && state.get(`row/${feed}`) !== undefined ? match(state, feed) : [],
          );
      },
      replay: (state, { value: { feed, captureId } }) => {
        storeRow(state, feed, captureId);
        return ok();
      },
      emitted: {
        topic: 'feed.runs',
        rowOf: () => null,
        apply: (state, { value: { captureId, feed, rows } }) => {
          const one = captureId.slice(feed.length + 1);
          const others = (state.get<readonly string[]>(`open/${feed}`) ?? []).filter((other) => other !== one);
          state.put(`open/${feed}`, rows === 1 ? [...others, one].sort() : others);
        },
      },
      *reconcile(state) {
        for (const [feed] of rowsOf(state)) yield match(state, feed);
      },
    };
  },
  ...over,
});

/** Waits until every partition has processed all rows and global records. */
const untilIdle = (world: World, fold: Fold): Promise<void> =>
  reached(`${fold.name} is idle`, async () => {
    const store = world.engine.openStore(fold.name, 'data');
    const lags = await lagsOf(world.engine.log, store, [fold.input], fold.global);
    return lags.every(({ lag }) => lag === 0);
  });

/** The last word on every match, as the outputs have it. */
const matches = async (world: World): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await world.values('feed.runs')).map(({ captureId, rows }: FeedRun) => [captureId, rows]));

const openOf = async (world: World): Promise<readonly string[]> =>
  Object.entries(await matches(world))
    .filter(([, rows]) => rows === 1)
    .map(([key]) => key)
    .sort();

const feeds = ['f', 'g', 'h', 'i'] as const;

test('the globals are read to their end before the first row', async ({ world }) => {
  await world.append(
    'feed.captures',
    feeds.map((feed) => capture(feed, 1)),
  );
  await world.append(
    'registry.parties',
    Array.from({ length: 450 }, (_, index) => party(`p${index}`, 'x')),
  );
  const running = await runBroadcast(world.deps, countingGlobals());
  await untilIdle(world, countingGlobals());
  await running.stop();
  const runs = await world.values('feed.runs');
  assert.equal(
    runs.map(({ captureId, rows }) => [captureId, rows]).sort(),
    feeds.map((feed) => [`${feed}-1`, 450]),
  );
});

test('each partition hears of every global record once, whatever is killed and restarted', async () => {
  for (const moment of ['before', 'after'] as const) {
    for (let killAt = 1; killAt <= 4; killAt += 1) {
      const world = await openWorld(3);
      try {
        await world.append(
          'feed.captures',
          feeds.map((feed) => capture(feed, 1)),
        );
        const first = await runBroadcast(world.deps, countingGlobals());
        await untilIdle(world, countingGlobals());
        let commits = 0;
        const kill = (): void => {
          commits += 1;
          if (commits === killAt) throw new Error('killed');
        };
        world.faults[moment] = kill;
        await world.append(
          'registry.parties',
          Array.from({ length: 12 }, (_, index) => party(`p${index}`, 'x')),
        );
        assert.match((await endOf(first))?.message ?? 'it lives', /killed/, `${moment} commit ${killAt}`);
        world.faults[moment] = () => undefined;
        const second = await runBroadcast(world.deps, countingGlobals());
        await untilIdle(world, countingGlobals());
        await second.stop();
        const applied = Object.entries(world.state('counting globals', 'feed.captures')).filter(([key]) =>
          key.includes('/applied/'),
        );
        assert.is(applied.length, 3 * 12);
        assert.ok(applied.every(([, times]) => times === 1));
        const emitted = (await world.values('feed.runs')).map(({ captureId }) => captureId);
        assert.is(emitted.length, feeds.length + feeds.length * 12, `${moment} commit ${killAt}: emitted once`);
      } finally {
        await world.close();
      }
    }
  }
});

test('a join meets what it missed: new globals and rows while it was away, and none is emitted twice', async ({
  world,
}) => {
  await world.append('feed.captures', [capture('f', 1), capture('g', 1)]);
  await world.append('registry.parties', [party('p1', 'f'), party('p2', 'f')]);
  const first = await runBroadcast(world.deps, joining());
  await untilIdle(world, joining());
  await first.stop();
  assert.equal(await openOf(world), ['f=p1', 'f=p2']);
  await world.append('registry.parties', [party('p2', 'g'), party('p3', 'h')]);
  await world.append('feed.captures', [capture('h', 1)]);
  const second = await runBroadcast(world.deps, joining());
  await untilIdle(world, joining());
  await second.stop();
  assert.equal(await openOf(world), ['f=p1', 'g=p2', 'h=p3']);
  assert.is((await world.values('feed.runs')).length, 5);
});

test('a join is not idle before its re-match is committed', async ({ world }) => {
  const fold = joining();
  await world.append(
    'feed.captures',
    feeds.map((feed) => capture(feed, 1)),
  );
  const first = await runBroadcast(world.deps, fold);
  await untilIdle(world, fold);
  await first.stop();
  await world.append(
    'registry.parties',
    feeds.map((feed) => party(`of-${feed}`, feed)),
  );
  const store = world.engine.openStore(fold.name, 'data');
  const lagsAtCommit: number[] = [];
  world.faults.before = (_, { outputs }) => {
    if (outputs.length === 0) return;
    const applied = Array.from(
      { length: 2 },
      (_, partition) => [...store.entries(partition, '~runtime/global/')].length,
    );
    lagsAtCommit.push(Math.max(...applied));
  };
  const second = await runBroadcast(world.deps, fold);
  await untilIdle(world, fold);
  await second.stop();
  assert.is(lagsAtCommit.length, feeds.length);
  assert.is(
    lagsAtCommit[0],
    0,
    'no partition has processed a global record while matches with it are still to be emitted',
  );
  assert.is((await openOf(world)).length, feeds.length);
});

test('a re-match is committed slice by slice on one overlay: later slices see earlier ones, the end is kept', async ({
  world,
}) => {
  const fold = joining({
    name: 'slices',
    open: () => ({
      apply: (state, { value: { feed, captureId } }) => {
        storeRow(state, feed, captureId);
        return ok();
      },
      update: () => () => [],
      replay: (state, { value: { feed, captureId } }) => {
        storeRow(state, feed, captureId);
        return ok();
      },
      *reconcile(state) {
        for (const [feed] of rowsOf(state)) {
          state.put('slices', (state.get<number>('slices') ?? 0) + 1);
          yield [emit('feed.runs', run(feed, feed, state.get<number>('slices') ?? 0), 0)];
        }
        state.put('end', true);
      },
    }),
  });
  await world.append(
    'feed.captures',
    feeds.map((feed) => capture(feed, 1)),
  );
  const first = await runBroadcast(world.deps, fold);
  await untilRead(world, 'slices', 'feed.captures');
  await first.stop();
  let commits = 0;
  world.faults.after = () => void (commits += 1);
  const second = await runBroadcast(world.deps, fold);
  await second.stop();
  const state = world.state('slices', 'feed.captures');
  const slices = [0, 1].map((partition) => Number(state[`${partition}/slices`] ?? 0));
  assert.is((slices[0] ?? 0) + (slices[1] ?? 0), feeds.length);
  for (const partition of [0, 1]) assert.is(state[`${partition}/end`], true);
  assert.is(commits, feeds.length + 2, 'a commit per slice, and one for what follows the last');
});

test('rows and globals are never worked on at the same time', async ({ world }) => {
  let busy = 0;
  let most = 0;
  let globalsFirst = 0;
  world.faults.before = () => {
    busy += 1;
    most = Math.max(most, busy);
  };
  const { openStore } = world.deps;
  const slow = {
    ...world.deps,
    openStore: (...[name, environment]: Parameters<typeof openStore>) => {
      const store = openStore(name, environment);
      return {
        ...store,
        commit: async (commit: Parameters<typeof store.commit>[0]) => {
          await store.commit(commit);
          await world.turns(1);
          busy -= 1;
          globalsFirst += commit.positions.length === 0 ? 1 : 0;
        },
      };
    },
  };
  const running = await runBroadcast(slow, countingGlobals());
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([
      world.append('registry.parties', [party('p', String(round))]),
      world.append('feed.captures', [capture('f', round), capture('g', round)]),
    ]);
  }
  await untilIdle(world, countingGlobals());
  await running.stop();
  assert.ok(globalsFirst > 0);
  assert.is(most, 1);
});

test('a refused row is parked, 50 in a row halt it, an unknown error crashes it; both loops end', async ({ world }) => {
  await world.append('feed.captures', [
    capture('f', 1),
    ...Array.from({ length: 50 }, (_, index) => ({ ...capture('f', index), captureId: `bad-${index}` })),
    capture('f', 2),
  ]);
  const running = await runBroadcast(world.deps, countingGlobals());
  assert.is(await endOf(running), null);
  await running.stop();
  assert.is(world.health.at(-1)?.state, 'halted');
  assert.is((await world.values('dead.letters')).length, 50);
  await world.append('registry.parties', [party('p', 'x')]);
  await world.turns();
  assert.is(
    Object.keys(world.state('counting globals', 'feed.captures')).filter((key) => key.includes('applied')).length,
    0,
  );

  const again = await runBroadcast(world.deps, countingGlobals());
  await untilIdle(world, countingGlobals());
  await again.stop();
  const crashing = await runBroadcast(
    world.deps,
    countingGlobals({
      open: () => ({
        ...countingGlobals().open(),
        update: () => {
          throw new TypeError('unknown error');
        },
      }),
    }),
  ).then(endOf, (error: unknown) => error as Error);
  assert.match(crashing?.message ?? 'it lives', /unknown error/);
});

test('stopping while it tries again is a stop; a commit that fails for now is repeated', async ({ world }) => {
  const running = await runBroadcast(world.deps, countingGlobals());
  let failures = 2;
  world.faults.before = () => {
    if (failures > 0) {
      failures -= 1;
      throw new RetryableError('away');
    }
  };
  await world.append('feed.captures', [capture('f', 1)]);
  await untilIdle(world, countingGlobals());
  assert.ok(world.health.some(({ state }) => state === 'retrying'));
  world.health.length = 0;
  failures = Number.POSITIVE_INFINITY;
  await world.append('registry.parties', [party('p', 'x')]);
  await reached('it tries again', () => world.health.some(({ state }) => state === 'retrying'));
  await running.stop();
  assert.is(await endOf(running), null);
  assert.not.ok(world.health.some(({ state }) => state === 'failed'));
});

test('a raised version: records appended while no instance ran cause outputs, earlier outputs are not emitted again', async ({
  world,
}) => {
  await world.append(
    'feed.captures',
    feeds.map((feed) => capture(feed, 1)),
  );
  await world.append('registry.parties', [party('p1', 'f'), party('p2', 'g')]);
  const folds = [countingGlobals, joining];
  for (const fold of folds) {
    const first = await runBroadcast(world.deps, fold());
    await untilIdle(world, fold());
    await first.stop();
  }
  const emitted = (await world.values('feed.runs')).length;
  await world.append('registry.parties', [party('p3', 'h')]);
  await world.append('feed.captures', [capture('f', 2)]);
  for (const fold of folds) {
    let commits = 0;
    world.faults.after = () => {
      commits += 1;
      if (commits === 2) throw new Error('killed');
    };
    const killed = await runBroadcast(world.deps, fold({ stateVersion: 2 })).then(endOf, (error: unknown) => error);
    assert.match(String(killed), /killed/);
    delete world.faults.after;
    const second = await runBroadcast(world.deps, fold({ stateVersion: 2 }));
    await untilIdle(world, fold({ stateVersion: 2 }));
    await second.stop();
  }
  const newMatches = (await world.values('feed.runs')).map(({ captureId }) => captureId);
  assert.is(newMatches.length, emitted + feeds.length + 1 + 1, 'p3 to four rows, the second capture, one new match');
  assert.ok(newMatches.includes('h=p3'));
  for (const feed of feeds) assert.ok(newMatches.some((id) => id.startsWith(`${feed}:p3:`)));
  assert.equal(await openOf(world), ['f=p1', 'g=p2', 'h=p3']);
});

type Action =
  | { readonly kind: 'row'; readonly feed: string }
  | { readonly kind: 'global'; readonly partyId: string; readonly name: string }
  | { readonly kind: 'restart' | 'kill before' | 'kill after' | 'idle' };

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('row' as const), feed: fc.constantFrom(...feeds) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('global' as const),
      partyId: fc.constantFrom('p', 'q', 'r'),
      name: fc.constantFrom(...feeds, 'unlisted'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('restart' as const, 'kill before' as const, 'kill after' as const, 'idle' as const),
    }),
  },
);

test('any interleaving of rows and globals with stops and kills ends in the same open matches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 16 }), async (actions) => {
      const world = await openWorld();
      try {
        const rows = new Set<string>();
        const names = new Map<string, string>();
        let applied = 0;
        const start = async (): Promise<readonly RunningProcessor[]> => {
          const all = await Promise.all([
            runBroadcast(world.deps, joining()),
            runBroadcast(world.deps, countingGlobals()),
          ]);
          for (const one of all) one.done.catch(() => undefined);
          return all;
        };
        let running = await start();
        for (const [index, one] of actions.entries()) {
          if (one.kind === 'row') {
            rows.add(one.feed);
            await world.append('feed.captures', [capture(one.feed, index)]);
          } else if (one.kind === 'global') {
            names.set(one.partyId, one.name);
            applied += 1;
            await world.append('registry.parties', [party(one.partyId, one.name)]);
          } else if (one.kind === 'idle') {
            await Promise.all([untilIdle(world, joining()), untilIdle(world, countingGlobals())]);
          } else {
            if (one.kind !== 'restart') {
              world.faults[one.kind === 'kill before' ? 'before' : 'after'] = () => {
                throw new Error('killed');
              };
              await world.append('feed.captures', [capture('f', index)]);
              rows.add('f');
              for (const each of running) assert.match((await endOf(each))?.message ?? 'it lives', /killed/);
            }
            for (const each of running) await each.stop();
            delete world.faults.before;
            delete world.faults.after;
            running = await start();
          }
        }
        await Promise.all([untilIdle(world, joining()), untilIdle(world, countingGlobals())]);
        for (const each of running) await each.stop();
        const wanted = [...names]
          .filter(([, name]) => rows.has(name))
          .map(([partyId, name]) => `${name}=${partyId}`)
          .sort();
        const joined = (await world.values('feed.runs')).filter(({ captureId }) => captureId.includes('='));
        const last = new Map(joined.map(({ captureId, rows: open }) => [captureId, open]));
        assert.equal(
          [...last]
            .filter(([, open]) => open === 1)
            .map(([key]) => key)
            .sort(),
          wanted,
        );
        const times = Object.entries(world.state('counting globals', 'feed.captures')).filter(([key]) =>
          key.includes('/applied/'),
        );
        assert.is(times.length, 2 * applied);
        assert.ok(times.every(([, count]) => count === 1));
      } finally {
        await world.close();
      }
    }),
    { numRuns: runsOf(15) },
  );
});

test('a crash in the current chunk is reported, also if the rest has stopped before it', async ({ world }) => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let holding = false;
  const prepare = async (): Promise<void> => {
    holding = true;
    await held;
  };
  const running = await runBroadcast({ ...world.deps, codec: { ...world.codec, prepare } }, countingGlobals());
  await world.append('feed.captures', [capture('f', 1)]);
  await reached('the row is in hand', () => holding);
  world.faults.before = () => {
    throw new Error('the disk is gone');
  };
  const stopping = running.stop();
  await world.turns();
  letGo();
  await stopping;
  assert.match((await endOf(running))?.message ?? 'no error', /the disk is gone/);
});

test.run();
