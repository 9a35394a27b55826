/** A host dies after its outputs are on the log and before it commits its offsets; another one is assigned its partitions. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeclare } from '../../../../pipeline/registry/declare.ts';
import { runBroadcast } from '../../../../pipeline/runtime/run-broadcast.ts';
import { createAttribute } from '../../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../../pipeline/screening/screen.ts';
import type { RegistryAsset, RegistryParty } from '../../../../schemas/generated/records.ts';
import { type TopicName, topics, type ValueOf } from '../../../../schemas/topics.ts';
import { reached } from '../../../support/reached.ts';
import { openWorld, party, type World } from '../harness.ts';
import { type SimulatedHosts, openSimulatedHosts, type Start } from '../simulated-hosts.ts';
import { declaredAsset } from '../scenarios.ts';
import { entry, feeds, listedWallet, row, subject, wallet } from '../../screening/harness.ts';

const test = suite('a partition that was elsewhere');

interface Fixture {
  readonly world: World;
  readonly hosts: SimulatedHosts;
  /** Appends a record and waits until it is processed. */
  readonly submit: <T extends TopicName>(topic: T, value: ValueOf<T>, time: number) => Promise<void>;
  readonly append: <T extends TopicName>(topic: T, value: ValueOf<T>, time: number) => Promise<void>;
  /** Every host commits its offsets to the group. */
  readonly commitOffsets: () => Promise<void>;
  /** Ids of the outputs, in order, each once. */
  readonly outputs: () => Promise<readonly string[]>;
}

interface BroadcastSetup {
  readonly input: TopicName;
  readonly global: TopicName;
  readonly start: Start;
}

const screen: BroadcastSetup = {
  input: 'sanctions.entries',
  global: 'asset.subjects',
  start: (deps) => runBroadcast(deps, createScreen({ feeds })),
};
const attribute: BroadcastSetup = {
  input: 'register.rows',
  global: 'asset.subjects',
  start: (deps) => runBroadcast(deps, createAttribute({ registers: feeds })),
};
const declare: BroadcastSetup = {
  input: 'registry.assets',
  global: 'registry.parties',
  start: (deps) => runBroadcast(deps, createDeclare()),
};

async function withFixture(
  setup: BroadcastSetup,
  names: readonly string[],
  body: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  const world = await openWorld(1);
  const hosts = openSimulatedHosts(world, { ...setup, names, commitsEachChunk: () => false });
  const append: Fixture['append'] = async (topic, value, time) => {
    const keyOf = topics[topic].keyOf as (given: unknown) => string;
    const record = { topic, key: keyOf(value), value: world.codec.encode(topic, value), timestamp: time };
    await world.engine.log.append([record]);
  };
  const fixture: Fixture = {
    world,
    hosts,
    append,
    submit: async (topic, value, time) => {
      await append(topic, value, time);
      await hosts.settleSurvivors();
    },
    commitOffsets: () => hosts.assign([names[0] ?? '']),
    outputs: async () => {
      const emitted = await world.values('observations');
      return [
        ...new Map(emitted.map((one) => [one.id, `${one.field} ${one.observedAt} ${String(one.value)}`])).values(),
      ];
    },
  };
  try {
    await hosts.settle();
    await hosts.assign([names[0] ?? '']);
    await body(fixture);
  } finally {
    await hosts.stop();
    await world.close();
  }
}

type Script = (fixture: Fixture, die: () => void) => Promise<void>;

/** The outputs are the same with and without the kill of a host in the script. */
async function sameOutputs(setup: BroadcastSetup, script: Script): Promise<readonly string[]> {
  const emitted: (readonly string[])[] = [];
  for (const names of [['ann'], ['ann', 'ben']]) {
    await withFixture(setup, names, async (fixture) => {
      await script(fixture, () => {
        if (names.length > 1) fixture.hosts.kill('ann', 'before state');
      });
      await fixture.hosts.settleSurvivors();
      emitted.push(await fixture.outputs());
    });
  }
  assert.equal(emitted[1], emitted[0]);
  return emitted[0] ?? [];
}

