import { test } from 'uvu';
import * as assert from 'uvu/assert';
import avro from 'avsc';
import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import { verifyChange } from '../../../pipeline/changes/verify.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import { currentSchemaOf } from '../../../schemas/subjects.ts';
import {
  at,
  authority,
  cell,
  changesIn,
  declared,
  declaredAsset,
  declaredParty,
  fold,
  match,
  memoryState,
  observation,
  proof,
  recordsIn,
  row,
  status,
} from './builders.ts';

const comment = (text: string) => ({ meaning: 'comments', label: 'Comments', text }) as const;

const refused: readonly (readonly [string, ReturnType<typeof observation>, RegExp])[] = [
  ['subject kind', observation({ subjectKind: 'planet', value: 1, observedAt: 1 }), /subject kind "planet"/],
  ['fetch outcome', { ...status('active', 1), fetchOutcome: 'fine' }, /fetch outcome "fine"/],
  ['parse status', { ...status('active', 1), parseStatus: 'fine' }, /parse status "fine"/],
  ['asset id', { ...status('active', 1), assetId: '' }, /names no asset/],
  ['time', { ...status('active', 1), observedAt: 9e15 }, /not a time/],
  ['key', { ...status('active', 1), subjectKey: 'a\tb' }, /control characters/],
  ['long key', { ...status('active', 1), field: 'x'.repeat(401) }, /longer than 400/],
  ['not JSON', { ...status('active', 1), value: '{' }, /not JSON/],
  ['other spelling', { ...status('active', 1), value: '{ "status": "active" }' }, /RFC 8785/],
  ['status', status('gone', 1), /value\.status is not one of assetStatus/],
  ['match', match(1, { level: 'L9' as 'L1', sinceObservationId: 'x' }), /value\.level is not one of matchLevel/],
  ['row', row(1, { polarity: 'grey' as 'authorised', sinceObservationId: 'x' }), /value\.polarity/],
  ['names', row(1, { nowNames: { entity: 'E' } as never, sinceObservationId: 'x' }), /value\.nowNames\.lei/],
  ['cell', cell(1, 'c', { text: 1 as unknown as string }), /value\.text is not text/],
  ['declaration', observation({ field: 'declaration', value: null, observedAt: 1 }), /not an object/],
  ['regime', declared(1, { regimes: ['MARS'] }), /value\.asset\.regimes\[0\] is not one of regime/],
  [
    'control',
    observation({ subjectKind: 'control', assetId: '', value: { kind: 'x' }, observedAt: 1 }),
    /control record/,
  ],
];

for (const [name, given, reason] of refused) {
  test(`parks with a reason: ${name}`, () => {
    const { apply, state } = fold();
    const result = apply(given);
    assert.is(result.kind, 'park');
    assert.match(result.kind === 'park' ? result.reason : '', reason);
    assert.is(state.writes(), 0);
  });
}

for (const [fetchOutcome, parseStatus] of [
  ['http_error', 'ok'],
  ['not_modified', 'ok'],
  ['ok', 'failed'],
  ['ok', 'partial'],
] as const) {
  test(`a reading with ${fetchOutcome}, ${parseStatus} never becomes a value`, () => {
    const { changes, state } = declaredAsset();
    changes(status('active', 1));
    const before = state.dump();
    assert.equal(changes({ ...status('withdrawn', 2), fetchOutcome, parseStatus }), []);
    assert.is(state.dump(), before);
  });
}

test('B-88 a repeated observation writes nothing, also after the value moved on', () => {
  const { outputs, changes, state } = declaredAsset();
  const readings = [status('active', 1), status('active', 2), status('withdrawn', 3)];
  assert.is(changes(...readings).length, 1);
  const writes = state.writes();
  assert.equal(outputs(...readings, ...readings), []);
  assert.is(state.writes(), writes);
});

test('an observation is forgotten only after 64 others of its fact', () => {
  const { changes } = declaredAsset();
  const readings = Array.from({ length: 64 }, (_, index) => status('active', index));
  changes(...readings, status('withdrawn', 100));
  assert.equal(changes(...readings.slice(1)), []);
});

test('an unchanged value with a new time updates only the time and ids of its fact', () => {
  const { outputs, state } = declaredAsset();
  outputs(status('active', 1));
  const writes = state.writes();
  assert.equal(outputs(status('active', 2)), []);
  assert.is(state.writes(), writes + 1);
});

test('lists, registers and the registry are applied in log order, for any times', () => {
  const { changes, since } = declaredAsset();
  assert.is(changes(status('active', 10), status('withdrawn', 5)).length, 1);
  assert.is(changes(cell(10, 'c', comment('Old')), cell(5, 'c', comment('New'))).length, 1);
  assert.is(
    changes(match(10, { sinceObservationId: since }), match(5, { status: 'cleared', sinceObservationId: since }))
      .length,
    2,
  );
});

test('readings from outside that are older than the accepted one change nothing', () => {
  const { outputs } = declaredAsset();
  const wallet = (digit: string) => `0x${digit.repeat(40)}`;
  outputs(authority(10, { address: wallet('1') }), authority(20, { address: wallet('1') }));
  assert.equal(outputs(authority(15, { address: wallet('2') })), []);
  const [record] = recordsIn(outputs(authority(25, { address: wallet('2') })));
  assert.is(record?.authorities[0]?.address, wallet('2'));
});

