import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BroadcastFold } from '../../../pipeline/runtime/broadcast.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import type { RegisterColumnValue, RegisterListedValue } from '../../../schemas/facts.ts';
import type { RegisterRow, Subject } from '../../../schemas/generated/records.ts';
import { drive, feeds, observationsIn, row, statedIn, subject } from './harness.ts';

const attribute = () => drive(createAttribute({ registers: feeds }));
const lei = '969500OYUDADGZKCR583';
const issuer = subject('lei', lei);
const listedIn = (outputs: Parameters<typeof statedIn>[0]): RegisterListedValue | undefined =>
  statedIn(outputs)['listed'] as RegisterListedValue | undefined;
const columnIn = (outputs: Parameters<typeof statedIn>[0], name: string): RegisterColumnValue | null | undefined =>
  statedIn(outputs)[name] as RegisterColumnValue | null | undefined;
const columns = row('r').columns;

test('the join fits the runtime', () => {
  const fold: BroadcastFold<'register.rows', 'asset.subjects'> = createAttribute({ registers: feeds });
  assert.equal([fold.name, fold.outputs], ['attribute', ['observations', 'attribute.matches']]);
});

test('a row of an unknown register is parked', () => {
  assert.throws(() => attribute().row(row('r', { register: 'nowhere' }), 1), /there is no register feed "nowhere"/);
});

const dti = (value: string, over: Partial<Subject> = {}) => subject('dti', value, { roles: ['token'], ...over });
const ffg = (value: string) => subject('ffg', value, { roles: ['token'] });

const cases: readonly {
  readonly name: string;
  readonly row: Partial<RegisterRow>;
  readonly ours: readonly Subject[];
  readonly matchedBy: 'identifier' | 'issuer' | null;
}[] = [
  { name: 'one DTI in common', row: { dtis: ['A', 'B'] }, ours: [dti('B'), dti('C')], matchedBy: 'identifier' },
  {
    name: 'the group in common',
    row: { dtis: ['A'], ffgs: ['G'] },
    ours: [dti('X'), ffg('G')],
    matchedBy: 'identifier',
  },
  { name: 'the group printed as a token', row: { dtis: ['G'] }, ours: [ffg('G')], matchedBy: 'identifier' },
  { name: 'identifier before issuer', row: { dtis: ['A'], lei }, ours: [dti('A'), issuer], matchedBy: 'identifier' },
  { name: 'disjoint identifiers of one issuer', row: { dtis: ['A'], lei }, ours: [dti('B'), issuer], matchedBy: null },
  { name: 'the asset declares none', row: { dtis: ['A'], lei }, ours: [issuer], matchedBy: 'issuer' },
  { name: 'the row has none', row: { lei }, ours: [dti('A'), issuer], matchedBy: 'issuer' },
  { name: 'another issuer', row: { lei: '5493001KJTIIGC8Y1R12' }, ours: [issuer], matchedBy: null },
  { name: 'no valid LEI and no identifier', row: {}, ours: [issuer, dti('A')], matchedBy: null },
  {
    name: 'a co-issuer',
    row: { lei },
    ours: [subject('lei', lei, { roles: ['co_issuer'] })],
    matchedBy: 'issuer',
  },
  {
    name: 'the LEI of a custodian, whose rows are not the issuer’s',
    row: { lei },
    ours: [subject('lei', lei, { roles: ['custodian'] })],
    matchedBy: null,
  },
];

for (const { name, row: over, ours, matchedBy } of cases) {
  test(`attribution: ${name}`, () => {
    const { row: apply, subjects, matches } = attribute();
    subjects('asset', ours);
    assert.is(listedIn(apply(row('r', over), 200))?.matchedBy ?? null, matchedBy);
    assert.is(matches('register:r').length, matchedBy === null ? 0 : 1, 'one match per asset');
  });
}

