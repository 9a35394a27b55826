import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leiColumns } from '../../../pipeline/publishers/gleif/lei-records.ts';
import { relationshipColumns } from '../../../pipeline/registers/gleif-columns.ts';
import { feed as leiFeed } from '../../../pipeline/publishers/registers/gleif-lei/feed.ts';
import { leiOf } from '../../../bench/support/samples/lei-file.ts';
import { leiRecord, leiXml, relationship, rrXml } from '../publishers/gleif/files.ts';
import { gleifIngest } from './gleif-harness.ts';

const [a, b, c, d] = [leiOf(1), leiOf(2), leiOf(3), leiOf(4)] as const;
const file = (...records: readonly string[]): string => leiXml(records.join(''));
const statusOf = ({ columns }: { readonly columns: Readonly<Record<string, string>> }): string =>
  columns[leiColumns.registrationStatus] ?? '';

test('only records of requested LEIs become rows; the first file is the baseline', async () => {
  const ingest = gleifIngest('gleif-lei');
  const { run, rows, events } = await ingest.run(file(leiRecord(a), leiRecord(b), leiRecord(c)), [a, c], '2026-01-01');
  assert.equal(events, [`added listed ${a}`, `added listed ${c}`]);
  assert.equal([run.status, run.rows, run.added], ['accepted', 2, 2]);
  assert.ok(rows.every(({ inFirstSnapshot }) => inFirstSnapshot));
});

test('a record that changes keeps its row; a date alone is editorial', async () => {
  const ingest = gleifIngest('gleif-lei');
  const first = await ingest.run(file(leiRecord(a), leiRecord(b)), [a, b], '2026-01-01');
  const second = await ingest.run(
    file(leiRecord(a, '', 'LAPSED'), leiRecord(b).replace('2026-01-01', '2026-01-05')),
    [a, b],
    '2026-01-08',
  );
  assert.equal(second.events, [`changed listed ${a}`, `editorial listed ${b}`]);
  assert.equal(
    second.rows.map(({ rowId }) => rowId),
    first.rows.map(({ rowId }) => rowId),
  );
  assert.equal([second.run.changed, second.run.editorial], [1, 1]);
  assert.equal(second.rows.map(statusOf), ['LAPSED', 'ISSUED']);
});

test('a newly requested LEI is read from the same bytes, as a baseline', async () => {
  const ingest = gleifIngest('gleif-lei');
  const bytes = file(leiRecord(a), leiRecord(b));
  await ingest.run(bytes, [a], '2026-01-01');
  const second = await ingest.run(bytes, [a, b], '2026-01-02');
  assert.equal([second.run.status, second.events], ['accepted', [`added listed ${b}`]]);
  assert.is(second.rows[0]?.inFirstSnapshot, true);
  const third = await ingest.run(bytes, [a, b], '2026-01-03');
  assert.equal([third.run.status, third.read, third.events], ['unchanged', 0, []]);
});

test('a new record of an LEI that was already requested is an added row', async () => {
  const ingest = gleifIngest('gleif-lei');
  await ingest.run(file(leiRecord(a)), [a, b], '2026-01-01');
  const { rows, events } = await ingest.run(file(leiRecord(a), leiRecord(b)), [a, b], '2026-01-02');
  assert.equal([events, rows[0]?.inFirstSnapshot], [[`added listed ${b}`], false]);
});

test('a record that two files lack, six days apart, is removed; one that returns in between is restored', async () => {
  const ingest = gleifIngest('gleif-lei');
  const both = file(leiRecord(a), leiRecord(b));
  const lacking = file(leiRecord(a), leiRecord(c));
  await ingest.run(both, [a, b], '2026-01-01');
  assert.equal((await ingest.run(lacking, [a, b], '2026-01-02')).events, [`missing missing ${b}`]);
  assert.equal((await ingest.run(both, [a, b], '2026-01-03')).events, [`restored listed ${b}`]);
  assert.equal((await ingest.run(lacking, [a, b], '2026-01-04')).events, [`missing missing ${b}`]);
  assert.equal((await ingest.run(lacking, [a, b], '2026-01-05')).events, []);
  assert.equal((await ingest.run(lacking, [a, b], '2026-01-10')).events, [`removed removed ${b}`]);
});

test('an LEI that is no longer requested is released, not removed; requested again it is a baseline', async () => {
  const ingest = gleifIngest('gleif-lei');
  await ingest.run(file(leiRecord(a), leiRecord(b)), [a, b], '2026-01-01');
  const gone = await ingest.run(file(leiRecord(a), leiRecord(c)), [a], '2026-01-02');
  assert.equal([gone.events, gone.run.removed], [[`released removed ${b}`], 0]);
  const back = await ingest.run(file(leiRecord(a), leiRecord(b, '', 'LAPSED')), [a, b], '2026-01-03');
  assert.equal([back.events, back.rows[0]?.inFirstSnapshot], [[`added listed ${b}`], true]);
});

