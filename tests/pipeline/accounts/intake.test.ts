import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { intakeFold, type IntakeView } from '../../../pipeline/accounts/intake.ts';
import { decideIntake, type IntakeFacts } from '../../../pipeline/accounts/intake-decision.ts';
import type { KeyedState, Output } from '../../../pipeline/runtime/processor.ts';
import type { AccountCommand, AssetRecord, RecordIssuer } from '../../../schemas/generated/records.ts';
import {
  assetId,
  type Bench,
  day,
  hour,
  inputOf,
  itemOf,
  keyBody,
  memoryState,
  openTenant,
  start,
  tenant,
  watch,
} from './harness.ts';
import { runsOf } from '../../support/runs.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { sampleAssetRecord } from '../../support/sample-assets.ts';

const issuer: RecordIssuer = {
  partyId: 'p',
  did: 'd',
  name: 'Issuer',
  description: '',
  kyiStatus: 'verified',
  kybVerified: true,
  legalName: null,
  lei: null,
  country: null,
  kyiAt: null,
  kybAt: null,
  aliases: [],
};

type Facts = IntakeFacts & Pick<AssetRecord, 'chain' | 'issuer' | 'position' | 'registryPosition'>;

const recordOf = (id: string, facts: Partial<Facts> & { registeredAt?: number }): AssetRecord =>
  sampleAssetRecord(
    { assetId: id, position: 1, registryPosition: 1, registeredAt: start },
    { issuer, issuerNamed: true, ...facts },
  );

const nothingToObserve = { chain: 'xrpl', issuerNamed: false, chainReading: 'not_observed' } as const;

/** Both folds side by side: whatever one writes, the other reads when `settle` is called. */
interface Loop {
  readonly bench: Bench;
  readonly commands: AccountCommand[];
  /** Commands with the record times they were written with. */
  readonly outputs: Output[];
  /** Gives the view all events once more. */
  readonly redeliver: () => void;
  readonly record: (record: AssetRecord, timestamp?: number) => void;
  readonly settle: () => void;
  /** A new host: intake starts from nothing, reads all records, then all events again. */
  readonly rebuildIntake: () => void;
}

function openLoop(bench: Bench = openTenant()): Loop {
  let state: KeyedState = memoryState();
  let view: IntakeView = intakeFold.open();
  let read = 0;
  const records: { readonly record: AssetRecord; readonly timestamp: number }[] = [];
  const commands: AccountCommand[] = [];
  const written: Output[] = [];
  const pending: AccountCommand[] = [];
  const take = (outputs: readonly Output[]): void => {
    for (const output of outputs) {
      written.push(output);
      commands.push(output.value as AccountCommand);
      pending.push(output.value as AccountCommand);
    }
  };
  const takeAt = (one: (typeof records)[number], offset: number): readonly Output[] =>
    view.update(inputOf('asset.records', one.record, { offset, timestamp: one.timestamp }))(state);
  return {
    bench,
    commands,
    outputs: written,
    redeliver: () => {
      for (const event of bench.log) {
        const result = view.apply(state, event);
        if (result.kind === 'ok') take(result.outputs);
      }
    },
    record: (record, timestamp = bench.now()) => {
      records.push({ record, timestamp });
      take(takeAt({ record, timestamp }, records.length));
    },
    settle: () => {
      while (read < bench.log.length || pending.length > 0) {
        const event = bench.log[read];
        if (event === undefined) {
          const command = pending.shift();
          if (command !== undefined) bench.apply(command);
          continue;
        }
        read += 1;
        const result = view.apply(state, event);
        if (result.kind === 'ok') take(result.outputs);
      }
    },
    rebuildIntake: () => {
      state = memoryState();
      view = intakeFold.open();
      read = 0;
      for (const [offset, one] of records.entries()) take(takeAt(one, offset));
    },
  };
}

const stateOf = (loop: Loop, itemId: string) =>
  loop.bench.log.map(({ value }) => value.item).findLast((item) => item?.itemId === itemId);