test('the order of arrival does not matter for readings from outside', () => {
  const wallet = (digit: string) => `0x${digit.repeat(40)}`;
  const readings = [
    authority(10, { address: wallet('1') }),
    authority(20, { address: wallet('2') }),
    authority(20, { address: wallet('3') }),
    authority(15, null),
  ];
  const last = (order: readonly number[]): unknown => {
    const { outputs } = declaredAsset();
    return recordsIn(outputs(...order.flatMap((index) => readings[index] ?? []))).at(-1)?.authorities;
  };
  const expected = last([0, 1, 2, 3]);
  for (const order of [
    [3, 2, 1, 0],
    [2, 1, 0, 3],
    [1, 0, 3, 2],
  ])
    assert.equal(last(order), expected);
});

test('a reading made by another version is a new baseline: low signal, unconfirmed, not assessed', () => {
  const { change, changes } = declaredAsset();
  const second = { extractorVersion: '2' };
  changes(cell(1, 'c', comment('Old')));
  const lens = change(cell(2, 'c', comment('New'), second));
  assert.equal(
    [lens.lowSignal, lens.confirmed, lens.notableAt, lens.direction, lens.disposition, lens.assessment.status],
    [true, false, null, 'unassessed', 'suppressed', 'unassessed'],
  );
  const real = change(cell(3, 'c', comment('Newer'), second));
  assert.equal([real.lowSignal, real.confirmed, real.oldObservationId], [false, true, lens.newObservationId]);
});

test('another extractor version with the same value raises no change', () => {
  const { changes } = declaredAsset();
  assert.equal(changes(cell(1, 'c', comment('A')), cell(2, 'c', comment('A'), { extractorVersion: '2' })), []);
});

test('a sanctions match is notified for any version that finds it; its end only for the version that found it', () => {
  const { changes, since } = declaredAsset();
  const second = { extractorVersion: '2' };
  const [, cleared, found] = changes(
    match(1, { sinceObservationId: since }),
    match(2, { status: 'cleared', sinceObservationId: since }, second),
    match(3, { sinceObservationId: since }),
  );
  assert.equal([cleared?.confirmed, cleared?.lowSignal], [false, true]);
  assert.equal([found?.confirmed, found?.lowSignal, found?.direction], [true, false, 'weakens']);
});

test('control records: a tick is passed on, a known rule set is put in force, an unknown one is parked', () => {
  const { apply } = fold();
  const control = (value: unknown, observedAt: number) =>
    observation({ assetId: '', subjectKind: 'control', field: 'rules', sourceKey: 'control', value, observedAt });
  const passed = apply(control({ kind: 'tick' }, 1));
  assert.equal(passed.kind === 'ok' ? passed.outputs.map(({ topic, stays }) => [topic, stays]) : [], [
    ['asset.facts', true],
  ]);
  assert.equal(apply(control({ kind: 'rules', ruleset: publishedRules.initial, activationId: 'a' }, 2)).kind, 'ok');
  assert.equal(apply(control({ kind: 'rules', ruleset: 'impact-v99' }, 3)).kind, 'park');
});

test('facts that no family compares are stored and raise no change', () => {
  const { changes } = declaredAsset();
  const phase = (name: string, observedAt: number) =>
    observation({ field: 'moon_phase', sourceKey: 'terms', value: { name }, observedAt });
  assert.equal(changes(phase('new', 1), phase('full', 2)), []);
});

test('A-71 B-60 B-72 everything written fits its schema, and ids and fingerprints follow from the observations', () => {
  const { outputs, since } = declaredAsset();
  const log = [
    declared(at('2024-01-01')),
    declaredParty(at('2024-01-01')),
    row(10, { sinceObservationId: since }),
    cell(10, 'c', comment('Old')),
    cell(10, 'ae_DTI', { meaning: 'dti', items: ['A'], elsewhere: ['B'] }),
    row(11, { status: 'held', successorRowIds: ['x'], sinceObservationId: since }),
    cell(11, 'c', comment('New')),
    row(12, { nowNames: { entity: 'E', lei: null, identifiers: [] }, sinceObservationId: since }),
    row(12, { sinceObservationId: since }),
    match(13, { level: 'L3', sinceObservationId: since }),
    match(14, { sinceObservationId: since }),
    match(15, { status: 'cleared', sinceObservationId: since }),
    authority(16, { accountType: 'multisig', signers: ['0x2222222222222222222222222222222222222222'], threshold: 1 }),
    proof(17),
    status('active', 18),
    status('withdrawn', 19),
  ];
  const written = outputs(...log);
  const changes = changesIn(written);
  assert.is(changes.length, 9);
  for (const change of changes) {
    const check = verifyChange(change, log);
    assert.ok(check.ok, `${change.title}: ${JSON.stringify(check)}`);
    assert.match(change.id, /^(register|sanctions):[a-z2-7]{26}$/);
    assert.is(verifyChange({ ...change, oldObservationId: 'x' }, log).ok, false);
  }
  for (const { topic, value } of written) {
    assert.ok(detectProcessor.outputs.includes(topic));
    const type = avro.Type.forSchema(JSON.parse(currentSchemaOf(topic)) as avro.Schema);
    assert.equal(JSON.parse(JSON.stringify(type.fromBuffer(type.toBuffer(value)))), JSON.parse(JSON.stringify(value)));
  }
});

test('one partition has separate state for each asset', () => {
  const state = memoryState();
  const { changes } = fold(state);
  const other = (value: string, observedAt: number) => ({
    ...status(value, observedAt),
    assetId: 'other',
    id: `o${observedAt}`,
  });
  assert.equal(changes(status('active', 1), other('withdrawn', 1), status('active', 2)), []);
  assert.is(changes(other('active', 3))[0]?.assetId, 'other');
});

test.run();
