import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeclare } from '../../../pipeline/registry/declare.ts';
import type { BroadcastFold } from '../../../pipeline/runtime/broadcast.ts';
import type { KeyedState, Output } from '../../../pipeline/runtime/processor.ts';
import { detect } from '../../../pipeline/changes/detect.ts';
import type { AssetRecord, RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import { memoryState, observationsIn } from '../screening/harness.ts';
import { idsIn } from '../../../schemas/values/seen-ids.ts';
import { runsOf } from '../../support/runs.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';

const party = (partyId: string, over: Partial<RegistryParty> = {}): RegistryParty => ({
  partyId,
  did: 'did',
  name: `Party ${partyId}`,
  legalName: null,
  lei: null,
  registrationNumber: null,
  country: null,
  aliases: [],
  wallets: [],
  isins: [],
  bics: [],
  taxIds: [],
  kind: 'organisation',
  birthYear: null,
  vouched: null,
  kyi: { status: 'verified', at: null },
  kyb: { verified: true, at: null },
  description: '',
  ...over,
});

const asset = sampleRegistryAsset;

function driver(state: KeyedState = memoryState()) {
  const view = createDeclare().open();
  let offset = 0;
  return {
    state,
    asset: (value: RegistryAsset, timestamp: number, at = offset++): readonly Output[] => {
      const result = view.apply(state, { topic: 'registry.assets', partition: 0, offset: at, timestamp, value });
      return result.kind === 'ok' ? result.outputs : [];
    },
    party: (value: RegistryParty, timestamp: number, at = offset++): readonly Output[] =>
      view.update({ topic: 'registry.parties', partition: 0, offset: at, timestamp, value })(state),
    /** Applies outputs as they are read from the log. */
    read: (outputs: readonly Output[]): void => {
      for (const value of observationsIn(outputs)) {
        const record = { topic: 'observations', partition: 0, offset: offset++, timestamp: value.observedAt } as const;
        view.emitted.apply(state, { ...record, value });
      }
    },
  };
}

const facts = (outputs: readonly Output[]): readonly (readonly [string, unknown, number])[] =>
  observationsIn(outputs).map(({ subjectKind, subjectKey, field, value, observedAt }) => [
    [subjectKind, subjectKey, field].filter((part) => part !== '').join('/'),
    value === null ? null : (JSON.parse(value) as unknown),
    observedAt,
  ]);
const names = (outputs: readonly Output[]): readonly string[] => facts(outputs).map(([name]) => name);

test('members that were added with a default are left out where they have it, so that old declarations are the same value', () => {
  const membersOf = (over: Partial<RegistryParty>): readonly string[] => {
    const driven = driver();
    driven.party(party('p', over), 1);
    const found = facts(driven.asset(asset({ assetId: 'a', issuerId: 'p' }), 2)).find(([name]) =>
      name.startsWith('party/'),
    );
    return Object.keys((found?.[1] as { readonly party: object }).party).filter((name) =>
      ['bics', 'taxIds', 'kind', 'birthYear', 'vouched'].includes(name),
    );
  };
  assert.equal(membersOf({}), []);
  assert.equal(membersOf({ kind: 'person', birthYear: 1970 }), ['birthYear', 'kind']);
  assert.equal(membersOf({ vouched: { by: 'compliance', why: 'file 7', evidence: [] } }), ['vouched']);
  assert.equal(membersOf({ bics: ['EXAMDEFF'], taxIds: [{ country: null, value: '1' }] }), ['bics', 'taxIds']);
});

test('a token name is stated where it is declared', () => {
  const declared = facts(driver().asset(asset({ assetId: 'a', token: 'usd' }), 1)).find(
    ([name]) => name === 'asset/declaration',
  );
  assert.is((declared?.[1] as { readonly asset: { readonly token?: string } }).asset.token, 'usd');
});

test('the fold fits the runtime', () => {
  const fold: BroadcastFold<'registry.assets', 'registry.parties'> = createDeclare();
  assert.equal([fold.name, fold.outputs], ['declare', ['observations']]);
});

test('nothing is emitted until every party is known', () => {
  const { asset: declare, party: apply } = driver();
  const value = asset({ issuerId: 'p', parties: [{ partyId: 'q', role: 'custodian' }] });
  assert.equal(declare(value, 10), []);
  assert.equal(apply(party('p'), 20), []);
  const outputs = apply(party('q'), 5);
  assert.equal(names(outputs), [
    'party/p/declaration',
    'party/q/declaration',
    'asset/declaration',
    'asset/status',
    'issuer/kyi',
  ]);
  assert.ok(
    facts(outputs).every(([, , observedAt]) => observedAt === 20),
    'the latest of all records used',
  );
});

test('values and origin of the facts', () => {
  const { asset: declare, party: apply } = driver();
  apply(party('p', { kyi: { status: 'pending', at: 3 } }), 5);
  const value = asset({
    issuerId: 'p',
    parties: [
      { partyId: 'p', role: 'reserve_manager' },
      { partyId: 'p', role: 'issuer' },
      { partyId: 'p', role: 'custodian' },
    ],
  });
  const outputs = declare(value, 10);
  const {
    bics: _bics,
    taxIds: _taxIds,
    kind: _kind,
    birthYear: _year,
    vouched: _vouchedParty,
    ...stated
  } = party('p', { kyi: { status: 'pending', at: 3 } });
  const { token: _token, vouched: _vouched, ...withoutToken } = value;
  assert.equal(facts(outputs), [
    ['party/p/declaration', { party: stated, roles: ['custodian', 'issuer', 'reserve_manager'] }, 10],
    ['asset/declaration', { asset: withoutToken, registryPosition: 1, registeredAt: 10 }, 10],
    ['asset/status', { status: 'active' }, 10],
    ['issuer/kyi', { partyId: 'p', name: 'Party p', status: 'pending' }, 10],
  ]);
  for (const { sourceKey, assetId, extractor } of observationsIn(outputs)) {
    assert.equal([sourceKey, assetId, extractor], ['registry', 'asset', 'declare']);
  }
});

test('an issuer that is named and not linked is a party with that role, and no verification is stated', () => {
  const { asset: declare, party: apply } = driver();
  apply(party('p', { kyi: { status: 'verified', at: 3 } }), 5);
  const outputs = facts(declare(asset({ parties: [{ partyId: 'p', role: 'issuer' }] }), 10));
  const stated = outputs.find(([name]) => name === 'party/p/declaration')?.[1];
  assert.equal((stated as { readonly roles: readonly string[] }).roles, ['issuer']);
  assert.equal(outputs.at(-1), ['issuer/kyi', null, 10]);
});

test('an asset without issuer states that none is linked', () => {
  const { asset: declare } = driver();
  assert.equal(facts(declare(asset(), 10)).at(-1), ['issuer/kyi', null, 10]);
});

test('a changed party is emitted again for every asset that names it, and only its changed facts', () => {
  const { asset: declare, party: apply } = driver();
  apply(party('p'), 5);
  declare(asset({ assetId: 'a', issuerId: 'p' }), 10);
  declare(asset({ assetId: 'b', parties: [{ partyId: 'p', role: 'custodian' }] }), 11);
  declare(asset({ assetId: 'c' }), 12);
  const outputs = apply(party('p', { kyi: { status: 'revoked', at: null } }), 20);
  assert.equal(
    observationsIn(outputs).map(({ assetId, subjectKind }) => [assetId, subjectKind]),
    [
      ['a', 'party'],
      ['a', 'issuer'],
      ['b', 'party'],
    ],
  );
  assert.equal(apply(party('p', { kyi: { status: 'revoked', at: null } }), 30), [], 'the same again');
});

test('a party that is no longer named, and an issuer that is no longer linked, are reported as gone', () => {
  const { asset: declare, party: apply } = driver();
  apply(party('p'), 5);
  declare(asset({ issuerId: 'p' }), 10);
  const outputs = declare(asset(), 20);
  assert.equal(facts(outputs).slice(1), [
    ['issuer/kyi', null, 20],
    ['party/p/declaration', null, 20],
  ]);
  assert.equal(apply(party('p', { name: 'New' }), 30), [], 'it does not concern the asset any more');
  assert.equal(names(declare(asset({ status: 'withdrawn' }), 40)), ['asset/declaration', 'asset/status']);
});

test('registeredAt stays the time of the first record, also while parties were missing', () => {
  const { asset: declare, party: apply } = driver();
  declare(asset({ issuerId: 'p' }), 10);
  declare(asset({ issuerId: 'p', name: 'Renamed' }), 15);
  const [, declaration] = facts(apply(party('p'), 20));
  assert.equal((declaration?.[1] as { registeredAt: number; registryPosition: number }).registeredAt, 10);
  assert.is((declaration?.[1] as { registryPosition: number }).registryPosition, 1);
});

/** Records of the asset that the fold of assets writes for these observations. */
function recordsOf() {
  const state = memoryState();
  let offset = 0;
  return (outputs: readonly Output[]): readonly AssetRecord[] =>
    observationsIn(outputs).flatMap((value) => {
      const input = {
        topic: 'observations',
        partition: 0,
        offset: offset++,
        timestamp: value.observedAt,
        value,
      } as const;
      const result = detect(state, input);
      if (result.kind === 'park') throw new Error(result.reason);
      return result.outputs.flatMap((one) => (one.topic === 'asset.records' ? [one.value] : []));
    });
}

test('A-71 a first registration is one record; the asset of a verified issuer is never without it', () => {
  const { asset: declare, party: apply } = driver();
  const record = recordsOf();
  for (const id of ['p', 'q', 'c']) apply(party(id), 5);
  const parties = [{ partyId: 'c', role: 'custodian' }];
  const first = record(declare(asset({ issuerId: 'p', parties }), 10));
  assert.equal(
    first.map(({ issuer, public: shown }) => [issuer?.partyId, shown]),
    [['p', true]],
  );
  const changed = [
    ...record(declare(asset({ issuerId: 'q', parties }), 20)),
    ...record(declare(asset({ issuerId: 'c', name: 'Renamed' }), 30)),
    ...record(apply(party('c', { name: 'New' }), 40)),
  ];
  assert.equal(
    changed.map(({ issuer, public: shown }) => [issuer?.name, shown]),
    [
      ['Party q', true],
      ['Party c', true],
      ['New', true],
    ],
  );
});

test('a record that is delivered twice emits nothing', () => {
  const { asset: declare, party: apply } = driver();
  apply(party('p'), 5, 0);
  declare(asset({ issuerId: 'p' }), 10, 0);
  assert.equal(apply(party('p', { name: 'Other' }), 5, 0), []);
  assert.equal(declare(asset({ issuerId: 'p', status: 'withdrawn' }), 10, 0), []);
});

test('a fact that returns to an earlier value in the same millisecond is another observation', () => {
  const { asset: declare, party: apply } = driver();
  apply(party('p'), 10);
  const first = declare(asset({ issuerId: 'p' }), 10);
  const there = apply(party('p', { kyi: { status: 'revoked', at: null } }), 10);
  const back = apply(party('p'), 10);
  const ids = [...first, ...there, ...back].map((output) => (output.topic === 'observations' ? output.value.id : ''));
  assert.is(new Set(ids).size, ids.length);
  assert.equal(facts(back).at(-1), ['issuer/kyi', { partyId: 'p', name: 'Party p', status: 'verified' }, 11]);
});

/** A declaration and two records of its party, with the outputs of each. */
function statedTwice() {
  const one = driver();
  one.party(party('p', { name: 'P' }), 10);
  const first = one.asset(asset({ issuerId: 'p' }), 100);
  const second = one.party(party('p', { name: 'Q' }), 110);
  return { one, first, second };
}

test('an output that a former owner repeats is not the last one: readers ignore it', () => {
  const { one, first, second } = statedTwice();
  for (const outputs of [first, second, first]) one.read(outputs);
  assert.equal(names(one.party(party('p', { name: 'P' }), 120)), ['party/p/declaration', 'issuer/kyi']);
  assert.equal(one.party(party('p', { name: 'P' }), 130), []);
});

test('one that is on the log for the first time is the last one, also if a former owner wrote it', () => {
  const { one, first, second } = statedTwice();
  // The owner of the state wrote it after it had lost the partition.
  for (const outputs of [second, first]) one.read(outputs);
  assert.equal(one.party(party('p', { name: 'P' }), 120), []);
  assert.equal(names(one.party(party('p', { name: 'Q' }), 130)), ['party/p/declaration', 'issuer/kyi']);
});

test('reading own outputs changes what is known of the log alone, so a partition need not be compared in whole', () => {
  const { one, first, second } = statedTwice();
  const { notes } = createDeclare().open().emitted;
  const emitted = () => [...one.state.entries('')].filter(([key]) => !key.startsWith(notes ?? key));
  const before = emitted();
  assert.ok(before.length > 0);
  for (const outputs of [first, second]) one.read(outputs);
  assert.equal(emitted(), before);
});

test('what is read of one fact is stored for it alone, however many the asset has', () => {
  const one = driver();
  one.party(party('p'), 10);
  const outputs = one.asset(asset({ issuerId: 'p' }), 100);
  one.read(outputs);
  const { notes = '' } = createDeclare().open().emitted;
  const stored = [...one.state.entries<string>(notes)];
  assert.is(stored.length, outputs.length);
  assert.ok(stored.length > 3);
  for (const [key, ids] of stored) assert.is(idsIn({ seen: ids }), 1, key);
});

test('reading all outputs again changes nothing', () => {
  const { one, first, second } = statedTwice();
  const stored = (): readonly unknown[] => [...one.state.entries('')];
  for (const outputs of [first, second, first]) one.read(outputs);
  const once = stored();
  for (const outputs of [first, second, first]) one.read(outputs);
  assert.equal(stored(), once);
});

test('any order of records leads to the same facts, and times never go back', () => {
  const partyRecord = fc.record({
    kind: fc.constant('party' as const),
    id: fc.constantFrom('p', 'q'),
    status: fc.constantFrom('verified', 'revoked', 'pending'),
    time: fc.integer({ min: 1, max: 60 }),
  });
  const assetRecord = fc.record({
    kind: fc.constant('asset' as const),
    issuerId: fc.constantFrom('p', 'q', null),
    custodian: fc.constantFrom('p', 'q', null),
    time: fc.integer({ min: 1, max: 60 }),
  });
  const declared = ({ issuerId, custodian }: { issuerId: string | null; custodian: string | null }): RegistryAsset =>
    asset({ issuerId, parties: custodian === null ? [] : [{ partyId: custodian, role: 'custodian' }] });
  const lastFacts = (outputs: readonly Output[]): ReadonlyMap<string, unknown> => {
    const last = new Map<string, unknown>();
    const times = new Map<string, number>();
    for (const [name, value, time] of facts(outputs)) {
      assert.ok(time >= (times.get(name) ?? 0), 'event times of a fact do not go back');
      times.set(name, time);
      if (name !== 'asset/declaration') last.set(name, value);
    }
    return last;
  };
  fc.assert(
    fc.property(fc.array(fc.oneof(partyRecord, assetRecord), { maxLength: 14 }), (records) => {
      const one = driver();
      const outputs = records.flatMap((record) =>
        record.kind === 'party'
          ? one.party(party(record.id, { kyi: { status: record.status, at: null } }), record.time)
          : one.asset(declared(record), record.time),
      );
      const two = driver();
      const assetsFirst = [
        ...records.filter(({ kind }) => kind === 'asset'),
        ...records.filter(({ kind }) => kind === 'party'),
      ];
      const reordered = assetsFirst.flatMap((record) =>
        record.kind === 'party'
          ? two.party(party(record.id, { kyi: { status: record.status, at: null } }), record.time)
          : two.asset(declared(record), record.time),
      );
      const present = (all: ReadonlyMap<string, unknown>) =>
        [...all].filter(([, value]) => value !== null).sort(([a], [b]) => (a < b ? -1 : 1));
      const lastAsset = records.findLast(({ kind }) => kind === 'asset');
      const known = new Set(records.flatMap((record) => (record.kind === 'party' ? [record.id] : [])));
      const complete =
        lastAsset?.kind === 'asset' &&
        [lastAsset.issuerId, lastAsset.custodian].every((id) => id === null || known.has(id));
      const [left, right] = [present(lastFacts(outputs)), present(lastFacts(reordered))];
      if (complete) assert.equal(left, right);
    }),
    { numRuns: runsOf(300) },
  );
});

test.run();