const partial = (...missing: readonly string[]) => ({ outcome: 'partial', missing });
const unsupported = { outcome: 'unresolved', reason: 'unsupported_chain' };
const noContract = { outcome: 'unresolved', reason: 'contract_not_found' };
const owner = {
  id: 'a',
  type: 'owner',
  address: '0x1',
  accountType: 'regular',
  accountKind: null,
  signers: [],
  threshold: null,
  verified: false,
  observedAt: null,
};
const bare = { issuerNamed: false, sourcesDeclared: 0 };

const decisions: readonly (readonly [string, Partial<Facts>, object | null])[] = [
  ['nothing before the chain has answered', { chainReading: null }, null],
  ['nothing, also without issuer and sources', { chainReading: null, ...bare }, null],
  ['all there', { chainReading: 'stated' }, { outcome: 'ready' }],
  ['no declared sources', { chainReading: 'stated', sourcesDeclared: 0 }, partial('no_sources')],
  ['no issuer', { chainReading: 'stated', issuerNamed: false }, partial('no_issuer')],
  ['the chain alone', { chainReading: 'stated', ...bare }, partial('no_sources', 'no_issuer')],
  ['a chain that is not observed', { chainReading: 'not_observed' }, partial('chain_not_observed')],
  [
    'not observed, no sources',
    { chainReading: 'not_observed', sourcesDeclared: 0 },
    partial('chain_not_observed', 'no_sources'),
  ],
  ['not observed, and no issuer to screen', { chainReading: 'not_observed', issuerNamed: false }, unsupported],
  [
    'not observed, no issuer, an imported authority',
    { chainReading: 'not_observed', issuerNamed: false, authorities: [owner] },
    partial('chain_not_observed', 'no_issuer'),
  ],
  [
    'not observed, and an issuer that is named but not linked',
    { chainReading: 'not_observed', issuer: null },
    partial('chain_not_observed'),
  ],
  ['a chain that could not be read', { chainReading: 'unreadable' }, partial('chain_unreadable')],
  [
    'unreadable, and nothing else',
    { chainReading: 'unreadable', ...bare },
    partial('chain_unreadable', 'no_sources', 'no_issuer'),
  ],
  ['no contract', { chainReading: 'no_contract' }, noContract],
  ['no contract, no issuer, no sources', { chainReading: 'no_contract', ...bare }, noContract],
];
for (const [name, facts, decision] of decisions) {
  test(`B-35 decided from the record alone: ${name}`, () => {
    assert.equal(decideIntake(recordOf(assetId(1), facts)), decision);
  });
}

test('every reading of a chain has a case', () => {
  const seen = new Set(decisions.map(([, { chainReading }]) => chainReading));
  for (const term of termsOf('chainReading')) assert.ok(seen.has(term), term);
});

test('B-35 an intake waits for the answer of the chain; an answer without news decides nothing again', () => {
  const loop = openLoop();
  const { itemId } = itemOf(watch(loop.bench, assetId(1)));
  loop.record(recordOf(assetId(1), { chainReading: null, sourcesDeclared: 0 }));
  loop.settle();
  assert.equal([loop.commands.length, stateOf(loop, itemId)?.state], [0, 'gathering']);
  loop.record(recordOf(assetId(1), { chainReading: 'unreadable', sourcesDeclared: 0, position: 2 }));
  loop.settle();
  const finished = loop.bench.log.find(({ value }) => value.type === 'intake.finished')?.value;
  assert.equal(
    [stateOf(loop, itemId)?.state, finished?.notice?.kind, finished?.notice?.reason],
    ['ready', 'intake_partial', 'chain_unreadable no_sources'],
  );
  for (const [position, chainReading] of [
    [3, 'unreadable'],
    [4, 'stated'],
    [5, 'no_contract'],
  ] as const) {
    loop.record(recordOf(assetId(1), { chainReading, position }));
  }
  loop.settle();
  assert.is(loop.commands.length, 1, 'a watched asset stays watched');
});

