/**
 * Every event of a register's row or cell, from the bytes of two files to the assessed change. GLEIF's registers have their
 * own tests.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FeedTable, RegisterFeed } from '../../../../../pipeline/ingest/feed.ts';
import { bannedWords } from '../../../../../pipeline/text/style-check.ts';
import { feeds } from '../../../../../pipeline/publishers/feeds.ts';
import { csvRegister } from '../../../../../pipeline/publishers/registers/read-csv.ts';
import { createAttribute } from '../../../../../pipeline/screening/attribute.ts';
import type { Change } from '../../../../../schemas/generated/records.ts';
import { fileOf, seriesOf, startIngest } from '../../../ingest/harness.ts';
import { type Cells, csvOf, rowsIn } from '../../../ingest/register-files.ts';
import { assessed, at, day, lei } from '../../builders.ts';
import { watch } from '../../watched-asset.ts';

/** Rows of the table, with the events of each that can happen to a row of the issuer. */
const table = {
  register_added: ['a notified or authorised activity', 'a non-compliant entity', 'the first file is no news'],
  register_removed: ['from a register of authorised entities', 'from the non-compliant ones', 'absent once'],
  register_status_changed: ['end filled', 'end from the future to the past', 'end emptied'],
  'scope: services': ['removed', 'added', 'both'],
  'scope: passport': ['state removed', 'state added', 'state of an offer removed'],
  exemption: ['NO to YES', 'YES to NO'],
  'authority changed': ['another authority', 'another spelling'],
  'white paper link': ['same host', 'other host', 'removed', 'EMT_NO_WP'],
  DTI: ['added', 'removed to none'],
  'name / address': ['address', 'legal name'],
  'identifier corrected': ['invalid to valid', 'one LEI replaced'],
  'dates moved back, future dates': ['notification earlier', 'authorisation after the file'],
  'other registers': ['the same events'],
  editorial: ['whitespace', 'last update alone', 'EL and GR', 'legal form'],
} as const;

/** The issuer's row in one file; null: the file has none. */
type Row = Cells | null;

interface Case {
  readonly register: string;
  readonly files: readonly Row[];
  /** Changes that the last file raises: the text of `assessed`, and the disposition of those that are not shown. */
  readonly expect: readonly string[];
  /** Note on the new value. */
  readonly note?: string;
}

const casps: Cells = {
  ac_serviceCode: 'a. | c. | e.',
  ac_serviceCode_cou: 'DE | FR',
  ac_authorisationNotificationDate: '01/02/2026',
};
const paper: Cells = { wp_url: 'https://issuer.example/paper.pdf', wp_authorisationNotificationDate: '17/02/2026' };
const added = 'register_added/strengthens legal_standing:strengthens transparency:strengthens';
const detail = 'register_detail_changed';
const authorised = { authority: 'Bank of Lithuania', other: 'Latvijas Banka' };

/** A case: from one row of the issuer to the next. */
const edited = (register: string, before: Cells, after: Cells, ...expect: readonly string[]): Case => ({
  register,
  files: [before, { ...before, ...after }],
  expect,
});