const address = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const listed = (over: Parameters<typeof entry>[1] = {}) =>
  entry('e1', { wallets: [listedWallet('ETH', address)], asOf: 1, ...over });
const subjects = (assetId: string, position: number, some = [wallet(address)]): ValueOf<'asset.subjects'> => ({
  assetId,
  position,
  subjects: some.map((one) => ({ ...one, since: 10, sinceObservationId: `since-${assetId}` })),
});

test('a match that was ended is not opened again by the row before', async () => {
  const outputs = await sameOutputs(screen, async ({ submit, commitOffsets }, die) => {
    await submit('asset.subjects', subjects('a', 1), 10);
    await submit('sanctions.entries', listed(), 100);
    await commitOffsets();
    die();
    await submit('sanctions.entries', listed({ status: 'removed' }), 200);
  });
  assert.is(outputs.length, 2);
});

test('rows that were superseded before a commit of the group: every output once', async () => {
  const outputs = await sameOutputs(screen, async ({ submit, append, hosts, commitOffsets }, die) => {
    await submit('asset.subjects', subjects('a', 1), 10);
    await submit('sanctions.entries', listed(), 100);
    await commitOffsets();
    await submit('sanctions.entries', listed({ status: 'removed' }), 200);
    await submit('sanctions.entries', listed({ programs: ['Q'] }), 300);
    die();
    await append('sanctions.entries', listed({ status: 'removed' }), 400);
    await append('sanctions.entries', listed({ programs: ['R'] }), 500);
    await append('sanctions.entries', listed({ status: 'removed' }), 600);
    await hosts.settleSurvivors();
  });
  assert.is(outputs.length, 6);
});

test('rows behind the last output are processed in the order of the log', async () => {
  const outputs = await sameOutputs(screen, async ({ submit, append, hosts, commitOffsets }, die) => {
    await submit('asset.subjects', subjects('a', 1), 10);
    await submit('sanctions.entries', listed(), 100);
    await commitOffsets();
    die();
    await submit('sanctions.entries', listed({ programs: ['Q'] }), 200);
    // The next owner has to emit both itself, the second one although the first one undoes it.
    await append('sanctions.entries', entry('e2', { wallets: [listedWallet('ETH', address)] }), 210);
    await append('sanctions.entries', entry('e2', { status: 'removed' }), 220);
    await append('sanctions.entries', listed({ status: 'removed' }), 230);
    await hosts.settleSurvivors();
  });
  assert.is(outputs.length, 5);
});

test('rows without a match are not matched again with the subjects of today', async () => {
  const other = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c';
  const outputs = await sameOutputs(screen, async ({ submit, commitOffsets }, die) => {
    await submit('asset.subjects', subjects('a', 1), 10);
    await commitOffsets();
    await submit('sanctions.entries', entry('e2', { wallets: [listedWallet('ETH', other)] }), 100);
    await submit('sanctions.entries', entry('e2', { status: 'removed' }), 110);
    await submit('sanctions.entries', listed(), 120);
    die();
    await submit('asset.subjects', subjects('a', 2, [wallet(address), wallet(other)]), 130);
  });
  assert.is(outputs.length, 1);
});

/** Open matches of the last word; undefined before the first. */
type Open = () => Promise<number | undefined>;

const written = (open: Open): Promise<void> =>
  reached('the match of the host that was away is there', async () => (await open()) !== undefined);

/**
 * A host is frozen before its word on a match, which is taken back while it is away. `wake` has it write all the same; then
 * the owner of the partition must answer.
 */
