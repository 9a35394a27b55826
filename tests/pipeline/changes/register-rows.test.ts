import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegisterListedValue } from '../../../schemas/facts.ts';
import { assessed, at, cell, declaredAsset, declaredParty, row, rowId } from './builders.ts';

type Step = Partial<RegisterListedValue>;

interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Per raised change or revision: `kind/direction revision disposition confirmed`. */
  readonly expect: readonly string[];
}

const listed: Step = { status: 'listed' };
const baseline: Step = { status: 'listed', news: false };
const missing: Step = { status: 'missing' };
const held: Step = { status: 'held', successorRowIds: ['x', 'y', 'z'] };
const removed: Step = { status: 'removed' };
const bad: Step = { polarity: 'non_compliant' };

const cases: readonly Case[] = [
  { name: 'a new row', steps: [listed], expect: ['register_added/strengthens 0 shown true'] },
  { name: 'a row of the first file', steps: [baseline], expect: [] },
  { name: 'absent once', steps: [baseline, missing], expect: [] },
  { name: 'absent once, then back', steps: [baseline, missing, listed], expect: [] },
  { name: 'absent twice', steps: [baseline, missing, removed], expect: ['register_removed/weakens 0 shown true'] },
  { name: 'removed at once', steps: [baseline, removed], expect: ['register_removed/weakens 0 shown true'] },
  { name: 'first read when already removed', steps: [removed], expect: [] },
  {
    name: 'removed, then listed again',
    steps: [baseline, removed, baseline],
    expect: ['register_removed/weakens 0 shown true', 'register_added/strengthens 0 shown true'],
  },
  { name: 'suspected re-key', steps: [baseline, held], expect: ['register_removed/unassessed 0 held false'] },
  {
    name: 'suspected re-key, then removed',
    steps: [baseline, held, missing, removed],
    expect: ['register_removed/unassessed 0 held false', 'register_removed/weakens 1 shown true'],
  },
  {
    name: 'suspected re-key, then found under the new key',
    steps: [baseline, held, listed],
    expect: ['register_removed/unassessed 0 held false', 'register_removed/unassessed 1 superseded false'],
  },
  {
    name: 'new row held, then new',
    steps: [held, listed],
    expect: ['register_added/unassessed 0 held false', 'register_added/strengthens 1 shown true'],
  },
  {
    name: 'new row held, then part of another',
    steps: [held, removed],
    expect: ['register_added/unassessed 0 held false', 'register_added/unassessed 1 superseded false'],
  },
  { name: 'held in a baseline', steps: [{ ...held, news: false }, baseline], expect: [] },
  {
    name: 'held, withdrawn, held again',
    steps: [baseline, held, listed, held],
    expect: [
      'register_removed/unassessed 0 held false',
      'register_removed/unassessed 1 superseded false',
      'register_removed/unassessed 0 held false',
    ],
  },
  { name: 'non-compliant: a new row', steps: [{ ...bad, ...listed }], expect: ['register_added/weakens 0 shown true'] },
  {
    name: 'non-compliant: a row gone',
    steps: [
      { ...bad, ...baseline },
      { ...bad, ...removed },
    ],
    expect: ['register_removed/strengthens 0 shown true'],
  },
];

for (const { name, steps, expect } of cases) {
  test(`domain 7.2 rows: ${name}`, () => {
    const { changes, since } = declaredAsset();
    const raised = steps.flatMap((step, index) =>
      changes(row(at('2026-01-29') + index * 86_400_000, { ...step, sinceObservationId: since })),
    );
    const seen = raised.map(
      (one) => `${one.explanation.kind}/${one.direction} ${one.revision} ${one.disposition} ${one.confirmed}`,
    );
    assert.equal(seen, expect);
    const revisions = raised.map(({ id, revision }) => `${id}#${revision}`);
    assert.is(new Set(revisions).size, revisions.length, 'an id and revision is written once');
  });
}

