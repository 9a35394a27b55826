import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Feed, SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { ingestCapture } from '../../../pipeline/ingest/ingest.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { isTerm } from '../../../schemas/vocabulary.ts';
import {
  addresses,
  countsOf,
  day,
  emtwp,
  feedOf,
  fileOf,
  type Ingest,
  keyedState,
  startIngest,
  textOf,
} from './harness.ts';
import { csvOf, edit, find, rowsOf } from './register-files.ts';

const start = Date.parse('2026-02-09');
const good = emtwp('20260209');
const text = textOf(good);
const rows = rowsOf('20260209');
const none = { added: 0, changed: 0, removed: 0, corrected: 0, editorial: 0, held: 0 };

/** Asserts that a capture is refused with this reason and emits only its run record. */
function assertRejected(
  ingest: Ingest,
  files: readonly SnapshotFile[],
  asOf: number,
  reason: RegExp,
  force = false,
): void {
  const before = JSON.stringify([...ingest.state]);
  const { run, outputs } = ingest.run(files, { asOf, force });
  assert.is(run.status, 'rejected');
  assert.match(run.reason ?? '', reason);
  assert.match(run.reason ?? '', /\.$/, 'a sentence');
  assert.is(outputs.length, 1);
  assert.equal(countsOf(run), none);
  assert.is(JSON.stringify([...ingest.state]), before);
}

const bytes = (content: Buffer): SnapshotFile => ({ name: 'EMTWP.csv', bytes: content });
const file = (content: string): SnapshotFile => fileOf('EMTWP.csv', content);
const broken: readonly (readonly [string, SnapshotFile, RegExp])[] = [
  [
    'cut off inside a line',
    bytes(good.bytes.subarray(0, 7_000)),
    /line \d+ has \d+ cells?; the header has 19|inside a quoted cell/,
  ],
  ['an HTML page', file('<!DOCTYPE html>\n<html><body>Sorry</body></html>'), /is an HTML or XML page, not CSV/],
  ['empty', bytes(Buffer.alloc(0)), /EMTWP\.csv is empty/],
  ['UTF-16', bytes(Buffer.from(`\ufeff${text}`, 'utf16le')), /is UTF-16/],
  ['Windows-1252', bytes(Buffer.from(text.slice(1), 'latin1')), /is not UTF-8: byte 0x[89A-F][0-9A-F] at line \d+/],
  ['half of the rows', csvOf(rows.slice(0, 16)), /rows fell from 33 to 16 \(51\.5 %\); at most 20 %/],
  [
    'other rows',
    csvOf(rows.map((row) => ({ ...row, ae_lei: '', ae_lei_name: `${row['ae_lei_name'] ?? ''} II` }))),
    /33 of the 33 rows .* are gone/,
  ],
];
for (const [name, bad, reason] of broken) {
  test(`a bad file changes nothing but feed.runs: ${name}`, () => {
    const ingest = startIngest('esma-emtwp');
    ingest.run([good], { asOf: start });
    assertRejected(ingest, [bad], start + day, reason);
    assert.is(ingest.run([good], { asOf: start + 2 * day }).run.status, 'unchanged', 'and does not stop the next one');
  });
}

test('a first file with too few rows is refused as broken', () => {
  assertRejected(startIngest('esma-emtwp'), [csvOf(rows.slice(0, 3))], start, /It has 3 rows; fewer than 10/);
});

test('force passes the gates and is recorded; without need it is not', () => {
  const ingest = startIngest('esma-emtwp');
  assert.is(ingest.run([good], { asOf: start, force: true }).run.forced, false);
  const { run, rows: records } = ingest.run([csvOf(rows.slice(0, 16))], { asOf: start + day, force: true });
  assert.equal([run.status, run.forced, run.removed, records.length], ['accepted', true, 17, 17]);
});

test('force does not pass a file that cannot be read', () => {
  const ingest = startIngest('esma-emtwp');
  ingest.run([good], { asOf: start });
  assertRejected(ingest, [bytes(Buffer.alloc(0))], start + day, /is empty/, true);
});

