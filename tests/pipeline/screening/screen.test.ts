import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BroadcastFold } from '../../../pipeline/runtime/broadcast.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import { observationIdOf } from '../../../schemas/values/observation.ts';
import { drive, entry, feeds, hash, listedWallet, observationsIn, statedIn, wallet } from './harness.ts';

const evm = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
const other = '0xa0e1c89Ef1a489c9C7dE96311eD5Ce5D32c20E4B';
/** The Tron form of the key bytes of TRX's USDT contract, and the same bytes as an EVM address. */
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const tronAsEvm = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c';

const screen = () => drive(createScreen({ feeds }));
const matchIn = (outputs: Parameters<typeof statedIn>[0]): ListMatchValue | undefined =>
  statedIn(outputs)['match'] as ListMatchValue | undefined;

test('the join fits the runtime', () => {
  const fold: BroadcastFold<'sanctions.entries', 'asset.subjects'> = createScreen({ feeds });
  assert.equal([fold.name, fold.input, fold.global], ['screen', 'sanctions.entries', 'asset.subjects']);
});

test('an entry of an unknown list is parked and not stored', () => {
  const { state, row } = screen();
  assert.throws(() => row(entry('e', { list: 'nowhere' }), 1), /there is no sanctions feed "nowhere"/);
  assert.equal([...state.entries('')].length, 0);
});

