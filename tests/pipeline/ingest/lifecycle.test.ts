import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegisterRow } from '../../../schemas/generated/records.ts';
import { isTerm } from '../../../schemas/vocabulary.ts';
import { countsOf, day, emtwp, startIngest } from './harness.ts';
import { csvOf, edit, find, rowsOf, without } from './register-files.ts';

const rows = rowsOf('20260209');
const start = Date.parse('2026-02-09');
const at = (days: number): { readonly asOf: number } => ({ asOf: start + days * day });
const ambr = find(rows, 'Ambr');
const newrails = find(rows, 'Newrails');
const none = { added: 0, changed: 0, removed: 0, corrected: 0, editorial: 0, held: 0 };

const summaries = (records: readonly RegisterRow[]): readonly unknown[] =>
  records.map(({ columns, status, event }) => [columns['ae_lei_name'], status, event]);

function begin() {
  const ingest = startIngest('esma-emtwp');
  const first = ingest.run([csvOf(rows)], at(0));
  const idOf = (name: string, comment = ''): string => {
    const found = first.rows.find(
      (row) =>
        row.columns ===
        find(
          first.rows.map((r) => r.columns),
          name,
          comment,
        ),
    );
    return found?.rowId ?? '';
  };
  return { ingest, first, idOf };
}

test('a row absent once is missing, and still missing within six days', () => {
  const { ingest, idOf } = begin();
  const gone = csvOf(without(rows, ambr));
  const once = ingest.run([gone], at(1));
  assert.equal(summaries(once.rows), [['Ambr Payments, UAB', 'missing', 'missing']]);
  assert.is(once.rows[0]?.rowId, idOf('Ambr'));
  assert.is(once.rows[0]?.missingSince, start + day);
  assert.is(once.rows[0]?.artifactId, once.run.sha256, 'the evidence is the file that lacks it');
  assert.is(once.run.removed, 1);
  const edited = csvOf(edit(without(rows, ambr), newrails, { wp_comments: 'x' }));
  assert.equal(summaries(ingest.run([edited], at(6)).rows), [['Newrails, UAB', 'listed', 'changed']]);
});

test('a row absent from two captures six days apart is removed, also when the second has the same bytes', () => {
  const { ingest, idOf } = begin();
  const gone = csvOf(without(rows, ambr));
  ingest.run([gone], at(1));
  const early = ingest.run([gone], at(3));
  assert.is(early.run.status, 'unchanged');
  assert.equal(early.rows, []);
  const late = ingest.run([gone], at(7));
  assert.is(late.run.status, 'unchanged');
  assert.equal(summaries(late.rows), [['Ambr Payments, UAB', 'removed', 'removed']]);
  assert.is(late.rows[0]?.rowId, idOf('Ambr'));
  assert.is(late.rows[0]?.missingSince, start + day);
  assert.is(late.rows[0]?.runId, late.run.runId);
  assert.equal(ingest.run([gone], at(30)).rows, [], 'once');
});

test('a changed file removes as well', () => {
  const { ingest } = begin();
  ingest.run([csvOf(without(rows, ambr))], at(1));
  const late = ingest.run([csvOf(edit(without(rows, ambr), newrails, { wp_comments: 'x' }))], at(7));
  assert.equal(summaries(late.rows), [
    ['Newrails, UAB', 'listed', 'changed'],
    ['Ambr Payments, UAB', 'removed', 'removed'],
  ]);
  assert.equal(countsOf(late.run), { ...none, changed: 1 }, 'the file differs from the last one in one row');
});

test('a missing row that returns, unchanged or edited, keeps its id', () => {
  for (const cells of [{}, { ae_commercial_name: 'Ambr' }]) {
    const { ingest, idOf } = begin();
    ingest.run([csvOf(without(rows, ambr))], at(1));
    const back = ingest.run([csvOf(edit(rows, ambr, cells))], at(20));
    assert.equal(summaries(back.rows), [['Ambr Payments, UAB', 'listed', 'restored']]);
    assert.is(back.rows[0]?.rowId, idOf('Ambr'));
    assert.is(back.rows[0]?.missingSince, null);
    assert.is(back.rows[0]?.firstSeenAt, start);
    assert.is(back.rows[0]?.inFirstSnapshot, true);
    assert.is(back.run.added, 1, 'the last accepted file did not have it');
    assert.equal(ingest.run([csvOf(edit(rows, ambr, cells))], at(40)).rows, []);
  }
});

