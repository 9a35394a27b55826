import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assessed, at, cell, declaredAsset, row } from '../../builders.ts';
import type { RegisterColumnValue } from '../../../../../schemas/facts.ts';

type Cell = Partial<RegisterColumnValue> | null;

interface Case {
  readonly name: string;
  readonly old: Cell;
  readonly new: Cell;
  /** The text of `assessed`, or null when no change is raised. */
  readonly expect: string | null;
  readonly changeKind?: string;
}

const column =
  (meaning: string, label: string) =>
  (text: string, more: Cell = {}): Cell => ({
    meaning: meaning as RegisterColumnValue['meaning'],
    label,
    text,
    ...more,
  });
const authority = column('authority', 'Competent authority');
const country = column('country', 'Home member state');
const name = column('legal_name', 'Legal name');
const provider = column('service_provider', 'Name of the service provider');
const trading = column('commercial_name', 'Commercial name');
const lei = column('lei', 'LEI');
const address = column('address', 'Address');
const website = column('website', 'Website');
const exemption = column('exemption', 'Exemption under Article 48(4)');
const kind = column('authorisation_kind', 'Kind of authorisation');
const link = column('white_paper_link', 'White paper link');
const comments = column('comments', 'Comments');
const lastUpdate = column('last_update', 'Last update');
const infringement = column('infringement', 'Infringement');
const dated =
  (meaning: string) =>
  (date: string): Cell => ({
    meaning: meaning as RegisterColumnValue['meaning'],
    label: 'Date',
    text: date.split('-').reverse().join('/'),
    date,
  });
const end = dated('authorisation_end');
const authorised = dated('authorisation_date');
const notified = dated('white_paper_date');
const set =
  (meaning: string) =>
  (...items: readonly string[]): Cell => ({
    meaning: meaning as RegisterColumnValue['meaning'],
    label: 'Set',
    text: items.join(' | '),
    items,
  });
const dti = set('dti');
const ffg = set('ffg');
/** An identifier cell of a row with these identifiers in its other identifier column. */
const beside = (elsewhere: readonly string[], own: Cell): Cell => ({ ...own, elsewhere });
const services = set('services');
const passport = set('passport');