const cases: Readonly<Record<string, Readonly<Record<string, readonly Case[]>>>> = {
  register_added: {
    'a notified or authorised activity': ['esma-casps', 'esma-emtwp', 'esma-artzz', 'esma-other'].map((register) => ({
      register,
      files: [null, {}],
      // A row of the issuer in a register of tokens names another token.
      expect: [register === 'esma-casps' ? added : 'register_added/neutral legal_standing:neutral'],
    })),
    'a non-compliant entity': [
      {
        register: 'esma-ncasp',
        files: [null, {}],
        expect: ['register_added/weakens legal_standing:weakens participant_protection:weakens'],
      },
    ],
    'the first file is no news': [{ register: 'esma-casps', files: [casps], expect: [] }],
  },
  register_removed: {
    'from a register of authorised entities': [
      {
        register: 'esma-casps',
        files: [{}, null, null],
        expect: ['register_removed/weakens legal_standing:weakens transparency:weakens'],
      },
      // The row names no identifier of the token.
      ...['esma-emtwp', 'esma-other'].map((register) => ({
        register,
        files: [{}, null, null],
        expect: ['register_removed/neutral legal_standing:neutral'],
      })),
    ],
    'from the non-compliant ones': [
      {
        register: 'esma-ncasp',
        files: [{}, null, null],
        expect: ['register_removed/strengthens legal_standing:strengthens'],
      },
    ],
    'absent once': [{ register: 'esma-casps', files: [casps, null], expect: [] }],
  },
  register_status_changed: {
    'end filled': [
      edited(
        'esma-casps',
        casps,
        { ac_authorisationEndDate: '26/03/2026' },
        'register_status_changed/weakens legal_standing:weakens participant_protection:weakens',
      ),
      edited(
        'esma-artzz',
        paper,
        { ac_authorisationEndDate: '26.03.2026' },
        'register_status_changed/weakens legal_standing:weakens participant_protection:weakens',
      ),
    ],
    'end from the future to the past': [
      edited(
        'esma-casps',
        { ...casps, ac_authorisationEndDate: '01/01/2030' },
        { ac_authorisationEndDate: '01/01/2026' },
        'register_status_changed/weakens legal_standing:weakens participant_protection:weakens',
      ),
    ],
    'end emptied': [
      edited(
        'esma-casps',
        { ...casps, ac_authorisationEndDate: '26/03/2026' },
        { ac_authorisationEndDate: 'n/a' },
        'register_corrected/strengthens legal_standing:strengthens participant_protection:strengthens',
      ),
    ],
  },
  'scope: services': {
    removed: [edited('esma-casps', casps, { ac_serviceCode: 'a. | c.' }, `${detail}/weakens legal_standing:weakens`)],
    added: [
      edited(
        'esma-casps',
        casps,
        { ac_serviceCode: 'a. | c. | e. | f.' },
        `${detail}/strengthens legal_standing:strengthens`,
      ),
    ],
    both: [edited('esma-casps', casps, { ac_serviceCode: 'a. | c. | f.' }, `${detail}/mixed legal_standing:mixed`)],
  },
  'scope: passport': {
    'state removed': [
      edited(
        'esma-casps',
        casps,
        { ac_serviceCode_cou: 'FR' },
        `${detail}/weakens legal_standing:weakens transferability:weakens`,
      ),
    ],
    'state added': [
      edited(
        'esma-casps',
        casps,
        { ac_serviceCode_cou: 'DE|EL|FR' },
        `${detail}/neutral legal_standing:neutral transferability:neutral`,
      ),
    ],
    'state of an offer removed': [
      edited(
        'esma-other',
        { ae_offerCode_cou: 'CZ|SK|DE|FR' },
        { ae_offerCode_cou: 'CZ|SK|DE' },
        `${detail}/weakens legal_standing:weakens transferability:weakens`,
      ),
      edited(
        'esma-artzz',
        { wp_url_cou: 'CZ|SK' },
        { wp_url_cou: 'SK' },
        `${detail}/weakens legal_standing:weakens transferability:weakens`,
      ),
    ],
  },
  exemption: {
    'NO to YES': [
      edited(
        'esma-emtwp',
        { ...paper, ae_exemption48_4: 'NO' },
        { ae_exemption48_4: 'YES' },
        `${detail}/weakens legal_standing:weakens participant_protection:weakens`,
      ),
    ],
    'YES to NO': [
      edited(
        'esma-emtwp',
        { ...paper, ae_exemption48_5: 'YES' },
        { ae_exemption48_5: 'No' },
        `${detail}/strengthens legal_standing:strengthens participant_protection:strengthens`,
      ),
    ],
  },
  'authority changed': {
    'another authority': [
      edited(
        'esma-casps',
        { ...casps, ae_competentAuthority: authorised.authority },
        { ae_competentAuthority: authorised.other },
        `${detail}/mixed legal_standing:mixed`,
      ),
    ],
    'another spelling': [
      ...['Bank of Lithuania (LSC)', 'Bank of Lithuania (LB)'].map((ae_competentAuthority) =>
        edited('esma-casps', { ...casps, ae_competentAuthority: authorised.authority }, { ae_competentAuthority }),
      ),
      edited(
        'esma-other',
        { ...paper, ae_competentAuthority: 'Financial Market Authority Liechtenstein (FMA)' },
        { ae_competentAuthority: 'Finanzmarktaufsicht (FMA)' },
      ),
    ],
  },
  'white paper link': {
    'same host': [
      edited(
        'esma-other',
        paper,
        { wp_url: 'https://www.issuer.example/v2.pdf' },
        `${detail}/neutral transparency:neutral`,
      ),
    ],
    'other host': [
      edited('esma-artzz', paper, { wp_url: 'https://other.example/paper.pdf' }, `${detail}/mixed transparency:mixed`),
    ],
    removed: [edited('esma-other', paper, { wp_url: '' }, `${detail}/weakens transparency:weakens`)],
    EMT_NO_WP: [edited('esma-emtwp', paper, { wp_url: 'EMT_NO_WP' }, `${detail}/weakens transparency:weakens`)],
  },
  DTI: {
    added: [
      edited(
        'esma-other',
        { ...paper, ae_DTI: 'VP84J2JSS' },
        { ae_DTI: 'VP84J2JSS | D1PFLVZDZ' },
        `${detail}/neutral transparency:neutral`,
      ),
    ],
    'removed to none': [
      edited('esma-other', { ...paper, ae_DTI: 'VP84J2JSS' }, { ae_DTI: '' }, `${detail}/weakens transparency:weakens`),
    ],
  },
  'name / address': {
    address: [
      edited(
        'esma-casps',
        { ...casps, ae_address: '1 Rue A' },
        { ae_address: '2 Rue B' },
        `${detail}/neutral legal_standing:neutral suppressed`,
      ),
    ],
    'legal name': [
      edited('esma-casps', casps, { ae_lei_name: 'Example Holding SA' }, `${detail}/mixed legal_standing:mixed`),
    ],
  },
  'identifier corrected': {
    // The token ties the asset to the row: by the LEI alone it would be another issuer's row.
    'invalid to valid': [
      edited(
        'esma-other',
        { ...paper, ae_DTI: '3KL7N1R92', ae_lei: '9.60E+19' },
        { ae_lei: lei },
        'register_corrected/neutral legal_standing:neutral',
      ),
    ],
    'one LEI replaced': [
      edited(
        'esma-emtwp',
        { ...paper, ae_DTI: '3KL7N1R92', ae_lei: '969500OYUDADGZKCR583' },
        { ae_lei: lei },
        'register_corrected/neutral legal_standing:neutral',
      ),
    ],
  },
  'dates moved back, future dates': {
    'notification earlier': [
      {
        ...edited(
          'esma-emtwp',
          paper,
          { wp_authorisationNotificationDate: '19/01/2026' },
          `${detail}/neutral legal_standing:neutral suppressed`,
        ),
        note: 'The register states an earlier date than before.',
      },
    ],
    'authorisation after the file': [
      {
        ...edited(
          'esma-casps',
          casps,
          { ac_authorisationNotificationDate: '28/08/2030' },
          `${detail}/neutral legal_standing:neutral suppressed`,
        ),
        note: 'The register states a date after the date of the file.',
      },
    ],
  },
  'other registers': {
    'the same events': [
      edited(
        'made-up',
        { Permissions: 'a.|b.', Until: '' },
        { Permissions: 'a.', Until: '2026-03-01' },
        'register_status_changed/weakens legal_standing:weakens participant_protection:weakens',
        `${detail}/weakens legal_standing:weakens`,
      ),
      { register: 'made-up', files: [null, {}], expect: [added] },
    ],
  },
  editorial: {
    whitespace: [edited('esma-casps', { ...casps, ac_comments: 'one two' }, { ac_comments: ' one\u00a0 two' })],
    'last update alone': [edited('esma-casps', casps, { ac_lastupdate: '01/09/2026' })],
    'EL and GR': [edited('esma-casps', { ...casps, ae_homeMemberState: 'EL' }, { ae_homeMemberState: 'GR' })],
    'legal form': [
      edited('esma-casps', { ...casps, ae_lei_name: 'Example, s. r. o.' }, { ae_lei_name: 'Example, s.r.o.' }),
    ],
  },
};

