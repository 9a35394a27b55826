import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { restoreFromEvent } from '../../../pipeline/accounts/account-state.ts';
import { watchItemId } from '../../../pipeline/accounts/watch.ts';
import type { CommandOutcome, HiddenInterval } from '../../../schemas/generated/records.ts';
import { assetId, type Bench, finish, hour, keyBody, memoryState, minute, openBench, watch } from './harness.ts';
import { isHidden, type ModelCommand, type ModelTenant, step } from './reference-model.ts';
import { runsOf } from '../../support/runs.ts';

interface Step {
  readonly tenant: number;
  readonly command: ModelCommand;
  /** Time that passes before the command, and how far back the command takes effect. */
  readonly pass: number;
  readonly back: number;
  /** Give the same command id a second time. */
  readonly repeat: boolean;
}

const tenants = ['t-0', 't-1', 't-2'] as const;
const asset = fc.nat(2).map(assetId);
const command: fc.Arbitrary<ModelCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      asset,
      by: fc.constant('key' as const),
      isPublic: fc.constant(true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      asset,
      by: fc.constantFrom('key' as const, 'operator' as const),
      isPublic: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      { do: fc.constant('update' as const), asset, enabled: fc.boolean(), note: fc.constantFrom(null, '', 'a', 'b') },
      { requiredKeys: ['do', 'asset', 'enabled'] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), asset }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      asset,
      outcome: fc.constantFrom('ready' as const, 'partial' as const, 'unresolved' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const), asset }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('limit' as const), limit: fc.nat(4) }) },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    tenant: fc.nat(2),
    command,
    pass: fc.nat(90 * minute),
    back: fc.oneof(fc.constant(0), fc.nat(3 * hour)),
    repeat: fc.boolean(),
  }),
  { maxLength: 60, size: 'max' },
);

/** The model's command as the fold is given it. */
function give(bench: Bench, tenantId: string, { command, back }: Step, commandId: string): CommandOutcome {
  const at = bench.now() - back;
  const more = { tenantId, commandId, at };
  if (command.do === 'limit') return bench.give({ type: 'key.limit', body: { limit: command.limit }, ...more });
  if (command.do === 'add') {
    const body = { assetId: command.asset, by: command.by };
    return bench.give({ type: 'watch.add', body, assetPublic: command.isPublic, ...more });
  }
  const itemId = watchItemId(tenantId, command.asset);
  switch (command.do) {
    case 'update': {
      const note = command.note === undefined ? {} : { note: command.note };
      const enabled = command.enabled === undefined ? {} : { monitoringEnabled: command.enabled };
      return bench.give({ type: 'watch.update', body: { itemId, ...enabled, ...note }, ...more });
    }
    case 'remove':
      return bench.give({ type: 'watch.remove', body: { itemId }, ...more });
    case 'retry':
      return bench.give({ type: 'intake.retry', body: { itemId }, ...more });
    case 'finish': {
      const isStart = ({ value }: Bench['log'][number]): boolean =>
        value.type === 'intake.started' && value.item?.itemId === itemId;
      const intakeSeq = bench.log.findLast(isStart)?.value.seq ?? 0;
      const body = { itemId, intakeSeq, outcome: command.outcome, registryPosition: 0 };
      return bench.give({ type: 'intake.resolve', body, ...more });
    }
  }
}

function play(sequence: readonly Step[], check: boolean): { bench: Bench; models: ModelTenant[] } {
  const bench = openBench();
  const models = tenants.map((tenantId): ModelTenant => {
    bench.give({ type: 'tenant.create', body: { ...keyBody(), limit: 2 }, tenantId });
    return { limit: 2, createdAt: bench.now(), items: new Map() };
  });
  for (const [index, one] of sequence.entries()) {
    bench.pass(one.pass);
    const tenantId = tenants[one.tenant] ?? 't-0';
    const model = models[one.tenant];
    if (model === undefined) throw new Error('no such tenant');
    const outcome = give(bench, tenantId, one, `step-${index}`);
    const expected = step(model, one.command, bench.now() - one.back);
    if (check) compare(outcome, expected, model, one.command);
    if (one.repeat) assert.equal(give(bench, tenantId, one, `step-${index}`), outcome);
  }
  return { bench, models };
}

function compare(
  outcome: CommandOutcome,
  expected: ReturnType<typeof step>,
  model: ModelTenant,
  command: ModelCommand,
): void {
  const { status, code, used, limit, item } = outcome;
  assert.equal({ status, code, used, limit }, expected);
  if (command.do === 'limit' || item === null) return;
  const known = model.items.get(command.asset);
  assert.ok(known);
  const { state, monitoringEnabled, addedAt } = item;
  assert.is(state, known.listed ? known.state : 'removed');
  assert.is(addedAt, known.addedAt);
  assert.is(item.intakeStatus, state === 'gathering' ? 'queued' : null);
  assert.is(item.stateReason !== null, state === 'unresolved');
  if (!known.listed) return;
  assert.equal([monitoringEnabled, item.note], [!known.paused, known.note]);
}