const detail = 'register_detail_changed';
const cases: readonly Case[] = [
  {
    name: 'authority: another',
    old: authority('BaFin'),
    new: authority('ACPR'),
    expect: `${detail}/mixed legal_standing:mixed`,
  },
  {
    name: 'authority: suffix in brackets',
    old: authority('Bank of Lithuania'),
    new: authority('Bank of Lithuania (LSC)'),
    expect: null,
  },
  {
    name: 'authority: known misspelling',
    old: authority('De Nederlandsche Bank'),
    new: authority('De Nederlansche Bank (DNB)'),
    expect: null,
  },
  {
    name: 'authority: blanked',
    old: authority('BaFin'),
    new: null,
    expect: `${detail}/weakens transparency:weakens`,
    changeKind: 'removed',
  },
  {
    name: 'authority: stated',
    old: null,
    new: authority('BaFin'),
    expect: `${detail}/strengthens transparency:strengthens`,
    changeKind: 'added',
  },
  { name: 'country: Greece by two codes', old: country('EL'), new: country('GR'), expect: null },
  { name: 'country: another', old: country('DE'), new: country('FR'), expect: `${detail}/mixed legal_standing:mixed` },
  {
    name: 'legal name: another',
    old: name('Alpha SAS'),
    new: name('Beta SAS'),
    expect: `${detail}/mixed legal_standing:mixed`,
  },
  {
    name: 'service provider: another',
    old: provider('Payward Ltd'),
    new: provider('Bitstamp S.A.'),
    expect: `${detail}/neutral legal_standing:neutral`,
  },
  {
    name: 'service provider: stated',
    old: null,
    new: provider('Payward Ltd'),
    expect: `${detail}/strengthens transparency:strengthens`,
    changeKind: 'added',
  },
  {
    name: 'websites: in another order',
    old: website('https://a.example | https://b.example'),
    new: website('www.b.example/|https://a.example'),
    expect: null,
  },
  {
    name: 'websites: one more',
    old: website('https://a.example'),
    new: website('https://a.example|https://b.example'),
    expect: `${detail}/neutral legal_standing:neutral`,
  },
  {
    name: 'legal name: spaces in its legal form',
    old: name('FUMBI, s. r. o.'),
    new: name('FUMBI, s.r.o.'),
    expect: null,
  },
  { name: 'legal name: case and no-break space', old: name('Alpha SAS'), new: name('ALPHA\u00a0SAS'), expect: null },
  {
    name: 'commercial name',
    old: trading('Alpha'),
    new: trading('Beta'),
    expect: `${detail}/neutral legal_standing:neutral`,
  },
  {
    name: 'identifier corrected',
    old: lei('9.60E+19'),
    new: lei('5493001KJTIIGC8Y1R12'),
    expect: 'register_corrected/neutral legal_standing:neutral',
    changeKind: 'corrected',
  },
  {
    name: 'identifier that is not valid any more',
    old: lei('5493001KJTIIGC8Y1R12'),
    new: lei('5493001KJTIIGC8Y1R12.'),
    expect: null,
  },
  {
    name: 'identifier replaced by one that is not valid',
    old: lei('5493001KJTIIGC8Y1R12'),
    new: lei('9.60E+19'),
    expect: `${detail}/weakens transparency:weakens`,
    changeKind: 'changed',
  },
  {
    name: 'identifier blanked',
    old: lei('5493001KJTIIGC8Y1R12'),
    new: null,
    expect: `${detail}/weakens transparency:weakens`,
  },
  {
    name: 'address',
    old: address('1 Rue A'),
    new: address('2 Rue B'),
    expect: `${detail}/neutral legal_standing:neutral`,
  },
  {
    name: 'website',
    old: website('https://a.example/'),
    new: website('https://b.example'),
    expect: `${detail}/neutral legal_standing:neutral`,
  },
  {
    name: 'website: trailing slash',
    old: website('https://a.example/'),
    new: website('http://www.a.example'),
    expect: null,
  },
  {
    name: 'exemption: no to yes',
    old: exemption('NO'),
    new: exemption('YES'),
    expect: `${detail}/weakens legal_standing:weakens participant_protection:weakens`,
  },
  {
    name: 'exemption: yes to no',
    old: exemption('YES'),
    new: exemption('NO'),
    expect: `${detail}/strengthens legal_standing:strengthens participant_protection:strengthens`,
  },
  {
    name: 'exemption: blank to yes',
    old: null,
    new: exemption('YES'),
    expect: `${detail}/mixed legal_standing:weakens participant_protection:weakens transparency:strengthens`,
  },
  {
    name: 'exemption: yes to blank',
    old: exemption('YES'),
    new: null,
    expect: `${detail}/weakens legal_standing:neutral participant_protection:neutral transparency:weakens`,
  },
  {
    name: 'exemption: no to blank',
    old: exemption('NO'),
    new: null,
    expect: `${detail}/weakens legal_standing:weakens participant_protection:weakens transparency:weakens`,
  },
  { name: 'exemption: prose', old: exemption('NO'), new: exemption('see annex'), expect: `${detail}/unassessed` },
  {
    name: 'kind of authorisation',
    old: kind('Electronic money institution'),
    new: kind('Credit institution'),
    expect: `${detail}/mixed legal_standing:mixed`,
  },
  {
    name: 'end filled',
    old: null,
    new: end('2026-03-31'),
    expect: 'register_status_changed/weakens legal_standing:weakens participant_protection:weakens',
    changeKind: 'changed',
  },
  {
    name: 'end emptied',
    old: end('2026-03-31'),
    new: null,
    expect: 'register_corrected/strengthens legal_standing:strengthens participant_protection:strengthens',
    changeKind: 'corrected',
  },
  {
    name: 'end earlier',
    old: end('2026-03-31'),
    new: end('2026-01-31'),
    expect: 'register_status_changed/weakens legal_standing:weakens participant_protection:weakens',
  },
  {
    name: 'end later',
    old: end('2026-03-31'),
    new: end('2026-12-31'),
    expect: `${detail}/neutral legal_standing:neutral`,
  },
  {
    name: 'authorisation date',
    old: authorised('2024-01-01'),
    new: authorised('2024-02-01'),
    expect: `${detail}/neutral legal_standing:neutral`,
  },
  {
    name: 'notification date back',
    old: notified('2026-02-17'),
    new: notified('2026-01-19'),
    expect: `${detail}/neutral legal_standing:neutral`,
  },
  {
    name: 'same date, other spelling',
    old: { ...notified('2026-02-17'), text: '17.02.2026' },
    new: notified('2026-02-17'),
    expect: null,
  },
  {
    name: 'link: same host',
    old: link('https://a.example/x.pdf'),
    new: link('https://a.example/y.pdf'),
    expect: `${detail}/neutral transparency:neutral`,
  },
  {
    name: 'link: other host',
    old: link('https://a.example/x.pdf'),
    new: link('https://b.example/x.pdf'),
    expect: `${detail}/mixed transparency:mixed`,
  },
  {
    name: 'link: EMT_NO_WP',
    old: link('https://a.example/x.pdf'),
    new: link('EMT_NO_WP'),
    expect: `${detail}/weakens transparency:weakens`,
  },
  {
    name: 'link: removed',
    old: link('https://a.example/x.pdf'),
    new: null,
    expect: `${detail}/weakens transparency:weakens`,
    changeKind: 'removed',
  },
  {
    name: 'link: added',
    old: null,
    new: link('https://a.example/x.pdf'),
    expect: `${detail}/strengthens transparency:strengthens`,
    changeKind: 'added',
  },
  {
    name: 'link: blank to EMT_NO_WP',
    old: null,
    new: link('EMT_NO_WP'),
    expect: `${detail}/neutral transparency:neutral`,
  },
  {
    name: 'link: scheme and slash',
    old: link('http://www.a.example/x/'),
    new: link('https://a.example/x'),
    expect: null,
  },
  { name: 'DTI: added', old: dti('A'), new: dti('A', 'B'), expect: `${detail}/neutral transparency:neutral` },
  {
    name: 'DTI: first',
    old: null,
    new: dti('A'),
    expect: `${detail}/neutral transparency:neutral`,
    changeKind: 'added',
  },
  { name: 'DTI: one of two gone', old: dti('A', 'B'), new: dti('A'), expect: `${detail}/neutral transparency:neutral` },
  { name: 'DTI: none left', old: dti('A'), new: null, expect: `${detail}/weakens transparency:weakens` },
  { name: 'DTI: other order', old: dti('A', 'B'), new: dti('B', 'A'), expect: null },
  { name: 'FFG: first', old: null, new: ffg('A'), expect: `${detail}/neutral transparency:neutral` },
  {
    name: 'FFG: emptied, and the row states the same among its token identifiers',
    old: ffg('A'),
    new: beside(['A'], ffg()),
    expect: `${detail}/neutral transparency:neutral`,
    changeKind: 'moved',
  },
  {
    name: 'FFG: emptied, and the row states other identifiers',
    old: ffg('A'),
    new: beside(['B'], ffg()),
    expect: `${detail}/neutral transparency:neutral`,
    changeKind: 'removed',
  },
  {
    name: 'FFG: emptied, and so is the other column',
    old: beside(['B'], ffg('A')),
    new: null,
    expect: `${detail}/weakens transparency:weakens`,
    changeKind: 'removed',
  },
  {
    name: 'DTI: what arrives from the other column is explained in the column that it left',
    old: beside(['A'], dti()),
    new: dti('A'),
    expect: null,
  },
  {
    name: 'DTI: one arrives, one is new',
    old: beside(['A'], dti()),
    new: dti('A', 'B'),
    expect: `${detail}/neutral transparency:neutral`,
    changeKind: 'added',
  },
  {
    name: 'DTI: stated in both columns now',
    old: beside(['A'], dti()),
    new: beside(['A'], dti('A')),
    expect: `${detail}/neutral transparency:neutral`,
    changeKind: 'added',
  },
  {
    name: 'DTI: only the other column differs',
    old: beside(['A'], dti('B')),
    new: beside(['C'], dti('B')),
    expect: null,
  },
  { name: 'DTI: blank beside a column that differs', old: null, new: beside(['A'], dti()), expect: null },
  { name: 'DTI: words that are no identifier', old: null, new: { ...dti(), text: 'to follow' }, expect: null },
  {
    name: 'services: fewer',
    old: services('a', 'b'),
    new: services('a'),
    expect: `${detail}/weakens legal_standing:weakens`,
  },
  {
    name: 'services: more',
    old: services('a'),
    new: services('a', 'b'),
    expect: `${detail}/strengthens legal_standing:strengthens`,
  },
  {
    name: 'services: others',
    old: services('a', 'b'),
    new: services('a', 'c'),
    expect: `${detail}/mixed legal_standing:mixed`,
  },
  {
    name: 'passport: fewer',
    old: passport('DE', 'FR'),
    new: passport('DE'),
    expect: `${detail}/weakens legal_standing:weakens transferability:weakens`,
  },
  {
    name: 'passport: more',
    old: passport('DE'),
    new: passport('DE', 'FR'),
    expect: `${detail}/neutral legal_standing:neutral transferability:neutral`,
  },
  {
    name: 'comments',
    old: comments('Old words'),
    new: comments('New words'),
    expect: `${detail}/neutral transparency:neutral`,
  },
  { name: 'comments: whitespace', old: comments('Old  words'), new: comments('Old\u00a0words'), expect: null },
  { name: 'last update alone', old: lastUpdate('30/10/2025'), new: lastUpdate('01/02/2026'), expect: null },
  { name: 'last update blanked', old: lastUpdate('30/10/2025'), new: null, expect: null },
  {
    name: 'a fact without a rule',
    old: infringement('Offer without authorisation'),
    new: infringement('Other words'),
    expect: `${detail}/unassessed`,
  },
];

