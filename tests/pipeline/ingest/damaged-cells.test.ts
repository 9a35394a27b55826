/** Cells and names that a wrong encoding damaged, in registers with and without keys and in lists. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { EntryState } from '../../../pipeline/ingest/feed-state.ts';
import type { ParsedEntry, ParsedRow } from '../../../pipeline/ingest/feed.ts';
import { diffSnapshots } from '../../../pipeline/ingest/diff-snapshots.ts';
import { planRun } from '../../../pipeline/ingest/rows/plan-run.ts';
import { planSanctionsRun } from '../../../pipeline/ingest/rows/sanctions-run.ts';
import { leiColumns } from '../../../pipeline/publishers/gleif/lei-records.ts';
import { leiOf } from '../../../bench/support/samples/lei-file.ts';
import { day, seriesOf, startIngest } from './harness.ts';
import { type Cells, csvOf, edit, registerOf, rowsIn } from './register-files.ts';

/** Rows of the first file of a register. */
function firstRows(id: string): readonly Cells[] {
  const [first] = seriesOf(id);
  if (first === undefined) throw new Error(`${id} has no file`);
  return rowsIn(id, first.file).slice(0, 210);
}

const start = Date.parse('2026-03-01');
const lost = (text: string): string => text.replace(/[^\0-\x7f]/g, '\ufffd');
const asked = (text: string): string => text.replace(/[^\0-\x7f]/g, '?');
const asLatin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const damages: readonly (readonly [string, (text: string) => string])[] = [
  ['lost characters', lost],
  ['question marks', asked],
  ['another encoding', asLatin],
  ['entities', (text) => text.replace(/[^\0-\x7f]/g, (letter) => `&#${letter.charCodeAt(0)};`)],
];

for (const [id, name] of [
  ['esma-casps', 'Börsenhaus Löwenstraße Verwahr GmbH'],
  ['esma-other', 'Société de l’Étoile SAS'],
  ['esma-emtwp', 'Účetní Říp s.r.o.'],
  ['esma-ncasp', 'Банка Запад ЕАД'],
] as const) {
  for (const [how, damage] of damages) {
    test(`${id}: ${how} in a name are an alarm, and the name stays`, () => {
      const rows = firstRows(id);
      const row = rows.find((cells) => cells['ae_lei_name'] !== '') ?? {};
      const ingest = startIngest(id);
      const good = edit(rows, row, { ae_lei_name: name });
      ingest.run([csvOf(good, id)], { asOf: start });
      const bad = csvOf(edit(rows, row, { ae_lei_name: damage(name) }), id);
      const after = ingest.run([bad], { asOf: start + day });
      assert.equal([after.run.status, after.rows.length], ['accepted', 0]);
      assert.is(after.run.changed, 0);
      assert.ok(
        after.run.alarms.some((alarm) => alarm.includes('ae_lei_name')),
        after.run.alarms.join(' '),
      );
      const back = ingest.run([csvOf(good, id)], { asOf: start + 2 * day });
      assert.equal([back.run.status, back.rows.length], ['accepted', 0]);
    });
  }
}

test('a row without an LEI is still recognised, and nothing is missing', () => {
  const rows = firstRows('esma-ncasp');
  const [first = {}] = rows;
  for (const name of ['Spółka Łódź', 'Ψηφιακή Τράπεζα', 'Éclair']) {
    const ingest = startIngest('esma-ncasp');
    const cells = { ae_lei: '', ae_lei_name: name };
    ingest.run([csvOf(edit(rows, first, cells), 'esma-ncasp')], { asOf: start });
    const bad = edit(rows, first, { ...cells, ae_lei_name: asked(name) });
    const after = ingest.run([csvOf(bad, 'esma-ncasp')], { asOf: start + day });
    assert.equal([after.rows.length, after.run.removed, after.run.added], [0, 0, 0], name);
  }
});

test('a damaged name that is another one is not stored either; the next good one is a change', () => {
  const rows = firstRows('esma-casps');
  const row = rows.find((cells) => cells['ae_lei'] !== '') ?? {};
  const named = (name: string) => [csvOf(edit(rows, row, { ae_lei_name: name }), 'esma-casps')];
  const ingest = startIngest('esma-casps');
  ingest.run(named('Börsenhaus GmbH'), { asOf: start });
  assert.is(ingest.run(named('B\ufffdrsenkeller GmbH'), { asOf: start + day }).rows.length, 0);
  const [changed] = ingest.run(named('Börsenkeller GmbH'), { asOf: start + 2 * day }).rows;
  assert.equal([changed?.event, changed?.columns['ae_lei_name']], ['changed', 'Börsenkeller GmbH']);
});