/** Newest state of each hidden interval of an asset on a tenant's list. */
function intervalsOf(bench: Bench, tenantId: string, asset: string): readonly HiddenInterval[] {
  const newest = new Map<string, HiddenInterval>();
  for (const { value } of bench.log) {
    if (value.tenantId !== tenantId) continue;
    for (const one of value.intervals) if (one.assetId === asset) newest.set(one.intervalId, one);
  }
  return [...newest.values()];
}

test('B-11 … B-37 the fold answers as the reference model does, for three tenants', () => {
  fc.assert(
    fc.property(steps, (sequence) => void play(sequence, true)),
    { numRuns: runsOf(400) },
  );
});

test('B-27 an asset is hidden exactly while it is paused, removed or unresolved', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const { bench, models } = play(sequence, false);
      for (const [index, model] of models.entries()) {
        for (const [asset, item] of model.items) {
          const intervals = intervalsOf(bench, tenants[index] ?? '', asset);
          assert.ok(intervals.every(({ from, to }) => to === null || to >= from));
          const covered = (time: number): boolean =>
            intervals.some(({ from, to }) => from <= time && (to === null || time < to));
          const times = item.hidden.flatMap(({ from }) => [from - 1, from, from + 1]);
          for (const time of times) assert.is(covered(time), isHidden(item, time));
        }
      }
    }),
    { numRuns: runsOf(200) },
  );
});

test('hidden intervals are append-only: one that was closed is never written again', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const { bench } = play(
        sequence.map((one) => ({ ...one, repeat: false })),
        false,
      );
      const closed = new Set<string>();
      for (const { value } of bench.log) {
        for (const { intervalId, to } of value.intervals) {
          assert.is(closed.has(intervalId), false);
          if (to !== null) closed.add(intervalId);
        }
      }
    }),
    { numRuns: runsOf(100) },
  );
});

test('a state rebuilt from the events is the state that wrote them, also from events written twice', () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (sequence, twice) => {
      const { bench } = play(sequence, false);
      const restored = memoryState();
      for (const event of bench.log) {
        restoreFromEvent(restored, event);
        if (twice) restoreFromEvent(restored, event);
      }
      assert.equal(restored.dump(), bench.state.dump());
    }),
    { numRuns: runsOf(200) },
  );
});

test('a state cannot be rebuilt from events with a gap', () => {
  const bench = openBench();
  bench.give({ type: 'tenant.create', body: keyBody() });
  const restored = memoryState();
  const [, second] = bench.log;
  assert.ok(second);
  assert.throws(() => restoreFromEvent(restored, second), /events are missing/);
});

test('the same commands on the same positions write the same events', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      assert.equal(play(sequence, false).bench.log, play(sequence, false).bench.log);
    }),
    { numRuns: runsOf(30) },
  );
});

test('a command reads and writes a handful of keys, however long the list is', () => {
  const bench = openBench();
  bench.give({ type: 'tenant.create', body: { ...keyBody(), limit: 10_000 }, tenantId: 't-0' });
  for (let n = 0; n < 300; n += 1) watch(bench, assetId(n), { tenantId: 't-0' });
  let touched = 0;
  const counting = {
    ...bench.state,
    get: <V>(key: string) => {
      touched += 1;
      return bench.state.get<V>(key);
    },
    put: (key: string, value: unknown) => {
      touched += 1;
      bench.state.put(key, value);
    },
    entries: () => {
      throw new Error('a scan');
    },
  };
  const counted = openBench(counting);
  counted.give({
    type: 'watch.add',
    body: { assetId: assetId(999), by: 'operator' },
    tenantId: 't-0',
    commandId: 'counted',
  });
  assert.ok(touched < 50, `${touched} keys touched`);
});

test('the intake of an item that was never added is answered without effect', () => {
  const bench = openBench();
  bench.give({ type: 'tenant.create', body: keyBody(), tenantId: 't-0' });
  const other = openBench();
  other.give({ type: 'tenant.create', body: keyBody(), tenantId: 't-0' });
  const outcome = watch(other, assetId(1), { tenantId: 't-0' });
  assert.ok(outcome.item);
  const size = bench.log.length;
  assert.is(
    bench.give({
      type: 'intake.resolve',
      body: { itemId: outcome.item.itemId, intakeSeq: 3, outcome: 'ready', registryPosition: 0 },
      tenantId: 't-0',
    }).status,
    'unchanged',
  );
  assert.is(bench.log.length, size + 1);
  assert.is(finish(other, outcome.item, 'ready').status, 'accepted');
});

test.run();
