/** The real files of ESMA's other registers; `golden.test.ts` has the e-money tokens. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { columnOf } from '../../../pipeline/registers/columns/columns.ts';
import { diffSnapshots, type SnapshotRowEvent } from '../../../pipeline/ingest/diff-snapshots.ts';
import type { SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import type { RegisterRow } from '../../../schemas/generated/records.ts';
import { isLei } from '../../../schemas/values/lei.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import { countsOf, day, seriesOf, startIngest } from './harness.ts';
import { type Cells, csvOf, edit, find, registerOf, rowsIn, without } from './register-files.ts';

const none = { added: 0, changed: 0, removed: 0, corrected: 0, editorial: 0, held: 0 };
const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** A file of a series, counted from its start or, below zero, from its end. */
function fileAt(id: string, index: number): SnapshotFile {
  const found = seriesOf(id).at(index);
  if (found === undefined) throw new Error(`${id} has no file ${index}`);
  return found.file;
}

function diff(id: string, step: number) {
  const result = diffSnapshots(registerOf(id), [fileAt(id, step)], [fileAt(id, step + 1)]);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

test('OTHER 29 to 30 January: eleven rows changed in their comments only, ten were added, none is missing', () => {
  const { counts, events } = diff('esma-other', 0);
  assert.equal(counts, { ...none, changed: 11, added: 10, rows: { old: 694, new: 704 } });
  for (const { kind, fields, in: side } of events) {
    if (kind === 'changed')
      assert.equal(
        Object.keys(fields).filter((name) => name !== 'wp_lastupdate'),
        ['wp_comments'],
      );
    else assert.equal([kind, side], ['added', 'new']);
  }
});

test('OTHER as captures of one feed: rows without a name are distinguished by their links', () => {
  const ingest = startIngest('esma-other');
  const runs = seriesOf('esma-other').map(({ date, file }) => ingest.run([file], { asOf: date }));
  assert.equal(
    runs.map(({ run }) => countsOf(run)),
    [
      { ...none, added: 694 },
      { ...none, added: 10, changed: 11 },
    ],
  );
  assert.is(new Set(runs.flatMap(({ rows }) => rows.map(({ rowId }) => rowId))).size, 704);
});

const other = rowsIn('esma-other', fileAt('esma-other', 0));
/** OTHER with one row replaced by these, which keep its issuer and state. */
const replaced = (row: Cells, ...cells: readonly Cells[]) =>
  csvOf(
    [...without(other, row), ...cells.map((cell) => ({ ...row, ae_DTI: '', ae_DTI_FFG: '', ...cell }))],
    'esma-other',
  );

test('OTHER: one of 77 rows of an issuer under two new links is held, and the next file decides', () => {
  const row = find(other, 'Crypto Risk Metrics');
  const ingest = startIngest('esma-other');
  ingest.run([csvOf(other, 'esma-other')], { asOf: '2026-01-29' });
  const two = ingest.run([replaced(row, { wp_url: 'https://a.example' }, { wp_url: 'https://b.example' })], {
    asOf: '2026-02-05',
  });
  assert.equal(countsOf(two.run), { ...none, held: 3 });
  const old = two.rows.find(({ missingSince }) => missingSince !== null);
  assert.is(old?.successorRowIds.length, 2);
  const one = ingest.run([replaced(row, { wp_url: 'https://b.example' })], { asOf: '2026-02-12' });
  assert.equal(one.rows.map(({ rowId, status, event }) => [rowId === old?.rowId, status, event]).sort(), [
    [false, 'missing', 'missing'],
    [false, 'removed', 'released'],
    [true, 'listed', 'released'],
  ]);
});

test('OTHER: a row without an entity that gets another link is missing, and a new row is added', () => {
  const nameless = other.find((row) => row['ae_lei_name'] === 'Not Available') ?? {};
  const diffed = diffSnapshots(
    registerOf('esma-other'),
    [csvOf(other, 'esma-other')],
    [replaced(nameless, { wp_url: 'https://a.example' })],
  );
  assert.equal(diffed.ok ? diffed.counts : diffed.reason, {
    ...none,
    added: 1,
    removed: 1,
    rows: { old: 694, new: 694 },
  });
});

test('OTHER: two identical rows are two rows, and losing one of them is losing one', () => {
  const [row = {}] = other;
  const twice = csvOf([...other, row], 'esma-other');
  const gone = diffSnapshots(registerOf('esma-other'), [twice], [csvOf(other, 'esma-other')]);
  assert.equal(gone.ok ? gone.counts : gone.reason, { ...none, removed: 1, rows: { old: 695, new: 694 } });
});

/** Lines of the expected table for one file, without the file. */
const expected: readonly (readonly string[])[] = readFileSync(fixturePath('esma-casps', 'expected.tsv'), 'utf8')
  .split('\n')
  .slice(1, -1)
  .map((line) => line.split('\t'));

const columns = registerOf('esma-casps').columns;

/** An event as a line of the table. */
function lineOf({ kind, key, name, in: side, fields }: SnapshotRowEvent): string {
  const changed = columns.filter(({ name: column, meaning }) => {
    const cells = fields[column];
    return cells !== undefined && columnOf(meaning).difference(cells.before ?? '', cells.after ?? '') === 'changed';
  });
  const columnNames = side === 'both' && kind !== 'editorial' ? changed.map((column) => column.name).join(' ') : '';
  return [kind, isLei(key) ? key : '', plain(name), columnNames].join('\t');
}

const caspsFiles = seriesOf('esma-casps').map(({ file }) => file.name);
for (const [step, file] of caspsFiles.slice(1).entries()) {
  test(`CASPS up to ${file}: the events of the table, each row once`, () => {
    const lines = diff('esma-casps', step).events.map(lineOf);
    const wanted = expected.filter(([name]) => name === file).map(([, ...line]) => line.join('\t'));
    assert.ok(wanted.length > 0);
    assert.equal(lines.sort(), wanted.sort());
  });
}

/** Events of one row over the series. */
const summary = ({ columns: cells, event }: RegisterRow): string =>
  `${event} ${plain(cells['ae_lei'])} ${plain(cells['ae_lei_name'])}`;

test('CASPS, the whole series as captures of one feed: none rejected, no row found twice, none lost', () => {
  const ingest = startIngest('esma-casps');
  const records: RegisterRow[] = [];
  const ends: string[] = [];
  for (const { date, file } of seriesOf('esma-casps')) {
    const { run, rows } = ingest.run([file], { asOf: date });
    assert.is(run.status, 'accepted', run.reason ?? '');
    const kinds = Object.fromEntries(
      Object.keys(none).map((kind) => [
        kind,
        expected.filter(([name, expectedKind]) => name === file.name && expectedKind === kind).length,
      ]),
    );
    assert.equal(countsOf(run), file.name === caspsFiles[0] ? { ...none, added: 119 } : kinds, file.name);
    for (const row of rows) {
      const known = records.findLast(({ rowId }) => rowId === row.rowId);
      const end = plain(row.columns['ac_authorisationEndDate']);
      if (end !== '' && end !== plain(known?.columns['ac_authorisationEndDate']))
        ends.push(`${date} ${end} ${plain(row.columns['ae_lei_name'])}`);
      assert.is(known === undefined, row.event === 'added', summary(row));
      assert.ok(known === undefined || known.asOf < row.asOf, 'one record a row and file');
    }
    records.push(...rows);
  }
  assert.equal(ends, ['2026-08-17 24/04/2026 Stratos Europe Ltd', '2026-08-17 26/03/2026 Decubate B.V.']);
  assert.equal(records.filter(({ event }) => event === 'corrected').map(summary), [
    'corrected 5493000LM0MZ4JPMGM90 OPEN BANK S.A.',
  ]);
  const added = records.filter(({ event }) => event === 'added');
  assert.equal([added.length, new Set(added.map(({ rowId }) => rowId)).size], [329, 329]);
  assert.ok(
    records.every(({ status }) => status === 'listed'),
    'no row was ever missing or held',
  );
  const last = rowsIn('esma-casps', fileAt('esma-casps', -1));
  const kept = new Map(records.map((row) => [row.rowId, row.columns]));
  assert.is(kept.size, last.length);
});

test('CASPS: firms that share an LEI and firms with several rows keep their rows apart', () => {
  const last = rowsIn('esma-casps', fileAt('esma-casps', -1));
  const aplo = find(last, 'APLO');
  assert.is(aplo['ae_lei'], find(last, 'FLOWDESK')['ae_lei']);
  const ingest = startIngest('esma-casps');
  const first = ingest.run([csvOf(last, 'esma-casps')], { asOf: '2026-08-17' });
  const idOf = (row: Cells): string | undefined =>
    first.rows.find(({ columns: cells }) => JSON.stringify(cells) === JSON.stringify(row))?.rowId;
  const euwax = last.filter((row) => row['ae_lei_name'] === 'EUWAX AG');
  const [one, two] = euwax;
  assert.is(euwax.length, 2);
  const edited = last.map((row) =>
    row === aplo ? { ...row, ae_address: 'x' } : row === two ? { ...row, ac_comments: 'y' } : row,
  );
  const { rows } = ingest.run([csvOf(without(edited, one ?? {}), 'esma-casps')], { asOf: '2026-08-18' });
  assert.equal(
    rows.map(({ rowId, event }) => [rowId, event]).sort(),
    [
      [idOf(aplo), 'changed'],
      [idOf(two ?? {}), 'changed'],
      [idOf(one ?? {}), 'missing'],
    ].sort(),
  );
});

test('NCASP: the register as published, then one entity missing, one restored and one added', () => {
  const file = fileAt('esma-ncasp', 0);
  const rows = rowsIn('esma-ncasp', file);
  const ingest = startIngest('esma-ncasp');
  assert.equal(countsOf(ingest.run([file], { asOf: '2026-02-09' }).run), { ...none, added: 101 });
  const mexc = find(rows, 'MEXC');
  const gone = csvOf(without(rows, mexc), 'esma-ncasp');
  const steps = [
    [gone, '2026-02-16', 'missing'],
    [gone, '2026-02-23', 'removed'],
    [csvOf(rows, 'esma-ncasp'), '2026-03-02', 'added'],
    [csvOf(edit(rows, mexc, { ae_reason: 'None' }), 'esma-ncasp'), '2026-03-09', 'changed'],
    [csvOf(edit(rows, mexc, { ae_reason: '', ae_lastupdate: '01/03/2026' }), 'esma-ncasp'), '2026-03-16', 'editorial'],
  ] as const;
  for (const [next, date, event] of steps) {
    const records = ingest.run([next], { asOf: date }).rows;
    assert.equal(
      records.map((row) => [row.event, row.columns['ae_lei_name'], row.lei]),
      [[event, 'MEXC Global', null]],
    );
  }
});

test('NCASP: two rows of one name with different sites are two rows; a further site changes one of them', () => {
  const file = fileAt('esma-ncasp', 0);
  const rows = rowsIn('esma-ncasp', file);
  const twins = rows.filter((row) => row['ae_lei_name'] === 'Dobibo');
  assert.is(twins.length, 2);
  const [one = {}] = twins;
  const sites = `${one['ae_website'] ?? ''}|https://dobibo9.example`;
  const result = diffSnapshots(
    registerOf('esma-ncasp'),
    [file],
    [csvOf(edit(rows, one, { ae_website: sites }), 'esma-ncasp')],
  );
  assert.equal(result.ok ? result.counts : result.reason, { ...none, changed: 1, rows: { old: 101, new: 101 } });
});

test('ARTZZ: an empty register is valid; its first row is added, and a header alone after it is refused', () => {
  const ingest = startIngest('esma-artzz');
  for (const { date, file } of seriesOf('esma-artzz')) {
    const { run } = ingest.run([file], { asOf: date });
    assert.equal([run.status, run.rows, run.reason], ['accepted', 0, null]);
    assert.equal(countsOf(run), none);
  }
  const issuer: Cells = {
    ae_competentAuthority: 'Autorité de Contrôle Prudentiel et de Resolution (ACPR)',
    ae_homeMemberState: 'FR',
    ae_lei_name: 'Example SA',
    ae_lei: '969500OYUDADGZKCR583',
    ac_authorisationNotificationDate: '01/09/2026',
    ae_credit_institution: 'NO',
    wp_url: 'https://issuer.example/art.pdf',
    wp_url_cou: 'FR|EL',
  };
  const appeared = ingest.run([csvOf([issuer], 'esma-artzz')], { asOf: '2026-09-07' });
  assert.equal(
    appeared.rows.map(({ event, inFirstSnapshot, lei }) => [event, inFirstSnapshot, lei]),
    [['added', false, '969500OYUDADGZKCR583']],
  );
  const emptied = ingest.run([csvOf([], 'esma-artzz')], { asOf: Date.parse('2026-09-07') + day });
  assert.is(emptied.run.status, 'rejected');
  assert.match(emptied.run.reason ?? '', /rows fell from 1 to 0 \(100 %\); at most 50 % is accepted/);
});

test.run();