for (const { name: title, old, new: current, expect, changeKind } of cases) {
  test(title, () => {
    const { changes, since } = declaredAsset();
    changes(row(at('2026-01-29'), { sinceObservationId: since, news: false }));
    const raised = changes(cell(at('2026-01-29'), 'column', old), cell(at('2026-01-30'), 'column', current));
    assert.equal(raised.map(assessed), expect === null ? [] : [expect]);
    if (changeKind !== undefined) assert.is(raised[0]?.changeKind, changeKind);
  });
}

test('the first reading of a cell is its baseline, whatever its content', () => {
  const { changes } = declaredAsset();
  assert.equal(changes(cell(at('2026-01-29'), 'wp_url', link('https://a.example/x.pdf'))), []);
  assert.equal(changes(cell(at('2026-01-29'), 'ae_DTI', null)), []);
});

test('a blank cell that stays blank raises no change', () => {
  const { changes } = declaredAsset();
  const blanks = [null, comments(''), comments('\u00a0'), null];
  assert.equal(changes(...blanks.map((blank, index) => cell(at('2026-01-29') + index, 'wp_comments', blank))), []);
});

test('routine dates and administrative facts are suppressed, links are shown', () => {
  const dispositions = [
    [notified('2026-02-17'), notified('2026-01-19')],
    [address('1 Rue A'), address('2 Rue B')],
    [link('https://a.example/x.pdf'), link('https://a.example/y.pdf')],
  ].map(([old, current]) => {
    const { change } = declaredAsset();
    const raised = change(cell(1, 'column', old ?? null), cell(2, 'column', current ?? null));
    return [raised.disposition, raised.notableAt];
  });
  assert.equal(dispositions, [
    ['suppressed', null],
    ['suppressed', null],
    ['shown', 2],
  ]);
});