test('as-of: going back, and the same with other bytes', () => {
  const ingest = startIngest('esma-emtwp');
  ingest.run([good], { asOf: start });
  const other = emtwp('20260130');
  assertRejected(ingest, [other], start - day, /goes back behind the last run, 2026-02-09T00:00:00\.000Z/, true);
  assertRejected(ingest, [other], start, /with other bytes/, true);
  assert.is(ingest.run([good], { asOf: start }).run.status, 'unchanged');
});

test('an as-of more than five minutes ahead of the capture is refused', () => {
  const ingest = startIngest('esma-emtwp');
  const ahead = (milliseconds: number) => ingest.run([good], { asOf: start + milliseconds, now: start }).run;
  assert.match(ahead(5 * 60_000 + 1).reason ?? '', /lies in the future/);
  assert.is(ahead(5 * 60_000).status, 'accepted');
});

test('a capture that is rejected at two times has two runs, because the reason names the time', () => {
  const ingest = startIngest('esma-emtwp');
  const [at, later] = [start, start + 1].map((now) => ingest.run([good], { asOf: start + day, now }).run);
  assert.is(at?.captureId, later?.captureId);
  assert.is.not(at?.reason, later?.reason);
  assert.is.not(at?.runId, later?.runId);
});

test('an unchanged capture raises the lowest as-of that may follow', () => {
  const ingest = startIngest('esma-emtwp');
  ingest.run([good], { asOf: start });
  ingest.run([good], { asOf: start + 5 * day });
  assertRejected(ingest, [emtwp('20260821')], start + 3 * day, /goes back/);
});

test('the same bytes under another name are unchanged, and no artifact is requested', () => {
  const ingest = startIngest('esma-emtwp');
  const first = ingest.run([good], { asOf: start });
  assert.equal(ingest.asked(), [first.run.sha256]);
  const second = ingest.run([{ ...good, name: 'EMTWP.csv' }], { asOf: start + day });
  assert.equal([second.run.status, second.run.rows, second.rows.length], ['unchanged', 33, 0]);
  assert.equal(countsOf(second.run), none);
  assert.equal(ingest.asked(), []);
});

test('a run that is not accepted has another id than the accepted one', () => {
  const ingest = startIngest('esma-emtwp');
  const accepted = ingest.run([good], { asOf: start }).run;
  const repeated = ingest.run([good], { asOf: start }).run;
  assert.is(repeated.captureId, accepted.captureId);
  assert.is.not(repeated.runId, accepted.runId);
});

test('two files for a register of one file', () => {
  assertRejected(startIngest('esma-emtwp'), [good, emtwp('20260130')], start, /is one file; 2 were given/);
});

test('a capture without files, and one of an unknown feed', () => {
  assertRejected(startIngest('esma-emtwp'), [], start, /holds no file/);
  const value = {
    captureId: 'c',
    feed: 'esma-unknown',
    asOf: 0,
    obtained: 'imported',
    force: false,
    artifacts: [],
    wanted: [],
  };
  const input = { topic: 'feed.captures', partition: 0, offset: 0, timestamp: 0, value } as const;
  const result = ingestCapture({ feeds })(keyedState(new Map()), input, new Map());
  assert.is(result.kind, 'park');
  assert.match(result.kind === 'park' ? result.reason : '', /no feed esma-unknown; known are esma-/);
});

test('missing bytes of an artifact are an error, not a rejection', () => {
  const artifacts = [
    { name: 'EMTWP.csv', sha256: 'aa', bytes: 1, url: null, contentType: null, etag: null, lastModified: null },
  ];
  const value = {
    captureId: 'c',
    feed: 'esma-emtwp',
    asOf: 0,
    obtained: 'imported',
    force: false,
    artifacts,
    wanted: [],
  };
  const input = { topic: 'feed.captures', partition: 0, offset: 0, timestamp: 0, value } as const;
  assert.throws(() => ingestCapture({ feeds })(keyedState(new Map()), input, new Map()), /was not given to ingest/);
});