test('a record that is marked as deleted is removed at once', async () => {
  const ingest = gleifIngest('gleif-lei');
  await ingest.run(file(leiRecord(a), leiRecord(b)), [a, b], '2026-01-01');
  const marked = leiRecord(b).replace(
    '</lei:LEIRecord>',
    '<lei:Extension><lei:Deletion/></lei:Extension></lei:LEIRecord>',
  );
  const { run, events } = await ingest.run(file(leiRecord(a), marked), [a, b], '2026-01-02');
  assert.equal([events, run.removed], [[`removed removed ${b}`], 1]);
  assert.equal((await ingest.run(file(leiRecord(a, '', 'LAPSED'), marked), [a, b], '2026-01-03')).events, [
    `changed listed ${a}`,
  ]);
});

test('relationships: a parent that is no longer reached is released, one that is newly reached is a baseline', async () => {
  const ingest = gleifIngest('gleif-rr');
  const starts = (events: readonly string[]): readonly string[] => events;
  const first = await ingest.run(
    rrXml(relationship(a, b) + relationship(b, c) + relationship(d, a)),
    [a],
    '2026-01-01',
  );
  assert.equal(starts(first.events), [`added listed ${a}`, `added listed ${b}`]);
  const second = await ingest.run(
    rrXml(relationship(a, d) + relationship(d, c) + relationship(b, c)),
    [a],
    '2026-01-10',
  );
  assert.equal(
    [...second.events].sort(),
    [`added listed ${a}`, `added listed ${d}`, `missing missing ${a}`, `released removed ${b}`].sort(),
  );
  const row = second.rows.find(({ lei, event }) => lei === d && event === 'added');
  assert.is(row?.inFirstSnapshot, true, 'the parent was not requested before');
  const own = second.rows.find(({ lei, event }) => lei === a && event === 'added');
  assert.equal([own?.inFirstSnapshot, own?.columns[relationshipColumns.end]], [false, d]);
});

test('a file that lost a fifth of its records, or is of an earlier day, is rejected and changes nothing', async () => {
  const ingest = gleifIngest('gleif-lei');
  const many = (count: number, date: string): string =>
    leiXml(
      Array.from({ length: count }, (_, number) => leiRecord(leiOf(number))).join(''),
      `<lei:ContentDate>${date}</lei:ContentDate>`,
    );
  await ingest.run(many(100, '2026-01-01T08:00:00Z'), [a], '2026-01-01');
  const short = await ingest.run(many(79, '2026-01-02T08:00:00Z'), [a], '2026-01-02');
  assert.equal([short.run.status, short.rows], ['rejected', []]);
  assert.match(short.run.reason ?? '', /Its rows fell from 100 to 79 \(21 %\); at most 20 % is accepted\./);
  const older = await ingest.run(many(101, '2025-12-31T08:00:00Z'), [a], '2026-01-03');
  assert.match(
    older.run.reason ?? '',
    /Its content is of 2025-12-31T08:00:00Z, older than that of the last accepted file, 2026-01-01/,
  );
  assert.is((await ingest.run(many(80, '2026-01-04T08:00:00Z'), [a], '2026-01-04')).run.status, 'accepted');
  const empty = await ingest.run(leiXml(''), [a], '2026-01-05', false);
  assert.match(empty.run.reason ?? '', /It has 0 rows; fewer than 1 is taken for a broken file/);
});

test('a file that lacks a fifth of the requested records is rejected, even at full size', async () => {
  const ingest = gleifIngest('gleif-lei');
  const wanted = Array.from({ length: 20 }, (_, number) => leiOf(number));
  const records = (from: number): string =>
    leiXml(Array.from({ length: 40 }, (_, number) => leiRecord(leiOf(from + number))).join(''));
  await ingest.run(records(0), wanted, '2026-01-01');
  const { run } = await ingest.run(records(5), wanted, '2026-01-02');
  assert.match(run.reason ?? '', /5 of the 20 rows of the last accepted file are gone \(25 %\)/);
});

test('a refused file names itself', async () => {
  const { run } = await gleifIngest('gleif-lei').run('<html></html>', [a], '2026-01-01');
  assert.equal([run.status, run.reason], ['rejected', 'file.xml is an HTML page, not LEI records.']);
});

test('a new parser reads the last file again for the LEIs requested then: editorial rows, no changes', async () => {
  const ingest = gleifIngest('gleif-lei');
  const bytes = file(leiRecord(a), leiRecord(b));
  await ingest.run(bytes, [a], '2026-01-01');
  ingest.use({
    ...leiFeed,
    manifest: { ...leiFeed.manifest, parserVersion: '2' },
    parse: (files) => {
      const parsed = leiFeed.parse(files);
      if (!parsed.ok) return parsed;
      return {
        ...parsed,
        rows: parsed.rows.map((row) => ({ ...row, columns: { ...row.columns, [leiColumns.category]: 'FUND' } })),
      };
    },
  });
  const { events, read, rows } = await ingest.run(bytes, [a, b], '2026-01-02');
  assert.equal(events, [`editorial listed ${a}`, `added listed ${b}`]);
  assert.equal([read, rows.map(({ inFirstSnapshot }) => inFirstSnapshot)], [2, [true, true]]);
});

test.run();
