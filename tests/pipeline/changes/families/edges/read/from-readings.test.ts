/** Parties in a role as documents state them: drafts of single members, other sources, reviews. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leiOf } from '../../../../../../bench/support/samples/lei-file.ts';
import { reviewObservation, whyNotReviewed } from '../../../../../../pipeline/changes/reviews.ts';
import { verifyChange } from '../../../../../../pipeline/changes/verify.ts';
import type { EdgeParty } from '../../../../../../schemas/facts.ts';
import type { Change, Observation } from '../../../../../../schemas/generated/records.ts';
import { runsOf } from '../../../../../support/runs.ts';
import { assessed, at, declaredAsset, fold } from '../../../builders.ts';
import { named, partyRecord, stated, tagged, withRoles } from '../builders.ts';

const start = at('2026-02-01');
const hour = 3_600_000;
const [a, b, c] = [1, 2, 3].map((index) => named(`Bank ${index}`, { lei: leiOf(index) })) as [
  EdgeParty,
  EdgeParty,
  EdgeParty,
];

const summaries = (changes: readonly Change[]): readonly string[] =>
  changes.map(
    (one) => `${one.after ?? '-'}/${one.before ?? '-'} ${one.explanation.kind} ${one.disposition} r${one.revision}`,
  );
const short = (changes: readonly Change[]): readonly string[] =>
  summaries(changes).map((text) => text.replaceAll(/Bank (\d) \(LEI \w+\)/g, '$1').replace('edge_', ''));

/** Custodians of the terms, one reading an entry: hours after the start, and the parties. */
const over = (...readings: readonly (readonly [hours: number, parties: readonly EdgeParty[] | null])[]) =>
  readings.map(([hours, parties]) => stated(start + hours * hour, 'custodian', parties));

const after = (...observations: readonly Observation[]): readonly string[] =>
  short(declaredAsset().changes(...observations));

test('each member has a draft of its own: one is confirmed while the other is withdrawn', () => {
  assert.equal(after(...over([0, [a]], [24, [a, b, c]], [31, [a, b]])), [
    '2/- added held r0',
    '3/- added held r0',
    '2/- added shown r1',
    '3/- added superseded r1',
  ]);
  assert.equal(after(...over([0, [a]], [24, [a, b]], [27, [a, b]])), ['2/- added held r0'], 'too soon');
});

test('an established party that one reading lacks is back with the next one', () => {
  assert.equal(after(...over([0, [a, b]], [24, [a]], [31, [a, b]], [60, [a, b]])), [
    '-/2 removed held r0',
    '-/2 removed superseded r1',
  ]);
});

test('a role that is no longer stated has no parties; a failed reading is no change', () => {
  assert.equal(after(...over([0, [a]], [24, null], [31, null])), ['-/1 removed held r0', '-/1 removed shown r1']);
  const failed = stated(start + 24 * hour, 'custodian', null, { fetchOutcome: 'http_error' });
  const partial = stated(start + 25 * hour, 'custodian', [], { parseStatus: 'partial' });
  assert.equal(after(...over([0, [a]]), failed, partial), []);
});

test('another program or version is another lens: a new baseline, and open drafts are withdrawn', () => {
  const other = stated(start + 48 * hour, 'custodian', [c], { extractorVersion: '2' });
  assert.equal(short(declaredAsset().changes(...over([0, [a]], [24, [a, b]]), other)), [
    '2/- added held r0',
    '2/- added superseded r1',
  ]);
});

test('identity: an identifier counts before a name, one that is gained is a detail, one that contradicts is another party', () => {
  const reading = (party: EdgeParty, day: number) => stated(start + day * 24 * hour, 'trustee', [party], tagged);
  const from = (old: EdgeParty, current: EdgeParty) =>
    declaredAsset().changes(reading(old, 0), reading(current, 1)).map(assessed);
  const detail = ['edge_detail_changed/neutral transparency:neutral'];
  const other = ['edge_replaced/mixed custody:mixed'];
  assert.equal(from(named('Example Trust'), named('Example Trust', { lei: leiOf(1) })), detail);
  assert.equal(from(named('Example Trust', { lei: leiOf(1) }), named('New Name', { lei: leiOf(1) })), detail);
  assert.equal(from(named('Example Trust', { lei: leiOf(1) }), named('Example Trust', { lei: leiOf(2) })), other);
  assert.equal(from(named('Example Trust', { country: 'DE' }), named('Example Trust', { country: 'FR' })), other);
  assert.equal(from(named('EXAMPLE  Trust'), named('Example Trust')), detail);
  assert.equal(
    from(
      named('A', { registration: 'HRB 1234', country: 'DE' }),
      named('B', { registration: 'HRB-1234', country: 'DE' }),
    ),
    detail,
  );
  assert.equal(
    from(named('A', { registration: '12345', country: 'DE' }), named('A', { registration: '12345', country: 'FR' })),
    other,
  );
  assert.equal(from(named('A', { bic: 'EXAMDEFF' }), named('B', { bic: 'EXAMDEFFXXX' })), detail);
});

test('what another source states already is evidence without an event; the edge ends with the last source', () => {
  const lei = leiOf(1);
  const { changes } = declaredAsset();
  changes(
    partyRecord(start, 'custodian', 'custodian', { lei }),
    withRoles(start, [['custodian', 'custodian']]),
    stated(start, 'custodian', [], tagged),
  );
  const day = (count: number): number => start + count * 24 * hour;
  assert.equal(short(changes(stated(day(1), 'custodian', [a], tagged))), []);
  assert.equal(short(changes(withRoles(day(2), []))), []);
  assert.equal(short(changes(stated(day(3), 'custodian', [], tagged))), ['-/1 removed shown r0']);
});