test('alarms reach the run: an unknown column does not stop the register', () => {
  const lines = textOf(csvOf(rows)).split('\r\n');
  const wider = lines.map((line, index) => (line === '' ? '' : `${line},${index === 0 ? 'wp_new' : 'x'}`)).join('\r\n');
  const { run } = startIngest('esma-emtwp').run([file(wider)], { asOf: start });
  assert.is(run.status, 'accepted');
  assert.match(run.alarms.join(), /unknown column wp_new/);
});

/** The register with a parser of another version. */
const parser = (parserVersion: string, parse: (typeof register)['parse'] = register.parse): Feed => ({
  ...register,
  manifest: { ...register.manifest, parserVersion },
  parse,
});
const register = feedOf('esma-emtwp') as Extract<Feed, { kind: 'register' }>;

test('a new parser reads the last artifact again first: its differences are editorial', () => {
  const ingest = startIngest('esma-emtwp');
  const first = ingest.run([good], { asOf: start });
  ingest.use(
    parser('2.0.0', (files) => {
      const parsed = register.parse(files);
      if (!parsed.ok) return parsed;
      const shouting = parsed.rows.map((row) => ({
        ...row,
        columns: { ...row.columns, wp_comments: (row.columns['wp_comments'] ?? '').toUpperCase() },
      }));
      return { ...parsed, rows: shouting };
    }),
  );
  const heuro = find(rows, 'HEURO');
  const next = csvOf(edit(rows, heuro, { wp_url: 'https://www.heuro.com/about' }));
  const { runs, rows: records } = ingest.run([next], { asOf: start + day });
  assert.equal(ingest.asked().length, 2, 'the last artifact and the new one');
  const [again, run] = runs;
  assert.equal([again?.status, again?.captureId, again?.asOf], ['accepted', first.run.captureId, start]);
  assert.is.not(again?.runId, first.run.runId);
  assert.equal([again?.added, again?.changed, again?.removed], [0, 0, 0]);
  const lens = records.filter((record) => record.runId === again?.runId);
  assert.ok(lens.length > 20);
  assert.ok(
    lens.every(({ event, asOf, inFirstSnapshot }) => event === 'editorial' && asOf === start && inFirstSnapshot),
  );
  assert.equal(countsOf(run ?? first.run), { ...none, changed: 1 });
  const ids = new Set(first.rows.map(({ rowId }) => rowId));
  assert.ok(
    records.every(({ rowId }) => ids.has(rowId)),
    'every row kept its id',
  );
});

test('rows that only the new parser finds belong to the first snapshot', () => {
  const ingest = startIngest('esma-emtwp');
  const blind = (files: readonly SnapshotFile[]) => {
    const parsed = register.parse(files);
    return parsed.ok ? { ...parsed, rows: parsed.rows.slice(0, 30) } : parsed;
  };
  ingest.use(parser('1.0.0', blind));
  ingest.run([good], { asOf: start });
  ingest.use(parser('2.0.0'));
  const { runs, rows: records } = ingest.run([good], { asOf: start + day });
  assert.equal(
    runs.map(({ status }) => status),
    ['accepted', 'unchanged'],
  );
  assert.is(records.length, 3);
  assert.ok(
    records.every(
      ({ event, inFirstSnapshot, firstSeenAt }) => event === 'editorial' && inFirstSnapshot && firstSeenAt === start,
    ),
  );
  assert.equal(ingest.run([good], { asOf: start + 2 * day }).runs.length, 1, 'once');
});