const zombieWrites = (wake: (fixture: Fixture, open: Open) => Promise<void>): Promise<void> =>
  withFixture(screen, ['ann', 'ben'], async (fixture) => {
    const { submit, append, hosts, world } = fixture;
    const open: Open = async () => (await world.values('screen.matches')).at(-1)?.matches.length;
    await hosts.assign(['ben']);
    await submit('asset.subjects', subjects('a', 1), 10);
    hosts.freeze('ben');
    await append('sanctions.entries', listed(), 100);
    await reached('its commit waits for the thaw', () => hosts.isStuck('ben'));
    await append('asset.subjects', subjects('a', 2, []), 110);
    await hosts.assign(['ann']);
    await hosts.settleSurvivors();
    await wake(fixture, open);
    await reached('it is taken back', async () => (await open()) === 0);
  });

test('a late word is answered by a host that has kept the partition since', () =>
  zombieWrites(async ({ hosts }, open) => {
    await hosts.assign(['ann']);
    assert.is(await open(), undefined);
    await hosts.thaw('ben');
    await written(open);
  }));

test('so is one that comes while no host owns the partition, by a host that is assigned it again', () =>
  zombieWrites(({ hosts, world }, open) =>
    hosts.assign(['ann'], async () => {
      await hosts.thaw('ben');
      await written(open);
      await world.turns();
    }),
  ));

test('attribute: a row that left the register is not there again', async () => {
  const dti = { ...subject('dti', 'A'), since: 10, sinceObservationId: 'since-a' };
  await sameOutputs(attribute, async ({ submit, commitOffsets }, die) => {
    await submit('asset.subjects', { assetId: 'a', position: 1, subjects: [dti] }, 10);
    await submit('register.rows', row('r1', { dtis: ['A'] }), 100);
    await commitOffsets();
    die();
    await submit('register.rows', row('r1', { dtis: ['A'], status: 'removed' }), 200);
  });
});

const asset = (over: Partial<RegistryAsset>): RegistryAsset => declaredAsset(0, { issuerId: 'p0', ...over });
const issuer = (name: string): RegistryParty => party('p0', name);

test('declare: an earlier declaration is not emitted again', async () => {
  const outputs = await sameOutputs(declare, async ({ submit, commitOffsets }, die) => {
    await submit('registry.parties', issuer('P'), 10);
    await submit('registry.assets', asset({ name: 'A' }), 100);
    await commitOffsets();
    await submit('registry.assets', asset({ name: 'B', status: 'withdrawn' }), 200);
    die();
    await submit('registry.assets', asset({ name: 'C' }), 300);
  });
  assert.is(outputs.length, 4 + 2 + 2);
});

test('declare: a party that was processed, and one that was not, around declarations that were not committed', async () => {
  await sameOutputs(declare, async ({ submit, append, hosts, commitOffsets }, die) => {
    await submit('registry.parties', issuer('P'), 10);
    await submit('registry.assets', asset({ name: 'A' }), 100);
    await commitOffsets();
    await submit('registry.assets', asset({ name: 'B' }), 200);
    die();
    await submit('registry.parties', issuer('Q'), 210);
    await append('registry.assets', asset({ name: 'C' }), 300);
    await append('registry.assets', asset({ name: 'B' }), 310);
    await hosts.settleSurvivors();
  });
});

test('declare: a late repetition of an output is not the last one', () =>
  withFixture(declare, ['ann', 'ben'], async ({ submit, append, hosts, outputs }) => {
    await hosts.assign(['ben']);
    await submit('registry.parties', issuer('P'), 10);
    hosts.freeze('ben');
    await append('registry.assets', asset({}), 100);
    await reached('its commit waits for the thaw', () => hosts.isStuck('ben'));
    await hosts.assign(['ann']);
    await hosts.settleSurvivors();
    await submit('registry.parties', issuer('Q'), 110);
    const before = await outputs();
    await hosts.assign(['ben'], async () => {
      await hosts.thaw('ben');
      await append('registry.parties', issuer('P'), 120);
    });
    await hosts.settleSurvivors();
    const added = (await outputs()).slice(before.length);
    assert.equal(
      added.map((line) => line.split(' ').slice(0, 2).join(' ')),
      ['declaration 120', 'kyi 120'],
    );
  }));