test('a date that moves back or lies ahead is noted and never read as "not yet authorised"', () => {
  const { change } = declaredAsset();
  const back = change(
    cell(at('2026-02-09'), 'date', notified('2026-02-17')),
    cell(at('2026-08-21'), 'date', notified('2026-01-19')),
  );
  assert.is(back.explanation.current.note, 'The register states an earlier date than before.');
  const ahead = change(cell(at('2026-08-22'), 'date', authorised('2026-08-28')));
  assert.is(ahead.explanation.current.note, 'The register states a date after the date of the file.');
});

test('the columns of one row in one file share a group, other rows and files do not', () => {
  const { changes } = declaredAsset();
  const other = { subjectKey: 'another-row' };
  changes(
    cell(1, 'wp_url', link('https://a.example/x')),
    cell(1, 'ae_DTI', dti('A')),
    cell(1, 'wp_url', link('https://a.example/x'), other),
  );
  const [linked, dtis, elsewhere] = changes(
    cell(2, 'wp_url', link('https://a.example/y')),
    cell(2, 'ae_DTI', dti('A', 'B')),
    cell(2, 'wp_url', link('https://a.example/y'), other),
  );
  assert.is(linked?.groupId, dtis?.groupId);
  assert.is.not(linked?.groupId, elsewhere?.groupId);
  const [later] = changes(cell(3, 'wp_url', link('https://a.example/z')));
  assert.is.not(later?.groupId, linked?.groupId);
});