test('domain 7.2 rows: dimensions of added and removed rows, by polarity', () => {
  const said = (['authorised', 'non_compliant'] as const).map((polarity) => {
    const { changes, since } = declaredAsset();
    return changes(
      row(1, { polarity, sinceObservationId: since }),
      row(2, { polarity, status: 'removed', sinceObservationId: since }),
    ).map(assessed);
  });
  assert.equal(said, [
    [
      'register_added/strengthens legal_standing:strengthens transparency:strengthens',
      'register_removed/weakens legal_standing:weakens transparency:weakens',
    ],
    [
      'register_added/weakens legal_standing:weakens participant_protection:weakens',
      'register_removed/strengthens legal_standing:strengthens',
    ],
  ]);
});

test('B-86 a released draft keeps its id, group and detectedAt, and is notable when it was confirmed', () => {
  const { change, since } = declaredAsset();
  const draft = change(row(10, { ...held, sinceObservationId: since }));
  const confirmed = change(row(20, { ...listed, sinceObservationId: since }));
  assert.is(confirmed.id, draft.id);
  assert.is(confirmed.groupId, draft.groupId);
  assert.is(confirmed.newObservationId, draft.newObservationId);
  assert.equal([draft.detectedAt, confirmed.detectedAt, confirmed.revisedAt], [10, 10, 20]);
  assert.equal([draft.notableAt, confirmed.notableAt], [null, 20]);
});

test('a held row keeps its trail: what the row states, then the downgrade', () => {
  const { changes, since } = declaredAsset();
  const [draft] = changes(
    row(1, { ...baseline, sinceObservationId: since }),
    row(2, { ...held, sinceObservationId: since }),
  );
  assert.equal(
    draft?.assessment.trail.map(({ rule, direction }) => `${rule}:${direction}`),
    ['register-row-removed:weakens', 'unconfirmed:unassessed'],
  );
  assert.is(draft?.assessment.status, 'pending');
  assert.is(draft?.assessment.confidence, 0.6);
});

test('the text names the register, its date and whose row it is', () => {
  const { changes, leiSince } = declaredAsset();
  const issuerRow = {
    matchedBy: 'issuer',
    subjectKey: 'lei:5493001KJTIIGC8Y1R12',
    sinceObservationId: leiSince,
  } as const;
  const [added, removal] = changes(
    row(at('2026-02-09'), issuerRow),
    row(at('2026-08-21'), { ...issuerRow, status: 'removed' }),
  );
  assert.match(added?.detail ?? '', /of 9 February 2026 lists a row of the issuer, Circle Internet/);
  assert.match(removal?.detail ?? '', /^ESMA's register of .* of 21 August 2026 no longer lists a row of the issuer/);
});

test('rows of a subject the asset does not hold are not followed, nor their cells', () => {
  const { changes } = declaredAsset();
  const comment = (text: string) => ({ meaning: 'comments', label: 'Comments', text }) as const;
  assert.equal(
    changes(
      row(1, { sinceObservationId: 'other' }),
      row(2, { status: 'removed', sinceObservationId: 'other' }),
      cell(1, 'c', comment('Old')),
      cell(2, 'c', comment('New')),
    ),
    [],
  );
});

test('when the LEI is corrected, facts of its rows close without a change and a held row is withdrawn', () => {
  const { changes, state, leiSince } = declaredAsset();
  const byLei = { subjectKey: 'lei:5493001KJTIIGC8Y1R12', sinceObservationId: leiSince, matchedBy: 'issuer' } as const;
  const comment = (text: string) => ({ meaning: 'comments', label: 'Comments', text }) as const;
  changes(row(1, { ...byLei, news: false }), cell(1, 'c', comment('Old')));
  assert.equal(changes(declaredParty(2, { lei: '96950001WI712W7PQG45' })), []);
  assert.not.match(state.dump(), new RegExp(`fact[^"]*${rowId}`));
  assert.equal(changes(cell(3, 'c', comment('New')), row(3, { ...byLei, status: 'removed' })), []);

  const second = declaredAsset();
  const draft = second.change(row(1, { ...byLei, ...held, sinceObservationId: second.leiSince }));
  const [withdrawn] = second.changes(declaredParty(2, { lei: '96950001WI712W7PQG45' }));
  assert.is(withdrawn?.id, draft.id);
  assert.is(withdrawn?.disposition, 'superseded');
  assert.is(withdrawn?.assessment.status, 'superseded');
});

test.run();