test('when the new parser cannot read the last artifact nothing can be compared, unless forced', () => {
  const ingest = startIngest('esma-emtwp');
  ingest.run([good], { asOf: start });
  ingest.use(
    parser('2.0.0', (files) =>
      files[0]?.name === good.name ? { ok: false, reason: 'It is too old.' } : register.parse(files),
    ),
  );
  const next = csvOf(rows);
  const { runs, rows: records } = ingest.run([next], { asOf: start + day });
  assert.equal(
    runs.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.match(runs[1]?.reason ?? '', /last accepted snapshot cannot be read by parser 2\.0\.0: It is too old\./);
  assert.equal(records, []);
  assert.is(ingest.run([next], { asOf: start + day, force: true }).run.status, 'accepted');
});

test('sanctions: entries are listed, amended and removed by their id', () => {
  const ingest = startIngest('ofac-addresses');
  const one = fileOf(
    'ETH.json',
    '["0x1111111111111111111111111111111111111111", "0x2222222222222222222222222222222222222222"]',
  );
  const first = ingest.run([one], { asOf: start });
  assert.ok(
    first.entries.every(
      ({ status, inFirstSnapshot, firstSeenAt }) => status === 'listed' && inFirstSnapshot && firstSeenAt === start,
    ),
  );
  const arb = fileOf('ARB.json', '["0x2222222222222222222222222222222222222222"]');
  const second = ingest.run([one, arb], { asOf: start + day });
  assert.equal(countsOf(second.run), { ...none, changed: 1 });
  const [amended] = second.entries;
  assert.equal(
    amended?.wallets.map(({ ticker }) => ticker),
    ['ARB', 'ETH'],
  );
  assert.is(amended?.firstSeenAt, start);
  const less = fileOf('ETH.json', '["0x2222222222222222222222222222222222222222"]');
  assertRejected(ingest, [less, arb], start + 2 * day, /rows fell from 2 to 1 \(50 %\); at most 5 %/);
  const third = ingest.run([less, arb], { asOf: start + 2 * day, force: true });
  assert.equal(
    third.entries.map(({ entryId, status }) => [entryId, status]),
    [['0x1111111111111111111111111111111111111111', 'removed']],
  );
  assert.is(third.entries[0]?.artifactId, ingest.asked()[0], 'the evidence is the file that lacks it');
  const fourth = ingest.run([one, arb], { asOf: start + 3 * day });
  assert.equal(
    fourth.entries.map(({ status, firstSeenAt, inFirstSnapshot }) => [status, firstSeenAt, inFirstSnapshot]),
    [['listed', start + 3 * day, false]],
  );
});

test('sanctions: the spelling of an address is not an amendment', () => {
  const ingest = startIngest('ofac-addresses');
  const list = (address: string) => fileOf('ETH.json', JSON.stringify([address]));
  ingest.run([list('0x098B716B8Aaf21512996dC57EB0615e2383E2f96')], { asOf: start });
  const { run, entries } = ingest.run([list('0x098b716b8aaf21512996dc57eb0615e2383e2f96')], { asOf: start + day });
  assert.equal([run.status, entries.length], ['accepted', 0]);
});

test('sanctions: a snapshot that lacks a ticker the last one had is refused, even when forced', () => {
  const ingest = startIngest('ofac-addresses');
  const eth = addresses('ETH-2024-01-12');
  const trx = addresses('TRX-2024-09-27');
  ingest.run([eth, trx], { asOf: start });
  assertRejected(ingest, [eth], start + day, /It lacks TRX, which the last accepted snapshot had/, true);
  assertRejected(
    ingest,
    [eth, fileOf('ETH-2.json', '[]'), trx],
    start + day,
    /ETH-2024-01-12\.json and ETH-2\.json are both the part ETH/,
  );
  const renamed = [
    { ...eth, name: 'sanctioned_addresses_ETH.json' },
    { ...trx, name: 'TRX.json' },
  ];
  assert.is(ingest.run(renamed, { asOf: start + day }).run.status, 'unchanged');
});

test('every record uses the vocabulary', () => {
  const ingest = startIngest('ofac-addresses');
  const { run, entries } = ingest.run([addresses('ETH-2024-01-12')], { asOf: start });
  assert.ok(isTerm('runStatus', run.status));
  assert.ok(entries.every(({ status }) => isTerm('entryStatus', status)));
  assert.is(run.sha256, entries[0]?.artifactId, 'one file: the hash anyone computes of it');
});

test.run();