/** A register as another authority might publish it: other columns, the same meanings. */
const madeUpColumns = [
  { name: 'Firm', meaning: 'legal_name', label: 'name' },
  { name: 'LEI', meaning: 'lei', label: 'LEI' },
  { name: 'Permissions', meaning: 'services', label: 'permissions' },
  { name: 'Until', meaning: 'authorisation_end', label: 'end of the permissions' },
] as const;
const madeUp: RegisterFeed = csvRegister({
  polarity: 'authorised',
  columns: madeUpColumns,
  manifest: {
    id: 'made-up',
    owner: 'Example',
    label: 'the register of examples',
    files: [{ name: 'F.csv', url: 'https://register.example/F.csv' }],
    everyMs: day,
    licence: 'none',
    minimumRows: 0,
    maximumDrop: 1,
    maximumVanish: 1,
    parserVersion: '1',
  },
});
const madeUpFile = (row: Row) =>
  fileOf(
    'F.csv',
    `Firm,LEI,Permissions,Until\nOther,,,\n${row === null ? '' : `Example SA,${lei},${row['Permissions'] ?? ''},${row['Until'] ?? ''}\n`}`,
  );

const registers: FeedTable = new Map([...feeds, ['made-up', madeUp]]);

/** Rows of other entities, to reach the minimum of a file. */
const others: Readonly<Record<string, readonly Cells[]>> = Object.fromEntries(
  [...feeds.values()].flatMap(({ manifest: { id, minimumRows } }) =>
    id.startsWith('esma-')
      ? seriesOf(id)
          .slice(0, 1)
          .map(({ file }) => [id, rowsIn(id, file).slice(0, minimumRows)])
      : [],
  ),
);