/** SimulatedHosts after the first get global records only once the gate is open. */
function slowAfterFirst(setup: BroadcastSetup): {
  readonly setup: BroadcastSetup;
  readonly close: () => void;
  readonly open: () => void;
} {
  let gate: Promise<void> = Promise.resolve();
  let open: () => void = () => undefined;
  let started = 0;
  const start: Start = (deps) => {
    started += 1;
    if (started === 1) return setup.start(deps);
    const consume: typeof deps.log.consume = (options) => {
      if (options.group !== null || !options.topics.includes(setup.global)) return deps.log.consume(options);
      return deps.log.consume({
        ...options,
        onChunk: async (chunk) => {
          await gate;
          await options.onChunk(chunk);
        },
      });
    };
    return setup.start({ ...deps, log: { ...deps.log, consume } });
  };
  const close = (): void => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
  };
  return { setup: { ...setup, start }, close, open: () => open() };
}

test('a host that has not read the newest subjects does not contradict one that had', async () => {
  const slow = slowAfterFirst(screen);
  await withFixture(slow.setup, ['ann', 'ben'], async ({ submit, append, hosts, commitOffsets, world, outputs }) => {
    await submit('asset.subjects', subjects('a', 1, []), 10);
    await submit('sanctions.entries', listed(), 100);
    await commitOffsets();
    slow.close();
    hosts.kill('ann', 'before state');
    await append('asset.subjects', subjects('a', 2), 110);
    await reached('the match is emitted', async () => (await world.values('screen.matches')).length === 1);
    await hosts.assign(['ben']);
    await world.turns();
    const early = await outputs();
    slow.open();
    await hosts.settleSurvivors();
    assert.is(early.length, 1);
    assert.equal(await outputs(), early);
  });
});

test('a host that has not read the newest parties does not contradict one that had', async () => {
  const slow = slowAfterFirst(declare);
  await withFixture(slow.setup, ['ann', 'ben'], async ({ submit, append, hosts, commitOffsets, world, outputs }) => {
    await submit('registry.parties', issuer('P'), 10);
    await submit('registry.assets', asset({}), 100);
    await commitOffsets();
    slow.close();
    hosts.kill('ann', 'before state');
    await append('registry.parties', issuer('Q'), 110);
    await reached('the party is emitted', async () => (await world.values('observations')).length === 6);
    const before = await outputs();
    await hosts.assign(['ben']);
    await world.turns();
    slow.open();
    await hosts.settleSurvivors();
    assert.equal(await outputs(), before);
  });
});

/** How often a host compares its whole partition. */
function counted(): { readonly setup: BroadcastSetup; readonly comparisons: () => number } {
  let comparisons = 0;
  const fold = createDeclare();
  const open: typeof fold.open = () => {
    const view = fold.open();
    const { reconcile } = view;
    const count: typeof reconcile = (state) => {
      comparisons += 1;
      return reconcile(state);
    };
    return { ...view, reconcile: count };
  };
  const setup = { ...declare, start: (deps: Parameters<Start>[0]) => runBroadcast(deps, { ...fold, open }) };
  return { setup, comparisons: () => comparisons };
}

for (const isStatedElsewhere of [false, true]) {
  test(`a host that returns compares its partition only if another stated something: ${isStatedElsewhere}`, async () => {
    const { setup, comparisons } = counted();
    await withFixture(setup, ['ann', 'ben'], async ({ submit, hosts, commitOffsets }) => {
      await submit('registry.parties', issuer('P'), 10);
      await submit('registry.assets', asset({}), 100);
      await commitOffsets();
      await hosts.assign(['ben']);
      await hosts.settleSurvivors();
      if (isStatedElsewhere) await submit('registry.parties', issuer('Q'), 110);
      const before = comparisons();
      await hosts.assign(['ann']);
      await hosts.settleSurvivors();
      assert.is(comparisons() > before, isStatedElsewhere);
    });
  });
}

test.run();
