/** Real files of ESMA and OFAC through ingest, the joins and the fold of the asset. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyChange } from '../../../pipeline/changes/verify.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { addresses, emtwp, startIngest } from '../ingest/harness.ts';
import { type Cells, csvOf, edit, find, rowsOf, without } from '../ingest/register-files.ts';
import { assessed, at } from './builders.ts';
import { watch } from './watched-asset.ts';
import { bannedWords } from '../../../pipeline/text/style-check.ts';

const dates = ['2026-01-29', '2026-01-30', '2026-02-09', '2026-08-21'] as const;

/** Changes of an asset of an issuer over the four files of ESMA's register, by file; `next` reads a further one. */
function overRegister(lei: string, dti: readonly string[], since = at('2025-01-01')) {
  const ingest = startIngest('esma-emtwp');
  const identifiers = { dti, ffg: [], isin: [] };
  const watched = watch(createAttribute({ registers: feeds }), { asset: { identifiers }, party: { lei }, since });
  const next = (file: SnapshotFile, date: string): readonly Change[] =>
    watched.rows(ingest.run([file], { asOf: at(date) }).outputs);
  const byFile = dates.map((date) => next(emtwp(date.replaceAll('-', '')), date));
  return { byFile, next, log: watched.log };
}

const raised = (change: Change): string => `${change.field} ${assessed(change)} ${change.disposition}`;

test('Oddo BHF, 30 January 2026: the link moved on its host and a group was stated, one group of two changes', () => {
  const { byFile } = overRegister('9695002I9DJHZ3449O66', ['H1LDKQR5B']);
  assert.equal(byFile[0], [], 'the first file is the baseline');
  assert.equal(byFile[1]?.map(raised).sort(), [
    'ae_DTI_FFG register_detail_changed/neutral transparency:neutral shown',
    'wp_url register_detail_changed/neutral transparency:neutral shown',
  ]);
  assert.is(new Set(byFile[1]?.map(({ groupId }) => groupId)).size, 1);
  assert.equal(byFile[2], []);
});

test('AllUnity: a new row in February; in August a link of another row, a date that went back and a re-keyed row', () => {
  const { byFile } = overRegister('3912007G8L8CD3HFIV26', []);
  assert.equal(byFile[0], []);
  assert.equal(byFile[1], []);
  assert.equal(byFile[2]?.map(raised), ['listed register_added/neutral legal_standing:neutral shown']);
  assert.match(
    byFile[2]?.[0]?.detail ?? '',
    /^As of 9 February 2026, ESMA's .* a new row of the issuer: AllUnity GmbH/,
  );
  const august = byFile[3] ?? [];
  const held = august.filter(({ disposition }) => disposition === 'held');
  assert.is(held.length, 4, 'the row that is gone and its three candidates');
  assert.ok(held.every(({ confirmed, notableAt }) => !confirmed && notableAt === null));
});

const allUnity = '3912007G8L8CD3HFIV26';
const chfau = ['VP84J2JSS', 'D1PFLVZDZ'];
const eurau = ['8F9FV1RW0', '4T8Q7PXDR', '72FFN7360', 'R21VFQH41', 'DP8LJM6WW'];

test('AllUnity, CHFAU: an identifier that moves from one column to the other is not lost', () => {
  const { byFile } = overRegister(allUnity, chfau);
  const august = byFile[3] ?? [];
  assert.ok(august.every(({ direction }) => direction === 'neutral' || direction === 'unassessed'));
  assert.equal(
    august.filter(({ field }) => field.startsWith('ae_DTI')).map((one) => [one.field, one.changeKind, one.direction]),
    [
      ['ae_DTI_FFG', 'moved', 'neutral'],
      ['ae_DTI', 'added', 'neutral'],
    ],
  );
  assert.is(new Set(august.filter(({ field }) => field.startsWith('ae_DTI')).map((one) => one.groupId)).size, 1);
});

/** AllUnity's rows of August. The row of January is among them under one of three new keys, or was removed. */
const augustRows = rowsOf('20260821');
const ofAllUnity = (comment: string): Cells => {
  const found = augustRows.find((row) => row['ae_lei'] === allUnity && row['wp_comments'] === comment);
  if (found === undefined) throw new Error(`no row ${comment}`);
  return found;
};
/** The next file shows which candidate the row of January became: the other two are absent. */
const rekeyedRows = without(augustRows, ofAllUnity('SEKAU'), ofAllUnity('CHFAU, V1.2'));
const rekeyed = csvOf(rekeyedRows);
/** The next file decides nothing. */
const undecided = csvOf(edit(augustRows, find(augustRows, 'HEURO'), { wp_comments: 'x' }));