test('B-34 an asset without a contract is taken in once its chain states one', () => {
  const loop = openLoop();
  const { itemId } = itemOf(watch(loop.bench, assetId(1)));
  loop.record(recordOf(assetId(1), { chainReading: 'no_contract' }));
  loop.settle();
  assert.equal(
    [stateOf(loop, itemId)?.state, stateOf(loop, itemId)?.stateReason],
    ['unresolved', 'contract_not_found'],
  );
  loop.bench.pass(hour);
  loop.record(recordOf(assetId(1), { chainReading: 'no_contract', position: 2 }));
  loop.record(recordOf(assetId(1), { chainReading: 'stated', position: 3 }));
  loop.record(recordOf(assetId(1), { chainReading: 'stated', position: 4 }));
  loop.settle();
  assert.is(stateOf(loop, itemId)?.state, 'ready');
  assert.equal(
    loop.commands.map(({ type }) => type),
    ['intake.resolve', 'intake.retry', 'intake.resolve'],
  );
});

test('B-35 an intake waits for the record of its asset, and ends when it comes', () => {
  const loop = openLoop();
  const { itemId } = itemOf(watch(loop.bench, assetId(1)));
  loop.settle();
  assert.equal([loop.commands.length, stateOf(loop, itemId)?.state], [0, 'gathering']);
  loop.bench.pass(hour);
  loop.record(recordOf(assetId(2), {}));
  loop.record(recordOf(assetId(1), { registeredAt: start + hour }));
  loop.settle();
  assert.is(stateOf(loop, itemId)?.state, 'ready');
  assert.is(loop.commands.length, 1);
  assert.is(loop.commands[0]?.actor, 'intake');
});

test('B-33 the same command, whether the record or the watch is read first', () => {
  const commands = [true, false].map((recordFirst) => {
    const loop = openLoop();
    const record = (): void => loop.record(recordOf(assetId(1), { registeredAt: start + 5 }), start + 9);
    if (recordFirst) record();
    watch(loop.bench, assetId(1));
    loop.settle();
    if (!recordFirst) record();
    loop.settle();
    return loop.commands;
  });
  assert.equal(commands[0], commands[1]);
  assert.is(commands[0]?.length, 1);
  assert.is(commands[0]?.[0]?.at, start + 9);
});

test('PE-12 B-35 an intake ends at the answer of the chain, so a poller that keeps the newest time misses none', () => {
  const bench = openTenant();
  const loop = openLoop(bench);
  loop.record(recordOf(assetId(1), { chainReading: null }));
  watch(bench, assetId(1));
  loop.settle();
  bench.pass(hour);
  loop.record(recordOf(assetId(2), {}));
  watch(bench, assetId(2));
  loop.settle();
  const createdAt = (): readonly number[] =>
    bench.log.filter(({ value }) => value.notice !== null).map(({ value }) => value.at);
  assert.equal(createdAt(), [start + hour]);
  bench.pass(hour);
  loop.record(recordOf(assetId(1), { chainReading: 'no_contract', position: 2 }));
  loop.settle();
  assert.equal(createdAt(), [start + hour, start + 2 * hour], 'after what the poller has');
  const finished = bench.log.findLast(({ value }) => value.type === 'intake.finished')?.value;
  assert.equal([finished?.notice?.kind, finished?.item?.stateReason], ['intake_unresolved', 'contract_not_found']);
});

test('a backdated watch ends its intake in the past as well', () => {
  const bench = openTenant();
  bench.pass(90 * day);
  const loop = openLoop(bench);
  loop.record(recordOf(assetId(1), { registeredAt: start - day }), start - day);
  watch(bench, assetId(1), { at: start + hour });
  loop.settle();
  const finished = bench.log.find(({ value }) => value.type === 'intake.finished')?.value;
  assert.equal([finished?.at, finished?.notice?.kind], [start + hour, 'intake_ready']);
});