test('a match emits that the row is listed, then every column, also blank ones', () => {
  const { row: apply, subjects } = attribute();
  subjects('asset', [issuer]);
  const outputs = apply(row('r', { lei, columns: { ...columns, name: ' Issuer\n SA', end: '31/12/2026' } }), 200);
  const observations = observationsIn(outputs);
  assert.equal(
    observations.map(({ field }) => field),
    ['listed', 'name', 'group', 'dti', 'end', 'url', 'note'],
  );
  for (const { subjectKind, subjectKey, sourceKey, sourceUrl, observedAt } of observations) {
    assert.equal([subjectKind, subjectKey, sourceKey], ['register_row', 'r', 'register:register']);
    assert.equal([sourceUrl, observedAt], ['https://source.example/register.csv', 200]);
  }
  assert.equal(columnIn(outputs, 'end'), {
    meaning: 'authorisation_end',
    label: 'end of authorisation',
    register: 'the register',
    entity: 'Issuer SA',
    matchedBy: 'issuer',
    text: '31/12/2026',
    date: '2026-12-31',
  });
  assert.equal([columnIn(outputs, 'dti'), observations[3]?.quote], [null, null]);
  assert.is(observations[1]?.quote, ' Issuer\n SA', 'the quote is the cell as published');
  assert.equal(listedIn(outputs), {
    status: 'listed',
    news: false,
    register: 'the register',
    polarity: 'authorised',
    entity: 'Issuer SA',
    token: 'https://issuer.example/paper',
    matchedBy: 'issuer',
    subjectKey: `lei:${lei}`,
    sinceObservationId: 'since',
    asOf: 100,
    firstSeenAt: 100,
    successorRowIds: [],
  });
});

test('a changed row emits its status and the columns that differ, also an emptied cell', () => {
  const { row: apply, subjects } = attribute();
  subjects('asset', [issuer]);
  apply(row('r', { lei, columns: { ...columns, note: 'first', end: '31/12/2026' } }), 200);
  const changed = { ...columns, note: 'second', end: '' };
  const outputs = apply(row('r', { lei, columns: changed, event: 'changed', asOf: 300 }), 300);
  assert.equal(
    observationsIn(outputs).map(({ field, value }) => [field, value === null]),
    [
      ['listed', false],
      ['end', true],
      ['note', false],
    ],
  );
});

test('text that distinguishes a row from its siblings: group, identifiers, else link and comment', () => {
  for (const [over, token] of [
    [{ ffgs: ['G'], dtis: ['A'] }, 'G'],
    [{ dtis: ['A', 'B'] }, 'A, B'],
    [{ dtis: ['A', 'B', 'C', 'D', 'E'] }, 'A, B, C and 2 more'],
    [{ columns: { ...columns, note: 'EURAU' } }, 'https://issuer.example/paper, EURAU'],
    [{ columns: { ...columns, note: 'No comments' } }, 'https://issuer.example/paper'],
    [{ columns: { ...columns, url: 'EMT_NO_WP' } }, ''],
  ] as const) {
    const { row: apply, subjects } = attribute();
    subjects('asset', [issuer]);
    assert.is(listedIn(apply(row('r', { lei, ...over }), 200))?.token, token);
  }
});

test('in a register without white papers a comment is about the entity and distinguishes no row', () => {
  const feed = feeds.get('register');
  if (feed?.kind !== 'register') throw new Error('no register');
  const withoutPapers = { ...feed, columns: feed.columns.filter(({ meaning }) => meaning !== 'white_paper_link') };
  const { row: apply, subjects } = drive(createAttribute({ registers: new Map([['register', withoutPapers]]) }));
  subjects('asset', [issuer]);
  const cells = { name: 'Issuer SA', note: 'Passporting information updated' };
  assert.is(listedIn(apply(row('r', { lei, columns: cells }), 200))?.token, '');
});