test('a party whose successor another source names already leaves with the second reading, from a document or by review', () => {
  const observe = () => {
    const { changes } = declaredAsset();
    changes(stated(start, 'custodian', [b], { sourceKey: 'other' }), ...over([0, [a]]));
    return changes;
  };
  const changes = observe();
  assert.equal(short(changes(...over([24, [b]], [31, [b]], [60, [b]]))), [
    '-/1 removed held r0',
    '-/1 removed shown r1',
  ]);
  for (const [verdict, expected] of [
    ['confirmed', '-/1 removed shown r1'],
    ['dismissed', '-/1 removed superseded r1'],
  ] as const) {
    const reviewed = observe();
    const [draft] = reviewed(...over([24, [b]]));
    if (draft === undefined) throw new Error('no draft');
    const review = reviewObservation(draft, { verdict, by: 'A', why: 'Read.', at: start + 25 * hour });
    assert.equal(short(reviewed(review)), [expected]);
    assert.equal(short(reviewed(...over([31, [b]], [60, [b]]))), []);
  }
});

test('a page in another medium confirms a party at once; another kind of page is no other medium', () => {
  const reading = (hours: number, parties: readonly EdgeParty[], documentClass: string) =>
    stated(start + hours * hour, 'custodian', parties, { documentClass, sourceHash: `sha256:${hours}` });
  const first = [reading(0, [a], 'html'), reading(24, [a, b], 'html')];
  assert.equal(after(...first, reading(25, [a, b], 'pdf')), ['2/- added held r0', '2/- added shown r1']);
  assert.equal(after(...first, reading(25, [a, b], 'xhtml')), ['2/- added held r0']);
});

test('a party of the same name at another source is noted, and stays another party', () => {
  const { changes } = declaredAsset();
  changes(
    partyRecord(start, 'custodian', 'custodian'),
    withRoles(start, [['custodian', 'custodian']]),
    stated(start, 'custodian', [], tagged),
  );
  const [change] = changes(stated(start + hour, 'custodian', [named('First Bank AG', { country: 'DE' })], tagged));
  assert.match(
    change?.explanation.current.note ?? '',
    /^The declaration in this registry states a party of the same name/,
  );
});

test('a review decides about one draft; a dismissed one is not raised again while the source states the same', () => {
  for (const [verdict, expected] of [
    ['confirmed', ['2/- added shown r1']],
    ['dismissed', ['2/- added superseded r1']],
  ] as const) {
    const { changes } = declaredAsset();
    const [draft, other] = changes(...over([0, [a]], [1, [a, b, c]]));
    if (draft === undefined || other === undefined) throw new Error('no drafts');
    assert.is(whyNotReviewed(draft), null);
    const review = reviewObservation(draft, { verdict, by: 'A', why: 'Read.', at: start + 2 * hour });
    assert.equal(short(changes(review)), expected);
    assert.equal(short(changes(...over([9, [a, b]]))), ['3/- added superseded r1']);
    assert.equal(short(changes(review)), [], 'a second review has no effect');
    const again = short(changes(...over([20, [a]], [30, [a, b]])));
    assert.equal(
      again,
      verdict === 'dismissed' ? ['2/- added held r0'] : ['-/2 removed held r0', '-/2 removed superseded r1'],
    );
  }
});

test('a value that is no set of parties is parked with the reason', () => {
  const { apply } = fold();
  const parked = (value: unknown, subjectKey = 'edges:asset:custodian') => {
    const given = stated(start, 'custodian', [a]);
    const result = apply({ ...given, subjectKey, value: JSON.stringify(value) });
    return result.kind === 'park' ? result.reason : result.kind;
  };
  assert.match(
    parked({ from: 'asset', role: 'custodian' }),
    /^the value of party \/ edges is not usable: value\.to is not a list/,
  );
  assert.match(parked({ from: 'asset', role: 'boss', to: [] }), /value\.role is not one of partyRole/);
  assert.match(parked({ from: 'asset', role: 'trustee', to: [] }), /is not that of the role in the value/);
  assert.match(parked(null, 'custodian'), /is not that of the role/);
});

test('readings in any order: each change can be verified, and repeated readings add nothing', () => {
  const parties = fc.subarray([a, b, c, named('Bank 1'), named('Bank 4', { country: 'DE' })]);
  const readings = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), parties, fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(readings, (given) => {
      const observations = given.map(([hours, to, isTagged]) =>
        stated(start + hours * hour, 'custodian', to, isTagged ? tagged : {}),
      );
      const { changes, before, state } = declaredAsset();
      const first = changes(...observations);
      const log = [...before.flatMap((one) => (one.topic === 'observations' ? [one.value] : [])), ...observations];
      for (const change of first) {
        const { changeId, groupId, evidence, assessmentId } = verifyChange(change, log);
        assert.equal([changeId, groupId, evidence, assessmentId], [true, true, true, true]);
      }
      const dump = state.dump();
      assert.equal(changes(...observations), []);
      assert.is(state.dump(), dump);
      assert.is(new Set(first.map(({ id, revision }) => `${id} ${revision}`)).size, first.length);
    }),
    { numRuns: runsOf(100) },
  );
});

test.run();