test('B-34 a new registry record of the asset opens an unresolved item again, an unchanged one does not', () => {
  const loop = openLoop();
  const { itemId } = itemOf(loop.bench.give({ type: 'watch.add', body: { assetId: assetId(1), by: 'operator' } }));
  loop.record(recordOf(assetId(1), nothingToObserve));
  loop.settle();
  assert.equal([stateOf(loop, itemId)?.state, stateOf(loop, itemId)?.stateReason], ['unresolved', 'unsupported_chain']);
  loop.bench.pass(hour);
  loop.record(recordOf(assetId(1), { ...nothingToObserve, position: 2 }));
  loop.settle();
  assert.is(loop.commands.length, 1);
  loop.bench.pass(hour);
  loop.record(recordOf(assetId(1), { chain: 'xrpl', position: 3, registryPosition: 7 }));
  loop.settle();
  assert.is(stateOf(loop, itemId)?.state, 'ready');
  assert.equal(
    loop.commands.map(({ type }) => type),
    ['intake.resolve', 'intake.retry', 'intake.resolve'],
  );
  const intervals = loop.bench.log.flatMap(({ value }) => value.intervals);
  assert.equal(
    intervals.map(({ kind, from, to }) => [kind, from - start, to === null ? null : to - start]),
    [
      ['unresolved', 0, null],
      ['unresolved', 0, 2 * hour],
    ],
  );
});

test('B-34 adding an unresolved asset again is a new intake with a new answer', () => {
  const loop = openLoop();
  loop.record(recordOf(assetId(1), nothingToObserve));
  const add = () => loop.bench.give({ type: 'watch.add', body: { assetId: assetId(1), by: 'operator' } });
  const { itemId } = itemOf(add());
  loop.settle();
  loop.bench.pass(hour);
  add();
  loop.settle();
  assert.is(stateOf(loop, itemId)?.state, 'unresolved');
  assert.is(new Set(loop.commands.map(({ commandId }) => commandId)).size, 2);
});

test('an item removed while its intake waits is left alone', () => {
  const loop = openLoop();
  const { itemId } = itemOf(watch(loop.bench, assetId(1)));
  loop.settle();
  loop.bench.give({ type: 'watch.remove', body: { itemId } });
  loop.settle();
  loop.record(recordOf(assetId(1), {}));
  assert.is(loop.commands.length, 0);
});

test('an older copy of a record does not bring back its values', () => {
  const loop = openLoop();
  loop.record(recordOf(assetId(1), { position: 5, registryPosition: 5 }));
  loop.record(recordOf(assetId(1), { ...nothingToObserve, position: 2, registryPosition: 2 }));
  const { itemId } = itemOf(watch(loop.bench, assetId(1)));
  loop.settle();
  assert.is(stateOf(loop, itemId)?.state, 'ready');
});

test('an asset declared after a long silence of its watcher ends the intake all the same', () => {
  const loop = openLoop();
  const { itemId } = itemOf(watch(loop.bench, assetId(1)));
  loop.settle();
  const later = start + 60 * day;
  loop.record(recordOf(assetId(1), { registeredAt: later }), later);
  loop.bench.pass(60 * day);
  loop.settle();
  assert.equal([stateOf(loop, itemId)?.state, loop.commands[0]?.at], ['ready', later]);
  assert.is(loop.outputs[0]?.timestamp, later);
});

test('events that come twice are taken once', () => {
  const loop = openLoop();
  loop.record(recordOf(assetId(1), {}));
  watch(loop.bench, assetId(1));
  watch(loop.bench, assetId(2));
  loop.settle();
  loop.redeliver();
  loop.record(recordOf(assetId(1), { position: 2, registryPosition: 2 }));
  assert.is(loop.commands.length, 1);
});