const newsCases = [
  { name: 'in the first file', inFirstSnapshot: true, firstSeenAt: 500, since: 10, news: false },
  { name: 'later than the subject', inFirstSnapshot: false, firstSeenAt: 500, since: 10, news: true },
  { name: 'at the same time as the subject', inFirstSnapshot: false, firstSeenAt: 500, since: 500, news: true },
  { name: 'before the subject', inFirstSnapshot: false, firstSeenAt: 500, since: 501, news: false },
];
for (const { name, since, news, ...over } of newsCases) {
  test(`a row that first appeared ${name} is ${news ? '' : 'not '}new for the asset`, () => {
    const { row: apply, subjects } = attribute();
    subjects('asset', [subject('lei', lei, { since })]);
    assert.is(listedIn(apply(row('r', { lei, ...over }), 600))?.news, news);
  });
}

test('a row that the asset already has is not new when it moves to another subject', () => {
  const { row: apply, subjects, rematch, matches } = attribute();
  const late = { inFirstSnapshot: false, firstSeenAt: 500 };
  subjects('asset', [issuer, dti('A', { since: 20 })]);
  assert.is(listedIn(apply(row('r', { lei, dtis: ['A'], ...late }), 500))?.news, true);
  const outputs = subjects('asset', [issuer]);
  assert.equal([listedIn(outputs)?.matchedBy, listedIn(outputs)?.news], ['issuer', false]);
  assert.is(matches('register:r')[0]?.eventTime, 501, 'later than the match of the other subject');
  assert.equal(rematch(), []);
});

test('a further identifier does not open a new match', () => {
  const { row: apply, subjects } = attribute();
  subjects('asset', [dti('B', { since: 20 })]);
  apply(row('r', { dtis: ['A', 'B'] }), 200);
  assert.equal(subjects('asset', [dti('A', { since: 900, sinceObservationId: 'later' }), dti('B', { since: 20 })]), []);
});

test('missing and held rows keep their match; a removed one emits its end once', () => {
  const { row: apply, subjects, matches } = attribute();
  subjects('asset', [issuer]);
  apply(row('r', { lei }), 200);
  assert.is(listedIn(apply(row('r', { lei, status: 'missing', asOf: 300 }), 300))?.status, 'missing');
  const held = apply(row('r', { lei, status: 'held', successorRowIds: ['s'], asOf: 400 }), 400);
  assert.equal([listedIn(held)?.status, listedIn(held)?.successorRowIds], ['held', ['s']]);
  const removal = apply(row('r', { lei, status: 'removed', asOf: 500 }), 500);
  assert.equal(
    observationsIn(removal).map(({ field }) => field),
    ['listed'],
  );
  assert.equal([listedIn(removal)?.status, listedIn(removal)?.asOf, matches('register:r')], ['removed', 500, []]);
  assert.equal(apply(row('r', { lei, status: 'removed', asOf: 600 }), 600), []);
});

const [idA, idB] = ['VP84J2JSS', 'D1PFLVZDZ'] as const;

test('an identifier column carries the identifiers of the other one, also while it is blank itself', () => {
  const cases = [
    [{ group: '', dti: '' }, null, null],
    [{ group: idA, dti: '' }, [[idA], undefined], [[], [idA]]],
    [{ group: '', dti: `${idB} | ${idA}` }, [[], [idB, idA]], [[idB, idA], undefined]],
    [{ group: idA, dti: `${idA} | ${idB}` }, [[idA], [idB, idA]], [[idB, idA], [idA]]],
  ] as const;
  for (const [cells, group, tokens] of cases) {
    const { row: apply, subjects } = attribute();
    subjects('asset', [issuer]);
    const outputs = apply(row('r', { lei, columns: { ...columns, ...cells } }), 200);
    for (const [name, expected] of [
      ['group', group],
      ['dti', tokens],
    ] as const) {
      const stated = columnIn(outputs, name);
      assert.equal(stated === null ? null : [stated?.items, stated?.elsewhere], expected, `${name} of ${cells.dti}`);
      const quote = observationsIn(outputs).find(({ field }) => field === name)?.quote;
      assert.is(quote, cells[name] === '' ? null : cells[name], 'what is blank is not quoted');
    }
  }
});