const cases: readonly {
  readonly name: string;
  readonly listed: readonly (readonly [ticker: string, address: string])[];
  readonly ours: string;
  readonly level: string | null;
  readonly encodings?: ListMatchValue['encodings'];
}[] = [
  { name: 'the same address', listed: [['ETH', evm]], ours: evm, level: 'L1' },
  { name: 'in another letter case', listed: [['ETH', evm.toUpperCase().replace('0X', '0x')]], ours: evm, level: 'L1' },
  { name: 'under another ticker', listed: [['USDT', evm]], ours: evm, level: 'L1' },
  { name: 'in Tron form on both sides', listed: [['TRX', tron]], ours: tron, level: 'L1' },
  {
    name: 'listed in Tron form, ours on EVM',
    listed: [['USDT', tron]],
    ours: tronAsEvm,
    level: 'L3',
    encodings: { listed: ['tron'], ours: 'evm' },
  },
  {
    name: 'listed on EVM, ours in Tron form',
    listed: [['ETH', tronAsEvm]],
    ours: tron,
    level: 'L3',
    encodings: { listed: ['evm'], ours: 'tron' },
  },
  {
    name: 'one key hash as two types of address',
    listed: [['XBT', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH']],
    ours: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    level: 'L3',
    encodings: { listed: ['bitcoin:p2pkh'], ours: 'bitcoin:v0' },
  },
  {
    name: 'in both forms',
    listed: [
      ['USDT', tron],
      ['ETH', tronAsEvm],
    ],
    ours: tronAsEvm,
    level: 'L1',
  },
  { name: 'another address', listed: [['ETH', other]], ours: evm, level: null },
  { name: 'an address that is not valid', listed: [['ETH', `${evm}00`]], ours: evm, level: null },
];

for (const { name, listed, ours, level, encodings } of cases) {
  test(`wallets: ${name}`, () => {
    const { row, subjects } = screen();
    subjects('asset', [wallet(ours)]);
    const match = matchIn(row(entry('e', { wallets: listed.map(([t, address]) => listedWallet(t, address)) }), 200));
    assert.is(match?.level ?? null, level);
    if (match === undefined) return;
    assert.is(match.otherEncoding, level === 'L3');
    assert.equal(match.encodings, encodings);
  });
}

test('an observation carries the match, its evidence and its time', () => {
  const { row, subjects } = screen();
  subjects('asset', [wallet(evm, { roles: ['authority:owner'], since: 300, partyName: 'Issuer' })]);
  const listed = [listedWallet('USDT', evm), listedWallet('ETH', evm)];
  const outputs = row(entry('e', { wallets: listed, names: [{ name: 'LAZARUS', kind: 'primary', weak: false }] }), 200);
  const [observation] = observationsIn(outputs);
  if (observation === undefined) throw new Error('nothing was observed');
  assert.is(observation.subjectKey, `list:e:wallet:evm:${evm.slice(2).toLowerCase()}`);
  const { subjectKind, field, sourceKey, sourceUrl, quote, artifactId, sourceHash, observedAt } = observation;
  assert.equal([subjectKind, field, sourceKey], ['list_entry', 'match', 'list:list']);
  assert.equal([sourceUrl, quote], ['https://source.example/list.csv', evm]);
  assert.equal([artifactId, sourceHash], [hash('artifact'), `sha256:${hash('artifact')}`]);
  assert.is(observedAt, 300, 'the subject is younger than the entry');
  assert.is(observation.id, observationIdOf(observation));
  assert.equal(matchIn(outputs), {
    status: 'matched',
    level: 'L1',
    list: 'the list',
    entryId: 'e',
    entryName: 'LAZARUS',
    programs: ['CYBER2'],
    listedAs: [`ETH ${evm}`, `USDT ${evm}`],
    subject: {
      key: observation.subjectKey.slice('list:e:'.length),
      kind: 'wallet',
      display: evm,
      roles: ['authority:owner'],
      partyName: 'Issuer',
    },
    sinceObservationId: 'since',
    otherEncoding: false,
    asOf: 100,
    listedSince: 100,
    inFirstSnapshot: true,
    countries: [],
    dates: [],
  });
});

test('the open matches of a row are published with its offset, and only when they change', () => {
  const { row, subjects, rematch } = screen();
  assert.equal(row(entry('e', { wallets: [listedWallet('ETH', evm)] }), 200, 7), [], 'nothing matches yet');
  const outputs = subjects('asset', [wallet(evm)]);
  const published = outputs.find((output) => output.topic === 'screen.matches');
  assert.equal(published?.topic === 'screen.matches' && [published.value.rowKey, published.value.position], [
    'list:e',
    7,
  ]);
  assert.is(published?.timestamp, 200);
  assert.equal(rematch(), []);
});

test('an entry that is removed clears its matches; one that returns matches again', () => {
  const { row, subjects, matches } = screen();
  subjects('asset', [wallet(evm)]);
  const wallets = [listedWallet('ETH', evm)];
  row(entry('e', { wallets }), 200);
  const removal = row(entry('e', { wallets, status: 'removed', asOf: 400 }), 400);
  assert.equal([matchIn(removal)?.status, matchIn(removal)?.asOf, matches('list:e')], ['cleared', 400, []]);
  assert.is(observationsIn(removal)[0]?.observedAt, 400);
  assert.is(removal.find(({ topic }) => topic === 'screen.matches')?.timestamp, 400);
  assert.equal(row(entry('e', { wallets, status: 'removed', asOf: 500 }), 500), [], 'removed again');
  assert.is(matchIn(row(entry('e', { wallets, asOf: 600 }), 600))?.status, 'matched');
});

test('an entry that loses the address is no longer a match, although it is still listed', () => {
  const { row, subjects } = screen();
  subjects('asset', [wallet(evm)]);
  row(entry('e', { wallets: [listedWallet('ETH', evm)] }), 200);
  const outputs = row(entry('e', { wallets: [listedWallet('ETH', other)], asOf: 300 }), 300);
  assert.is(matchIn(outputs)?.status, 'cleared');
});

test('a subject that leaves the asset ends its match without an observation', () => {
  const { row, subjects, matches } = screen();
  subjects('asset', [wallet(evm)]);
  row(entry('e', { wallets: [listedWallet('ETH', evm)] }), 200);
  const outputs = subjects('asset', [wallet(other)]);
  assert.equal(observationsIn(outputs), []);
  assert.equal(
    outputs.map(({ topic }) => topic),
    ['screen.matches'],
  );
  assert.equal(matches('list:e'), []);
});

test('a subject that returns is a new one: it matches again', () => {
  const { row, subjects, matches } = screen();
  subjects('asset', [wallet(evm)]);
  row(entry('e', { wallets: [listedWallet('ETH', evm)] }), 200);
  subjects('asset', []);
  const outputs = subjects('asset', [wallet(evm, { since: 900, sinceObservationId: 'again' })]);
  assert.equal([matchIn(outputs)?.sinceObservationId, matches('list:e')[0]?.eventTime], ['again', 900]);
});

test('details that return to an earlier value make a new observation each time', () => {
  const { row, subjects } = screen();
  const named = (partyName: string) => subjects('asset', [wallet(evm, { partyName })]);
  named('A');
  const ids = [
    ...observationsIn(row(entry('e', { wallets: [listedWallet('ETH', evm)] }), 200)),
    ...observationsIn(named('B')),
    ...observationsIn(named('A')),
  ].map(({ id }) => id);
  assert.is(ids.length, 3);
  assert.is(new Set(ids).size, 3);
});

test('two wallets of one asset on one entry are two matches', () => {
  const { row, subjects, matches } = screen();
  subjects('asset', [wallet(evm), wallet(other, { roles: ['treasury'] })]);
  row(entry('e', { wallets: [listedWallet('ETH', evm), listedWallet('ETH', other)] }), 200);
  assert.is(matches('list:e').length, 2);
});

test('subjects older than the known ones are ignored', () => {
  const join = createScreen({ feeds });
  const view = join.open();
  const record = (position: number, subjects: readonly ReturnType<typeof wallet>[]) =>
    ({
      topic: 'asset.subjects',
      partition: 0,
      offset: position,
      timestamp: 0,
      value: { assetId: 'asset', position, subjects },
    }) as const;
  const { state } = drive(join);
  view.update(record(5, []))(state);
  view.update(record(4, [wallet(evm)]))(state);
  const value = entry('e', { wallets: [listedWallet('ETH', evm)] });
  assert.equal(view.apply(state, { topic: 'sanctions.entries', partition: 0, offset: 0, timestamp: 1, value }), {
    kind: 'ok',
    outputs: [],
  });
});

test.run();