test('a name that was damaged in the first file is repaired without a change', () => {
  const rows = firstRows('esma-casps');
  const row = rows.find((cells) => cells['ae_lei'] !== '') ?? {};
  const ingest = startIngest('esma-casps');
  ingest.run([csvOf(edit(rows, row, { ae_lei_name: 'B?rsenhaus GmbH' }), 'esma-casps')], { asOf: start });
  const [repaired] = ingest.run([csvOf(edit(rows, row, { ae_lei_name: 'Börsenhaus GmbH' }), 'esma-casps')], {
    asOf: start + day,
  }).rows;
  assert.equal([repaired?.event, repaired?.columns['ae_lei_name']], ['editorial', 'Börsenhaus GmbH']);
});

test('a real change beside a damaged name is stated, with the good name', () => {
  const rows = firstRows('esma-casps');
  const row = rows.find((cells) => cells['ae_lei'] !== '') ?? {};
  const ingest = startIngest('esma-casps');
  ingest.run([csvOf(edit(rows, row, { ae_lei_name: 'Börse' }), 'esma-casps')], { asOf: start });
  const bad = edit(rows, row, { ae_lei_name: 'B\ufffdrse', ac_authorisationEndDate: '01/03/2026' });
  const [changed] = ingest.run([csvOf(bad, 'esma-casps')], { asOf: start + day }).rows;
  assert.equal([changed?.columns['ae_lei_name'], changed?.columns['ac_authorisationEndDate']], ['Börse', '01/03/2026']);
});

test('GLEIF: a record keeps its legal name and its former names', () => {
  const feed = registerOf('gleif-lei');
  const row = (name: string, former: string): ParsedRow => ({
    columns: { [leiColumns.lei]: leiOf(1), [leiColumns.legalName]: name, [leiColumns.previousNames]: former },
  });
  const info = { captureId: 'c', asOf: start, first: true };
  const [name, former] = ['Łódzka Giełda', 'Stará Firma | Nová Firma'];
  const stored = planRun(feed, [], [row(name, former)], info).changes.map(({ rowId, row: state }) => ({
    id: rowId,
    state,
  }));
  for (const damage of [lost, asked, asLatin]) {
    const plan = planRun(feed, stored, [row(damage(name), damage(former))], { ...info, first: false });
    assert.equal([plan.changes.length, plan.alarms.length], [0, 2]);
  }
});

test('the offline comparison of two files states the same', () => {
  const rows = firstRows('esma-casps');
  const row = rows.find((cells) => cells['ae_lei'] !== '') ?? {};
  const file = (name: string) => [csvOf(edit(rows, row, { ae_lei_name: name }), 'esma-casps')];
  const diff = diffSnapshots(registerOf('esma-casps'), file('Börse'), file('B?rse'));
  assert.ok(
    diff.ok && diff.events.length === 0 && diff.alarms.some((alarm) => alarm.includes('"B?rse" stands for "Börse"')),
  );
});

const entry = (...names: readonly string[]): ParsedEntry => ({
  entryId: 'E1',
  entityType: 'organisation',
  names: names.map((name) => ({ name, kind: 'primary', weak: false })),
  wallets: [],
  identifiers: [],
  countries: [],
  programs: [],
  dates: [],
  listedOn: null,
  relations: [],
});

test('a list: an entry keeps the name under which it is found', () => {
  const at = { asOf: start, first: true, partOf: () => '' };
  const stored = (read: ParsedEntry) =>
    planSanctionsRun([], [read], at).changes.map(({ entryId, entry: state }): { id: string; state: EntryState } => ({
      id: entryId,
      state,
    }));
  for (const name of ['Завод Вымысел', 'Compañía Ficción', 'شركة الخيال', '虚构贸易公司', 'Şirket Kurgu']) {
    for (const damage of [lost, asked]) {
      const plan = planSanctionsRun(stored(entry(name, 'Second')), [entry(damage(name), 'Second')], {
        ...at,
        first: false,
      });
      assert.equal([plan.changes.length, plan.alarms.length], [0, 1], damage(name));
    }
  }
  const renamed = planSanctionsRun(stored(entry('Завод Вымысел')), [entry('Завод Правда')], { ...at, first: false });
  assert.equal([renamed.changes.length, renamed.alarms.length], [1, 0]);
});

test.run();