type Move =
  | { readonly do: 'watch'; readonly remove: boolean; readonly tenant: number; readonly asset: number }
  | {
      readonly do: 'record';
      readonly asset: number;
      readonly hasIssuer: boolean;
      readonly chainReading: string | null;
      readonly declared: boolean;
    }
  | { readonly do: 'settle' }
  | { readonly do: 'rebuild' };

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ do: fc.constant('watch' as const), remove: fc.boolean(), tenant: fc.nat(1), asset: fc.nat(2) }),
  fc.record({
    do: fc.constant('record' as const),
    asset: fc.nat(2),
    hasIssuer: fc.boolean(),
    chainReading: fc.constantFrom(null, ...termsOf('chainReading')),
    declared: fc.boolean(),
  }),
  fc.constant({ do: 'settle' as const }),
  fc.constant({ do: 'rebuild' as const }),
);

/** Plays the moves and returns all records of each asset, oldest first. */
function play(loop: Loop, moves: readonly Move[]): ReadonlyMap<string, readonly AssetRecord[]> {
  const history = new Map<string, AssetRecord[]>();
  for (const [position, one] of moves.entries()) {
    loop.bench.pass(1000);
    if (one.do === 'settle') loop.settle();
    else if (one.do === 'rebuild') loop.rebuildIntake();
    else if (one.do === 'watch') {
      const tenantId = one.tenant === 0 ? tenant : 'other';
      const { itemId } = itemOf(watch(loop.bench, assetId(one.asset), { tenantId }));
      if (one.remove) loop.bench.give({ type: 'watch.remove', body: { itemId }, tenantId });
    } else {
      const known = history.get(assetId(one.asset)) ?? [];
      const last = known.at(-1);
      // A chain that has answered does not take it back.
      const chainReading = one.chainReading ?? last?.chainReading ?? null;
      const declared = { issuer: one.hasIssuer ? issuer : null, registryPosition: position + 1 };
      const facts = { ...(last === undefined || one.declared ? declared : last), chainReading, position };
      const record = recordOf(assetId(one.asset), facts);
      history.set(record.assetId, [...known, record]);
      loop.record(record);
    }
  }
  loop.settle();
  return history;
}

/** Ends of each intake of an item: the sequences of `intake.started`, with the number of `intake.finished` before the next. */
function endsOf(bench: Bench, itemId: string): readonly number[] {
  const ends: number[] = [];
  for (const { value } of bench.log) {
    if (value.item?.itemId !== itemId) continue;
    if (value.type === 'intake.started') ends.push(0);
    if (value.type === 'intake.finished') ends.push((ends.pop() ?? Number.NaN) + 1);
  }
  return ends;
}

test('B-33 … B-36 whatever the order, and after any rebuild, each intake ends once, as a record of its asset decides', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40, size: 'max' }), (moves) => {
      const bench = openTenant();
      bench.give({ type: 'tenant.create', body: keyBody(2), tenantId: 'other' });
      const history = play(openLoop(bench), moves);
      const items = new Map(
        bench.log.flatMap(({ value }) => (value.item === null ? [] : [[value.item.itemId, value.item]])),
      );
      for (const item of items.values()) {
        const ends = endsOf(bench, item.itemId);
        assert.ok(ends.slice(0, -1).every((count) => count <= 1));
        if (item.state === 'removed') continue;
        const possible = (history.get(item.assetId) ?? []).map(decideIntake).filter((decision) => decision !== null);
        const newest = possible.at(-1);
        assert.is(item.state === 'gathering', newest === undefined);
        assert.is(ends.at(-1), newest === undefined ? 0 : 1, 'the last intake ended once its chain had answered');
        if (newest === undefined) continue;
        if (newest.outcome !== 'unresolved') assert.is(item.state, 'ready');
        if (item.state === 'ready') assert.ok(possible.some(({ outcome }) => outcome !== 'unresolved'));
        const reasons = possible.flatMap((decision) => (decision.outcome === 'unresolved' ? [decision.reason] : []));
        if (item.state === 'unresolved') assert.ok(reasons.some((reason) => reason === item.stateReason));
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test.run();