const revised = (changes: readonly Change[]): readonly string[] =>
  changes
    .map(
      ({ explanation, field, revision, disposition, notableAt }) =>
        `${field} ${explanation.kind} ${revision} ${disposition} ${notableAt === null ? 'not notable' : 'notable'}`,
    )
    .sort();

test('a held row that is found under its new columns: both drafts are withdrawn, then its columns are compared', () => {
  const { byFile, next } = overRegister(allUnity, []);
  const drafts = (byFile[3] ?? []).filter(({ disposition }) => disposition === 'held');
  const changes = next(rekeyed, '2026-08-24');
  const withdrawn = changes.filter(({ revision }) => revision > 0);
  assert.equal(revised(withdrawn), [
    'listed register_added 1 superseded not notable',
    'listed register_removed 1 superseded not notable',
  ]);
  assert.ok(withdrawn.every(({ id }) => drafts.some((draft) => draft.id === id)));
  const columns = changes.filter(({ revision }) => revision === 0).map(({ field }) => field);
  assert.equal(columns.sort(), [
    'ac_authorisationNotificationDate',
    'ae_DTI',
    'ae_address',
    'ae_commercial_name',
    'wp_authorisationNotificationDate',
    'wp_comments',
  ]);
  assert.equal(next(rekeyed, '2026-08-25'), []);
  const later = next(csvOf(edit(rekeyedRows, ofAllUnity('EURAU'), { wp_comments: 'EURAU, V2' })), '2026-08-26');
  assert.equal(revised(later), ['wp_comments register_detail_changed 0 shown notable']);
  assert.is(later[0]?.before, 'EURAU');
});

test('a held row that was removed: the candidates are new rows, and the draft is confirmed when the row is removed', () => {
  const { byFile, next } = overRegister(allUnity, []);
  const draft = (byFile[3] ?? []).find(({ explanation }) => explanation.kind === 'register_removed');
  assert.equal(revised(next(undecided, '2026-08-24')), [
    'listed register_added 1 shown notable',
    'listed register_added 1 shown notable',
    'listed register_added 1 shown notable',
  ]);
  const [removed, ...more] = next(undecided, '2026-08-27');
  assert.equal(more, []);
  assert.equal(
    [removed?.id, removed?.revision, removed?.confirmed, removed?.direction],
    [draft?.id, 1, true, 'neutral'],
  );
  assert.equal([removed?.detectedAt, removed?.notableAt], [at('2026-08-21'), at('2026-08-27')]);
});

test('the same for the tokens that declare identifiers: one gains the row, the other loses a row of its issuer', () => {
  const gains = overRegister(allUnity, eurau);
  assert.equal(revised(gains.next(rekeyed, '2026-08-24').filter(({ revision }) => revision > 0)), [
    'listed register_added 1 superseded not notable',
    'listed register_removed 1 superseded not notable',
  ]);
  const loses = overRegister(allUnity, chfau);
  const [withdrawn, ...more] = loses.next(rekeyed, '2026-08-24');
  assert.equal(revised(withdrawn === undefined ? [] : [withdrawn]), [
    'listed register_removed 1 superseded not notable',
  ]);
  assert.match(
    withdrawn?.explanation.headline ?? '',
    /^Withdrawn: ESMA's .* still has the row of the issuer AllUnity .*, which names the identifiers/,
  );
  assert.equal(more, [], 'columns of the other token raise no change');
});

test('a candidate from before a late asset never raises a removal', () => {
  const { byFile, next } = overRegister(allUnity, [], at('2026-08-22'));
  assert.equal(byFile.slice(0, 3), [[], [], []]);
  assert.ok(!byFile[3]?.some(({ explanation }) => explanation.kind === 'register_added'));
  assert.equal(revised(next(rekeyed, '2026-08-24').filter(({ field }) => field === 'listed')), [
    'listed register_removed 1 superseded not notable',
  ]);
});