test('a row that now names other tokens emits that once, and matches again when it names the asset’s token', () => {
  const { row: apply, subjects, matches, restart } = attribute();
  subjects('asset', [issuer, dti('A')]);
  apply(row('r', { lei, dtis: ['A'], asOf: 200 }), 200);
  const left = apply(row('r', { lei, dtis: ['Y', 'Z'], asOf: 300 }), 300);
  assert.equal(
    observationsIn(left).map(({ field, quote }) => [field, quote]),
    [['listed', 'Issuer SA']],
  );
  const { nowNames, matchedBy, subjectKey } = listedIn(left) ?? {};
  assert.equal(nowNames, { entity: 'Issuer SA', lei, identifiers: ['Y', 'Z'] });
  assert.equal([matchedBy, subjectKey], ['identifier', 'dti:A'], 'as it was last about the asset');
  assert.equal(matches('register:r'), []);
  assert.equal(restart(), []);
  assert.equal(apply(row('r', { lei, dtis: ['Z'], asOf: 400 }), 400), []);
  assert.equal(apply(row('r', { lei, dtis: ['Z'], status: 'removed', asOf: 450 }), 450), []);
  const back = apply(row('r', { lei, dtis: ['A'], asOf: 500 }), 500);
  assert.equal(listedIn(back)?.nowNames, undefined);
  assert.is(observationsIn(back).length, 7, 'every column has a new baseline');
});

test('a row of the issuer leaves in the same way when the asset declares another token', () => {
  const { row: apply, subjects } = attribute();
  const late = [subject('lei', lei, { since: 900 })];
  subjects('asset', late);
  const first = apply(row('r', { lei, dtis: ['Z'] }), 200);
  const left = subjects('asset', [...late, dti('A', { since: 901 })]);
  assert.equal(listedIn(left)?.nowNames, { entity: 'Issuer SA', lei, identifiers: ['Z'] });
  const again = subjects('asset', late);
  assert.is(observationsIn(again).length, 7);
  const ids = [first, left, again].flatMap((outputs) => observationsIn(outputs).map(({ id }) => id));
  assert.is(new Set(ids).size, ids.length, 'what returns is another observation');
});

test('a row that loses its identifiers stays with the asset as a row of the issuer, without an end', () => {
  const { row: apply, subjects } = attribute();
  subjects('asset', [issuer, dti('A')]);
  apply(row('r', { lei, dtis: ['A'], asOf: 200 }), 200);
  const outputs = apply(row('r', { lei, asOf: 300 }), 300);
  assert.equal(
    observationsIn(outputs)
      .filter(({ field }) => field === 'listed')
      .map(({ value }) => (JSON.parse(value ?? '') as RegisterListedValue).matchedBy),
    ['issuer'],
  );
});

test('removed and restored before the subject was known: every observation has an id of its own', () => {
  const { row: apply, subjects } = attribute();
  subjects('asset', [subject('lei', lei, { since: 5_000 })]);
  const steps = [
    row('r', { lei, asOf: 200 }),
    row('r', { lei, asOf: 300, columns: { ...columns, note: 'changed' } }),
    row('r', { lei, asOf: 400, status: 'removed', columns: { ...columns, note: 'changed' } }),
    row('r', { lei, asOf: 500 }),
  ].flatMap((value, index) => observationsIn(apply(value, 200 + index * 100)));
  assert.is(new Set(steps.map(({ id }) => id)).size, steps.length);
  const notes = steps.filter(({ field }) => field === 'note').map(({ observedAt }) => observedAt);
  assert.equal(notes, [5_000, 5_001, 5_002], 'in the order in which they were emitted');
});

test('declaring identifiers re-matches the rows of the issuer', () => {
  const { row: apply, subjects, matches } = attribute();
  subjects('asset', [issuer]);
  apply(row('mine', { lei, dtis: ['A'] }), 200);
  apply(row('sibling', { lei, dtis: ['Z'] }), 200);
  assert.is(matches('register:sibling').length, 1);
  subjects('asset', [issuer, dti('A')]);
  assert.equal([matches('register:mine')[0]?.subjectKey, matches('register:sibling').length], ['dti:A', 0]);
});

test.run();