test('absence starts again after a return', () => {
  const { ingest } = begin();
  ingest.run([csvOf(without(rows, ambr))], at(1));
  ingest.run([csvOf(rows)], at(2));
  ingest.run([csvOf(without(rows, ambr))], at(8));
  assert.equal(ingest.run([csvOf(without(rows, ambr))], at(9)).rows, []);
  assert.is(ingest.run([csvOf(without(rows, ambr))], at(14)).rows[0]?.status, 'removed');
});

test('a row that returns after it was removed is a new row', () => {
  const { ingest, idOf } = begin();
  ingest.run([csvOf(without(rows, ambr))], at(1));
  ingest.run([csvOf(without(rows, ambr))], at(7));
  const [back] = ingest.run([csvOf(rows)], at(8)).rows;
  assert.is(back?.event, 'added');
  assert.is.not(back?.rowId, idOf('Ambr'));
  assert.is(back?.inFirstSnapshot, false);
});

test('a row that returns while another of its LEI disappears is itself, not an edit of the other', () => {
  const { ingest, idOf } = begin();
  ingest.run([csvOf(without(rows, ambr))], at(1));
  const { rows: records } = ingest.run([csvOf(without(rows, newrails))], at(2));
  assert.equal(summaries(records), [
    ['Ambr Payments, UAB', 'listed', 'restored'],
    ['Newrails, UAB', 'missing', 'missing'],
  ]);
  assert.is(records[0]?.rowId, idOf('Ambr'));
});

const allUnity = (records: readonly RegisterRow[]) =>
  records.filter(({ columns }) => columns['ae_lei_name'] === 'AllUnity GmbH');

function heldInAugust() {
  const { ingest, idOf } = begin();
  const august = ingest.run([emtwp('20260821')], { asOf: '2026-08-21' });
  const held = allUnity(august.rows).filter(({ status }) => status === 'held');
  const old = held.find(({ missingSince }) => missingSince !== null);
  const candidates = held.filter(({ missingSince }) => missingSince === null);
  return { ingest, idOf, old, candidates, augustRows: rowsOf('20260821') };
}

test('August: the re-keyed row and its candidates are held', () => {
  const { old, candidates, idOf } = heldInAugust();
  assert.is(old?.rowId, idOf('AllUnity', 'Extension'));
  assert.is(old?.event, 'held');
  assert.is(candidates.length, 3);
  assert.equal([...(old?.successorRowIds ?? [])], candidates.map(({ rowId }) => rowId).sort());
  assert.ok(candidates.every(({ event, inFirstSnapshot }) => event === 'held' && !inFirstSnapshot));
});

test('the next file that leaves one candidate shows the old row under its new key: it keeps its id', () => {
  const { ingest, old, candidates, augustRows } = heldInAugust();
  const sekau = find(augustRows, 'AllUnity', 'SEKAU');
  const v12 = find(augustRows, 'AllUnity', 'CHFAU, V1.2');
  const next = ingest.run([csvOf(without(augustRows, sekau, v12))], { asOf: '2026-08-24' });
  const records = allUnity(next.rows);
  const rekeyed = records.find(({ rowId }) => rowId === old?.rowId);
  assert.equal([rekeyed?.status, rekeyed?.event, rekeyed?.columns['wp_comments']], ['listed', 'released', 'EURAU']);
  assert.is(rekeyed?.firstSeenAt, start);
  const eurau = candidates.find(({ columns }) => columns['wp_comments'] === 'EURAU');
  const dropped = records.find(({ rowId }) => rowId === eurau?.rowId);
  assert.equal([dropped?.status, dropped?.event], ['removed', 'released'], "the candidate's own row is withdrawn");
  assert.is(records.filter(({ status }) => status === 'missing').length, 2, 'the other candidates are gone once');
  assert.equal(allUnity(ingest.run([csvOf(without(augustRows, sekau, v12))], { asOf: '2026-08-25' }).rows), []);
});