/** Changes that each file raises for an asset of the issuer. */
function play({ register, files }: Case): readonly (readonly Change[])[] {
  const ingest = startIngest(register);
  if (register === 'made-up') ingest.use(madeUp);
  const rest = others[register] ?? [];
  const identified = files.some((row) => row?.['ae_DTI']?.includes('3KL7N1R92') === true);
  const { rows } = watch(createAttribute({ registers }), {
    asset: { identifiers: { dti: identified ? ['3KL7N1R92'] : [], ffg: [], isin: [] } },
    party: { lei },
    since: at('2025-01-01'),
  });
  const ours: Cells = {
    ae_lei: lei,
    ae_lei_name: 'Example SA',
    ae_homeMemberState: 'FR',
    ae_competentAuthority: 'ACPR',
  };
  return files.map((row, index) => {
    const file =
      register === 'made-up' ? madeUpFile(row) : csvOf(row === null ? rest : [...rest, { ...ours, ...row }], register);
    const { run, outputs } = ingest.run([file], { asOf: at('2026-09-01') + index * 7 * day });
    assert.is.not(run.status, 'rejected', run.reason ?? '');
    return rows(outputs);
  });
}

const summary = (change: Change): string =>
  change.disposition === 'shown' ? assessed(change) : `${assessed(change)} ${change.disposition}`;

test('every event of the table has a case, and every case an event', () => {
  const events = Object.entries(table).flatMap(([row, names]) => names.map((name) => `${row}: ${name}`));
  const cased = Object.entries(cases).flatMap(([row, byEvent]) =>
    Object.entries(byEvent).flatMap(([name, list]) => (list.length === 0 ? [] : [`${row}: ${name}`])),
  );
  assert.equal(
    events.filter((event) => !cased.includes(event)),
    [],
    'without a case',
  );
  assert.equal(
    cased.filter((event) => !events.includes(event)),
    [],
    'in no row of the table',
  );
});

for (const [row, byEvent] of Object.entries(cases)) {
  for (const [event, list] of Object.entries(byEvent)) {
    for (const one of list) {
      test(`${row}: ${event} (${one.register})`, () => {
        const byFile = play(one);
        const changes = byFile.at(-1) ?? [];
        assert.equal(byFile.slice(0, -1).flat(), [], 'nothing before the last file');
        assert.equal(changes.map(summary).sort(), [...one.expect].sort());
        if (one.note !== undefined) assert.ok(changes[0]?.explanation.current.note?.startsWith(one.note));
        for (const { title, detail: words, explanation } of changes) {
          const allText = `${title} ${words} ${explanation.headline} ${explanation.whatDetail} ${explanation.impact}`;
          assert.equal(bannedWords(allText), []);
          assert.not.match(allText, /lost its licen[cs]e|illegal|fraud|scam|criminal|unlawful/i);
          assert.match(words, /\d{1,2} [A-Z][a-z]+ 2026/, 'the date of the file');
        }
      });
    }
  }
}

test('texts about a non-compliant entity state what the register states, and no more', () => {
  const [, appeared = []] = play({ register: 'esma-ncasp', files: [null, {}], expect: [] });
  assert.is(
    appeared[0]?.explanation.headline,
    "ESMA's register of non-compliant entities lists Example SA as providing services without authorisation",
  );
  const [, , gone = []] = play({ register: 'esma-ncasp', files: [{}, null, null], expect: [] });
  assert.is(
    gone[0]?.explanation.what,
    "As of 15 September 2026, ESMA's register of non-compliant entities no longer lists Example SA as providing services without authorisation.",
  );
  assert.match(gone[0]?.explanation.whatDetail ?? '', /The register states no reason\.$/);
});

test('services are shown by their names', () => {
  const [, changes = []] = play(edited('esma-casps', casps, { ac_serviceCode: 'a. | c. | f.' }));
  assert.is(
    changes[0]?.explanation.whatDetail,
    'Added placing of crypto-assets (f); no longer stated execution of orders for crypto-assets on behalf of clients (e).',
  );
});

test('rows without an LEI, like those of most non-compliant entities, match no asset', () => {
  const [, appeared] = play({ register: 'esma-ncasp', files: [null, { ae_lei: '' }], expect: [] });
  assert.equal(appeared, []);
});

test.run();