test('a text names an identifier that only moved to another column, and that column', () => {
  const { changes } = declaredAsset();
  const labelled = (label: string, own: Cell): Cell => ({ ...own, label });
  changes(
    cell(1, 'ffg', labelled('functionally fungible group', ffg('VP84J2JSS'))),
    cell(1, 'dti', labelled('token identifiers', beside(['VP84J2JSS'], dti()))),
  );
  const raised = changes(
    cell(at('2026-08-21'), 'ffg', labelled('functionally fungible group', beside(['D1PFLVZDZ', 'VP84J2JSS'], ffg()))),
    cell(at('2026-08-21'), 'dti', labelled('token identifiers', dti('D1PFLVZDZ', 'VP84J2JSS'))),
  );
  assert.equal(
    raised.map(({ explanation: { what, whatDetail, current } }) => [what, whatDetail, current.value, current.note]),
    [
      [
        "As of 21 August 2026, ESMA's register of e-money token white papers states VP84J2JSS for Circle Internet Financial Europe SAS among the token identifiers, no longer as functionally fungible group.",
        'The identifier is in another column of the same row; the row names it as before.',
        'blank',
        'The row states D1PFLVZDZ and VP84J2JSS among the token identifiers.',
      ],
      [
        "As of 21 August 2026, ESMA's register of e-money token white papers states the token identifiers for Circle Internet Financial Europe SAS; the cell was blank before.",
        'Added D1PFLVZDZ; moved here VP84J2JSS (as functionally fungible group before).',
        'D1PFLVZDZ and VP84J2JSS',
        null,
      ],
    ],
  );
});

test('a change names its row and the date of the file, also when the asset came later than the file', () => {
  const { changes, since } = declaredAsset();
  const later = at('2026-10-01');
  const file = (asOf: number, token: string) => row(later, { asOf, token, news: false, sinceObservationId: since });
  changes(file(at('2026-01-29'), 'EURAU'), cell(later, 'date', authorised('2026-01-01')));
  const raised = changes(
    file(at('2026-01-30'), 'EURAU'),
    cell(later + 1, 'date', authorised('2026-02-01')),
    cell(later + 1, 'c', comments('First')),
  );
  assert.match(
    raised[0]?.detail ?? '',
    /^As of 30 January 2026, the date for Circle .* SAS \(EURAU\) changed in ESMA's/,
  );
  assert.is(raised[0]?.explanation.current.note, 'The register states a date after the date of the file.');
});

test('a change of the issuer’s row has a note', () => {
  const { change } = declaredAsset();
  const raised = change(
    cell(1, 'c', { ...comments('Old'), matchedBy: 'issuer' }),
    cell(2, 'c', { ...comments('New'), matchedBy: 'issuer' }),
  );
  assert.match(raised.explanation.current.note ?? '', /a row of the issuer/);
});

test('a meaning that this code does not know gets the fallback texts', () => {
  const { change } = declaredAsset();
  const unknown = (text: string): Cell => ({ meaning: 'moon_phase' as 'comments', label: 'Moon phase', text });
  const raised = change(cell(1, 'moon', unknown('waxing')), cell(2, 'moon', unknown('full')));
  assert.is(raised.assessment.isFallback, true);
  assert.is(raised.assessment.method, 'fallback');
  assert.is(raised.assessment.confidence, 0.3);
  assert.is(raised.direction, 'unassessed');
  assert.match(raised.detail, /the moon phase for/);
});

const activeIn = (...items: readonly string[]): Cell => ({
  meaning: 'passport',
  label: 'Countries',
  text: items.join('|'),
  items,
});
const state = (text: string): Cell => ({ meaning: 'country', label: 'home member state', text });

for (const [what, before, after, outcome] of [
  ['takes the place of further countries', ['MT'], ['AT', 'DE'], 'neutral: Added AT and DE.'],
  ['comes beside others', ['AT'], ['AT', 'MT'], null],
  ['goes, and another one does', ['AT', 'DE', 'MT'], ['AT'], 'weakens: No longer stated DE.'],
  ['fills a blank cell', null, ['MT'], null],
  ['leaves a blank cell', ['MT'], null, null],
  ['fills a blank cell with others', null, ['AT', 'MT'], 'strengthens: Added AT.'],
] as const) {
  test(`countries of services: that the home state ${what} is no country gained or lost`, () => {
    const { changes } = declaredAsset();
    changes(cell(1, 'ae_homeMemberState', state('MT')));
    const raised = changes(
      cell(1, 'ac_serviceCode_cou', before === null ? null : activeIn(...before)),
      cell(2, 'ac_serviceCode_cou', after === null ? null : activeIn(...after)),
    );
    const outcomes = raised.map(({ direction, explanation }) => `${direction}: ${explanation.whatDetail}`);
    assert.equal(outcomes, outcome === null ? [] : [outcome]);
  });
}

test('a country that is stated, or no longer, is a gap of the file; another one is a change', () => {
  const { changes } = declaredAsset();
  const of = (when: number, value: Cell | null) => changes(cell(when, 'ae_lei_cou_code', value)).length;
  assert.equal([of(1, state('CY')), of(2, null), of(3, state('CY')), of(4, state('MT'))], [0, 0, 0, 1]);
});

test.run();