test('a row that names another token, then ours again: two changes, and cells are not compared across the gap', () => {
  const { byFile, next } = overRegister('969500OYUDADGZKCR583', ['TJWK5QTRK']);
  assert.is(byFile[3]?.length, 1);
  const usdc = augustRows.find((row) => row['ae_DTI_FFG']?.includes('TJWK5QTRK'));
  if (usdc === undefined) throw new Error('no row of USDC');
  const naming = (group: string, comment: string) =>
    csvOf(edit(augustRows, usdc, { ae_DTI_FFG: group, ae_DTI: '', wp_comments: comment }));
  assert.equal(
    next(naming('N7B1L2FBK', 'of another token'), '2026-08-28').map((one) => [raised(one), one.detail]),
    [
      [
        'listed register_detail_changed/neutral transparency:neutral shown',
        "As of 28 August 2026, the row of Circle Internet Financial Europe SAS (TJWK5QTRK) in ESMA's register of e-money token white papers no longer names the token.",
      ],
    ],
  );
  assert.equal(next(naming('N7B1L2FBK', 'still of another token'), '2026-09-04'), []);
  assert.equal(next(naming('TJWK5QTRK', 'ours'), '2026-09-11').map(raised), [
    'listed register_detail_changed/neutral transparency:neutral shown',
  ]);
  const [comment] = next(naming('TJWK5QTRK', 'ours, V2'), '2026-09-18');
  assert.equal([comment?.before, comment?.after], ['ours', 'ours, V2']);
});

test('a row that the asset came too late for is followed in the order of its files', () => {
  const { byFile, log } = overRegister('9695002I9DJHZ3449O66', ['H1LDKQR5B'], at('2026-10-01'));
  assert.equal(byFile[1]?.map(({ field }) => field).sort(), ['ae_DTI_FFG', 'wp_url']);
  assert.ok(byFile[1]?.every(({ detail }) => detail.startsWith('As of 30 January 2026, ')));
  assert.is(new Set(log.map(({ id }) => id)).size, log.length);
});

test('Ambr Payments is absent from one file: only the row of another entity with the same LEI raises a change', () => {
  const { byFile } = overRegister('875500AX7AO0XVYSQD64', []);
  assert.equal(byFile.slice(0, 3), [[], [], []]);
  const august = (byFile[3] ?? []).map((change) => `${raised(change)}: ${change.detail}`);
  assert.is(august.length, 1);
  assert.match(august[0] ?? '', /^wp_url .* for Newrails, UAB \(.*\) changed in/);
});

test('Circle: five more identifiers, which is neutral', () => {
  const { byFile } = overRegister('969500OYUDADGZKCR583', ['TJWK5QTRK']);
  assert.equal(byFile.slice(0, 3), [[], [], []]);
  const [dti] = byFile[3] ?? [];
  assert.is(dti?.field, 'ae_DTI');
  assert.match(dti?.explanation.whatDetail ?? '', /^Added \w{9}, \w{9}, \w{9}, \w{9} and \w{9}\.$/);
});

test('OFAC: a listed contract raises one change, and another when the address leaves the list', () => {
  const ingest = startIngest('ofac-addresses');
  const address = '0x905b63fff465b9ffbf41dea908ceb12478ec7601';
  const watched = watch(createScreen({ feeds }), { asset: { address }, party: {}, since: at('2020-01-01') });
  const steps = ['2022-09-03', '2022-11-09', '2022-11-10', '2023-10-04', '2024-01-12'].map((date) => {
    const { outputs } = ingest.run([addresses(`ETH-${date}`)], { asOf: at(date), force: true });
    return watched.rows(outputs).map(assessed);
  });
  assert.equal(steps, [
    ['list_match_added/weakens legal_standing:weakens participant_protection:weakens'],
    ['list_match_removed/strengthens legal_standing:strengthens participant_protection:strengthens'],
    [],
    [],
    [],
  ]);
});

test('every change over the real files can be recomputed, and its words are plain', () => {
  for (const [lei, dti] of [
    ['9695002I9DJHZ3449O66', ['H1LDKQR5B']],
    ['3912007G8L8CD3HFIV26', []],
    ['969500OYUDADGZKCR583', ['TJWK5QTRK']],
  ] as const) {
    const { byFile, log } = overRegister(lei, dti);
    for (const change of byFile.flat()) {
      assert.ok(verifyChange(change, log).ok, change.title);
      assert.equal(bannedWords(`${change.title} ${change.detail} ${change.impact ?? ''}`), []);
    }
  }
});

test.run();
