import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegisterListedValue, RowNames } from '../../../../../schemas/facts.ts';
import { assessed, at, cell, declaredAsset, declaredParty, lei, row, rowId } from '../../builders.ts';

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
/** An earlier row that awaits its successor, and a row that may be one. */
const held: Step = { status: 'held', successorRowIds: ['x', 'y', 'z'] };
const candidate: Step = { status: 'held', successorRowIds: [] };
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
    steps: [candidate, listed],
    expect: ['register_added/unassessed 0 held false', 'register_added/strengthens 1 shown true'],
  },
  {
    name: 'new row held, then part of another',
    steps: [candidate, removed],
    expect: ['register_added/unassessed 0 held false', 'register_added/unassessed 1 superseded false'],
  },
  {
    name: 'new row held, absent, then removed',
    steps: [candidate, missing, removed],
    expect: ['register_added/unassessed 0 held false', 'register_added/unassessed 1 superseded false'],
  },
  { name: 'a candidate of a baseline, then new', steps: [{ ...candidate, news: false }, baseline], expect: [] },
  {
    name: 'a candidate of a baseline, then part of another: it was never known to be a row',
    steps: [{ ...candidate, news: false }, removed],
    expect: [],
  },
  { name: 'held in a baseline, then found', steps: [{ ...held, news: false }, baseline], expect: [] },
  {
    name: 'held in a baseline, then gone: the register had the row',
    steps: [{ ...held, news: false }, removed],
    expect: ['register_removed/weakens 0 shown true'],
  },
  { name: 'a held row is never news as a new one', steps: [held, listed], expect: [] },
  { name: 'another as-of alone', steps: [baseline, { ...baseline, asOf: at('2026-08-21') }], expect: [] },
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
  test(`rows: ${name}`, () => {
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

test('rows: dimensions of added and removed rows, by polarity', () => {
  const statements = (['authorised', 'non_compliant'] as const).map((polarity) => {
    const { changes, since } = declaredAsset();
    return changes(
      row(1, { polarity, sinceObservationId: since }),
      row(2, { polarity, status: 'removed', sinceObservationId: since }),
    ).map(assessed);
  });
  assert.equal(statements, [
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
  const draft = change(row(10, { ...candidate, sinceObservationId: since }));
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
  assert.match(added?.detail ?? '', /^As of 9 February 2026, ESMA's register .* has a new row of the issuer: Circle/);
  assert.match(removal?.detail ?? '', /^As of 21 August 2026, ESMA's .* no longer has the row of the issuer Circle/);
});

test('rows of a subject that the asset does not name are ignored, and so are their cells', () => {
  const { changes } = declaredAsset();
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
  changes(row(1, { ...byLei, news: false }), cell(1, 'c', comment('Old')));
  assert.equal(changes(declaredParty(2, { lei: '96950001WI712W7PQG45' })), []);
  assert.not.match(state.dump(), new RegExp(`fact[^"]*${rowId}`));
  assert.equal(changes(cell(3, 'c', comment('New')), row(3, { ...byLei, status: 'removed' })), []);

  const second = declaredAsset();
  const draft = second.change(row(1, { ...byLei, ...candidate, sinceObservationId: second.leiSince }));
  const [withdrawn] = second.changes(declaredParty(2, { lei: '96950001WI712W7PQG45' }));
  assert.is(withdrawn?.id, draft.id);
  assert.is(withdrawn?.disposition, 'superseded');
  assert.is(withdrawn?.assessment.status, 'superseded');
});

const others = { entity: 'Circle Internet Financial Europe SAS', lei, identifiers: ['8F9FV1RW0'] };
const comment = (text: string) => ({ meaning: 'comments', label: 'Comments', text }) as const;

const departures: readonly {
  readonly name: string;
  readonly last: Step;
  readonly nowNames: Partial<RowNames>;
  /** What the departure raises, and what the return does. */
  readonly expect: readonly [string, string] | null;
}[] = [
  {
    name: 'the row names other tokens',
    last: baseline,
    nowNames: {},
    expect: [
      'register_detail_changed/neutral transparency:neutral',
      'register_detail_changed/neutral transparency:neutral',
    ],
  },
  {
    name: 'the row names no identifier any more and another entity',
    last: baseline,
    nowNames: { identifiers: [], lei: null },
    expect: [
      'register_detail_changed/weakens transparency:weakens',
      'register_detail_changed/neutral transparency:neutral',
    ],
  },
  {
    name: 'a row of the issuer names other tokens, which is what it always was about',
    last: { ...baseline, matchedBy: 'issuer', subjectKey: `lei:${lei}` },
    nowNames: {},
    expect: null,
  },
  {
    name: 'a row of the issuer names another entity',
    last: { ...baseline, matchedBy: 'issuer', subjectKey: `lei:${lei}` },
    nowNames: { identifiers: [], lei: '96950001WI712W7PQG45' },
    expect: [
      'register_detail_changed/neutral transparency:neutral',
      'register_detail_changed/neutral transparency:neutral',
    ],
  },
  {
    name: 'the asset declares identifiers, and a row of its issuer that names none is another token’s',
    last: { ...baseline, matchedBy: 'issuer', subjectKey: `lei:${lei}` },
    nowNames: { identifiers: [] },
    expect: null,
  },
];

test('a row that was removed has left: no change when its end names something else', () => {
  const { changes, since } = declaredAsset();
  const given = { ...baseline, sinceObservationId: since };
  changes(row(1, given));
  assert.is(changes(row(2, { ...given, status: 'removed' })).length, 1);
  assert.equal(changes(row(3, { ...given, nowNames: others })), []);
});

for (const { name, last, nowNames, expect } of departures) {
  test(`a row that is no longer about the asset: ${name}`, () => {
    const { changes, since, leiSince, state } = declaredAsset();
    const given = { ...last, sinceObservationId: last.matchedBy === 'issuer' ? leiSince : since };
    const left = { ...given, nowNames: { ...others, ...nowNames } };
    changes(row(1, given), cell(1, 'c', comment('Old')));
    const raised = changes(row(2, left), cell(2, 'c', comment('Of another token')));
    assert.equal(raised.map(assessed), expect === null ? [] : [expect[0]]);
    assert.ok(raised.every(({ confirmed, disposition }) => confirmed && disposition === 'shown'));
    assert.equal(changes(row(3, left)), [], 'the same again');
    const returned = changes(row(4, given), cell(4, 'c', comment('New')));
    assert.equal(
      returned.map(assessed),
      expect === null ? [] : [expect[1]],
      'no cell of before the return is compared',
    );
    const [compared] = changes(cell(5, 'c', comment('Newer')));
    assert.equal([compared?.before, compared?.after], ['New', 'Newer']);
    const before = state.dump();
    assert.equal(changes(row(4, given), cell(4, 'c', comment('New')), cell(5, 'c', comment('Newer'))), []);
    assert.is(state.dump(), before, 'what was sent before is harmless');
  });
}

test('the departure of a row names what it names now; a held row revises its draft', () => {
  const { change, changes, since, leiSince } = declaredAsset();
  const nowNames = { ...others, identifiers: ['8F9FV1RW0', 'VP84J2JSS'] };
  changes(row(1, { ...baseline, sinceObservationId: since }));
  const draft = change(row(2, { ...held, sinceObservationId: since }));
  const left = change(row(at('2026-08-28'), { nowNames, sinceObservationId: since }));
  assert.equal([left.id, left.revision, left.confirmed], [draft.id, 1, true]);
  assert.equal([left.notableAt, left.detectedAt], [at('2026-08-28'), 2]);
  assert.is(left.before, 'names the token');
  assert.is(left.after, 'names the identifiers 8F9FV1RW0 and VP84J2JSS');

  const other = { subjectKey: 'another-row' };
  const issuers = { ...baseline, matchedBy: 'issuer', subjectKey: `lei:${lei}`, sinceObservationId: leiSince } as const;
  changes(row(1, issuers, other));
  const second = change(row(2, { ...issuers, ...held }, other));
  const withdrawn = change(row(3, { ...issuers, nowNames }, other));
  assert.equal([withdrawn.id, withdrawn.disposition, withdrawn.notableAt], [second.id, 'superseded', null]);
  assert.match(withdrawn.explanation.headline, /^Withdrawn: .* names the identifiers 8F9FV1RW0 and VP84J2JSS$/);
});

test('the cells of a removed row end with it: if the row is listed again, their first readings are baselines', () => {
  const { changes, since } = declaredAsset();
  const given = { ...baseline, sinceObservationId: since };
  changes(row(1, given), cell(1, 'c', comment('First')), cell(2, 'c', comment('Second')));
  changes(row(3, { ...given, status: 'removed' }));
  const raised = changes(row(4, given), cell(4, 'c', comment('First')));
  assert.equal(raised.map(assessed), [
    'register_added/strengthens legal_standing:strengthens transparency:strengthens',
  ]);
  assert.is(changes(cell(5, 'c', comment('Third')))[0]?.before, 'First');
});

test('a reading about a subject that left closes a row only until the accepted one is seen again', () => {
  const { changes, since } = declaredAsset();
  const accepted = row(1, { ...baseline, sinceObservationId: since });
  changes(accepted, cell(1, 'c', comment('Old')));
  changes(row(0, { sinceObservationId: 'gone' }), accepted);
  assert.is(changes(cell(2, 'c', comment('New'))).length, 1);
});

test.run();
