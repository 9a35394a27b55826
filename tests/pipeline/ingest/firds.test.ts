import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { firdsColumns } from '../../../pipeline/registers/firds-columns.ts';
import {
  deltaXml,
  type Files,
  fixture,
  fullXml,
  type Instrument,
  nameOf,
  realDelta,
} from '../publishers/firds/files.ts';
import { gleifIngest } from './gleif-harness.ts';

const [bond, bill, tips] = ['DE000A1R07V3', 'DE0001030294', 'US912828PP91'] as const;
const wanted = [bond, bill, tips];
const full = (day: string, ...instruments: readonly Instrument[]): Files => ({
  [nameOf('FULINS_D', day)]: fullXml(day, ...instruments),
});
const delta = (day: string, ...records: Parameters<typeof deltaXml>[1][]): Files => ({
  [nameOf('DLTINS', day)]: deltaXml(day, ...records),
});

test('the real day: what the delta states of requested instruments, and nothing of the others', async () => {
  const ingest = gleifIngest('firds');
  const before = full(
    '2021-01-16',
    { isin: bond, maturity: '2021-01-15' },
    {
      isin: tips,
      issuer: '254900HROIFWPRGM1V77',
      cfi: 'DBFTFR',
      currency: 'USD',
      maturity: '2021-01-15',
      venue: 'BERB',
    },
  );
  await ingest.run(before, wanted, '2021-01-16T12:00:00Z');
  const { run, rows, events } = await ingest.run(
    { ...before, [realDelta]: fixture(realDelta) },
    wanted,
    '2021-01-17T12:00:00Z',
  );
  assert.equal(events, [`added listed ${bill}`, `changed listed ${tips}`]);
  assert.is(rows[1]?.columns[firdsColumns.ends], '2021-01-12');
  assert.equal([run.status, run.rows, run.added, run.changed, run.removed], ['accepted', 3, 1, 1, 0]);
  assert.ok(
    rows.every(({ lei }) => lei === null),
    'a row of an instrument is not one of its issuer',
  );
});

test('a delta that lacks an instrument removes nothing; a full file that lacks it does, six days later', async () => {
  const ingest = gleifIngest('firds');
  const first = full('2026-01-03', { isin: bond }, { isin: bill });
  await ingest.run(first, wanted, '2026-01-03');
  const second = await ingest.run(
    { ...first, ...delta('2026-01-04', ['NewRcrd', { isin: tips }]) },
    wanted,
    '2026-01-04',
  );
  assert.equal(second.events, [`added listed ${tips}`]);
  const third = full('2026-01-10', { isin: bond }, { isin: tips });
  assert.equal((await ingest.run(third, wanted, '2026-01-10')).events, [`missing missing ${bill}`]);
  const fourth = full('2026-01-17', { isin: bond }, { isin: tips });
  assert.equal((await ingest.run(fourth, wanted, '2026-01-17')).events, [`removed removed ${bill}`]);
});

test('a cancelled record is removed at once; a newly requested instrument is a baseline', async () => {
  const ingest = gleifIngest('firds');
  const first = full('2026-01-03', { isin: bond }, { isin: bill });
  await ingest.run(first, [bond], '2026-01-03');
  const second = { ...first, ...delta('2026-01-04', ['CancRcrd', { isin: bond }]) };
  const { events, rows } = await ingest.run(second, [bill, bond], '2026-01-04');
  assert.equal(events, [`added listed ${bill}`, `removed removed ${bond}`]);
  assert.is(rows[0]?.inFirstSnapshot, true);
  assert.equal((await ingest.run(second, [bond], '2026-01-05')).events, [`released removed ${bill}`]);
});

test('parts differ from week to week; a snapshot without full files, or of an earlier day, is rejected', async () => {
  const ingest = gleifIngest('firds');
  await ingest.run(
    {
      [nameOf('FULINS_D', '2026-01-10', 1, 2)]: fullXml('2026-01-10', { isin: bond }),
      [nameOf('FULINS_D', '2026-01-10', 2, 2)]: fullXml('2026-01-10', { isin: bill }),
    },
    wanted,
    '2026-01-10',
  );
  const one = full('2026-01-17', { isin: bond }, { isin: bill });
  assert.is((await ingest.run(one, wanted, '2026-01-17')).run.status, 'accepted');
  const alone = await ingest.run(delta('2026-01-18', ['NewRcrd', { isin: tips }]), wanted, '2026-01-18');
  assert.match(alone.run.reason ?? '', /has no full file/);
  const older = await ingest.run(full('2026-01-10', { isin: bond }, { isin: bill }), wanted, '2026-01-19');
  assert.match(older.run.reason ?? '', /older than that of the last accepted file/);
  assert.equal([alone.events, older.events], [[], []]);
});

test('the same captures give the same rows, byte for byte', async () => {
  const first = full('2021-01-16', { isin: bond }, { isin: bill });
  const replay = async (): Promise<string> => {
    const ingest = gleifIngest('firds');
    const runs = [
      await ingest.run(first, wanted, '2021-01-16'),
      await ingest.run({ ...first, [realDelta]: fixture(realDelta) }, wanted, '2021-01-17'),
    ];
    return JSON.stringify(runs.map(({ run, rows }) => [run, rows]));
  };
  assert.is(await replay(), await replay());
});

test.run();