test('a next file that decides nothing releases the old row as missing and the candidates as added', () => {
  const { ingest, old, candidates, augustRows } = heldInAugust();
  const other = edit(augustRows, find(augustRows, 'HEURO'), { wp_comments: 'x' });
  const next = ingest.run([csvOf(other)], { asOf: '2026-08-24' });
  const records = allUnity(next.rows);
  assert.equal(
    records.map(({ rowId, status, event }) => [rowId, status, event]).sort(),
    [...candidates.map(({ rowId }) => [rowId, 'listed', 'released']), [old?.rowId, 'missing', 'released']].sort(),
  );
  const later = ingest.run([csvOf(other)], { asOf: '2026-08-27' });
  assert.equal(
    allUnity(later.rows).map(({ rowId, status, event }) => [rowId, status, event]),
    [[old?.rowId, 'removed', 'removed']],
  );
});

test('an unchanged file six days later releases them too, the old row as removed', () => {
  const { ingest, old, candidates } = heldInAugust();
  assert.equal(ingest.run([emtwp('20260821')], { asOf: '2026-08-22' }).rows, []);
  const later = ingest.run([emtwp('20260821')], { asOf: '2026-08-27' });
  assert.equal(
    allUnity(later.rows)
      .map(({ rowId, status, event }) => [rowId, status, event])
      .sort(),
    [...candidates.map(({ rowId }) => [rowId, 'listed', 'released']), [old?.rowId, 'removed', 'released']].sort(),
  );
});

test('a held row that returns is restored and its candidates are released', () => {
  const { ingest, old, candidates, augustRows } = heldInAugust();
  const back = find(rows, 'AllUnity', 'Extension');
  const next = ingest.run([csvOf([...augustRows, back])], { asOf: '2026-08-22' });
  const records = allUnity(next.rows);
  assert.is(records.find(({ rowId }) => rowId === old?.rowId)?.event, 'restored');
  assert.equal(records.filter(({ event }) => event === 'released').length, candidates.length);
});

test('a corrected LEI keeps the row, with the event corrected', () => {
  const { ingest, idOf } = begin();
  const next = ingest.run([csvOf(edit(rows, ambr, { ae_lei: '254900XFMACGD0L7AI73', wp_comments: 'x' }))], at(1));
  assert.equal(summaries(next.rows), [['Ambr Payments, UAB', 'listed', 'corrected']]);
  assert.is(next.rows[0]?.rowId, idOf('Ambr'));
  assert.is(next.rows[0]?.lei, '254900XFMACGD0L7AI73');
  assert.equal(countsOf(next.run), { ...none, corrected: 1 });
});

test('an invalid LEI stays as published and identifies no entity', () => {
  const { ingest } = begin();
  const [record] = ingest.run([csvOf(edit(rows, ambr, { ae_lei: '9.60E+19' }))], at(1)).rows;
  assert.is(record?.lei, null);
  assert.is(record?.columns['ae_lei'], '9.60E+19');
  assert.is(record?.event, 'changed');
});

test('records carry the identifiers read from the row, the evidence and known terms', () => {
  const { first } = begin();
  const usdc = first.rows.find(({ columns }) => columns['wp_url']?.includes('usdc'));
  assert.equal(usdc?.ffgs, ['TJWK5QTRK']);
  assert.is(usdc?.lei, '969500OYUDADGZKCR583');
  assert.ok((usdc?.dtis.length ?? 0) > 25);
  for (const row of first.rows) {
    assert.is(row.sourceHash, `sha256:${row.artifactId}`);
    assert.is(row.runId, first.run.runId);
    assert.ok(isTerm('rowStatus', row.status) && isTerm('rowEvent', row.event));
  }
  assert.is(new Set(first.rows.map(({ rowId }) => rowId)).size, rows.length, 'true duplicates have ids of their own');
  assert.ok(first.rows.every(({ rowId }) => /^[a-z2-7]{26}$/.test(rowId)));
});

test('rows are stamped with the as-of, the run with the append time', () => {
  const { ingest } = begin();
  const now = start + 50 * day;
  const { outputs } = ingest.run([csvOf(without(rows, ambr))], { ...at(1), now });
  assert.equal(
    outputs.map(({ topic, timestamp }) => [topic, timestamp]),
    [
      ['register.rows', start + day],
      ['feed.runs', now],
    ],
  );
});

test('the same captures give the same records', () => {
  const replay = () => {
    const { ingest, first } = begin();
    return [first.outputs, ingest.run([emtwp('20260821')], { asOf: '2026-08-21' }).outputs];
  };
  assert.equal(replay(), replay());
});

test.run();
