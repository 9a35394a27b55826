import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../../infra/errors.ts';
import { zipOf } from '../../../support/zip.ts';
import { fixture, gleif, type GleifFeed, inPieces, read, reasonOf, reduced } from './files.ts';
import { runsOf } from '../../../support/runs.ts';
import { csv, good, hostileFiles, json, zipped } from './hostile-files.ts';
import { alarmList } from '../../../../pipeline/publishers/alarm-list.ts';
import { passRecord } from '../../../../pipeline/publishers/large-files/splitter.ts';
import { fileLimits } from '../../../../schemas/file-limits.ts';

const hostile = hostileFiles(20);

for (const [name, feed, bytes, reason] of hostile) {
  test(`R-45 ${name}`, async () => {
    const actual = await reasonOf(feed, bytes);
    assert.match(actual, reason);
  });
}

test('records under another container are not read: an alarm, and a file without records', async () => {
  const parsed = await read('gleif-lei', good.replaceAll('LEIRecords', 'Entries'));
  assert.equal(parsed.ok && [parsed.extent?.records, parsed.alarms], [
    0,
    ['The element Entries of LEIData is not known; it is not read.'],
  ]);
});

const cut: readonly (readonly [GleifFeed, string])[] = [
  ['gleif-lei', 'lei-data.xml'],
  ['gleif-lei', 'lei-data.json'],
  ['gleif-rr', 'rr-data.xml'],
  ['gleif-exceptions', 'repex-data.json'],
];

for (const [feed, name] of cut) {
  test(`${name} cut off anywhere is refused, packed too`, async () => {
    const bytes = fixture(feed, name);
    const end = bytes.toString('utf8').trimEnd().length;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: Math.min(end, bytes.length) - 1 }), async (at) => {
        assert.match(await reasonOf(feed, bytes.subarray(0, at)), /cut off|is empty|whitespace/, `at ${at}`);
      }),
      { numRuns: runsOf(60) },
    );
    for (const packed of [gzipSync(bytes), zipOf({ name: 'x', bytes })]) {
      for (const share of [0.1, 0.5, 0.9]) {
        const part = packed.subarray(0, Math.floor(packed.length * share));
        assert.match(await reasonOf(feed, part), /damaged or cut off/, `${share}`);
      }
    }
  });
}

test('the reason of a refusal does not depend on the size of the pieces', async () => {
  for (const [name, feed, bytes] of hostileFiles(20)) {
    if (bytes.length > 100_000) continue;
    const whole = await reduced(feed, inPieces(bytes));
    for (const size of [173, 100_003]) {
      assert.is((await reduced(feed, inPieces(bytes, size))).toString(), whole.toString(), `${name} ${size}`);
    }
  }
});

test('any bytes give a refusal with a sentence, never an error', async () => {
  const seeds = [
    fixture('gleif-lei', 'lei-data.xml').subarray(0, 6_000),
    Buffer.from(csv),
    Buffer.from(json),
    zipped,
    gzipSync(good),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
      fc.constantFrom<GleifFeed>('gleif-lei', 'gleif-rr', 'gleif-exceptions'),
      async (seed, edits, feed) => {
        const bytes = Buffer.from(seed);
        for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
        assert.match(await reasonOf(feed, bytes), /^(?:accepted|file [a-z].*\.)$/s);
      },
    ),
    { numRuns: runsOf(200) },
  );
});

test('an error of the storage is not a refusal of the file', async () => {
  for (const bytes of [Buffer.from(good), gzipSync(good), zipped]) {
    let reads = 0;
    const failing = async function* () {
      reads += 1;
      yield bytes.subarray(0, bytes.length - 5);
      throw new RetryableError('the disk is gone');
    };
    try {
      await gleif['gleif-lei'].reduce?.(failing, { kind: 'all' });
      assert.unreachable('should throw');
    } catch (error) {
      assert.instance(error, RetryableError, `${reads}`);
    }
  }
  assert.is(await reasonOf('gleif-lei', await bytesOf(inPieces(zipped))), 'accepted');
});

test('a file of more records than any register has is refused', () => {
  const most = fileLimits.large.records;
  const passed: string[] = [];
  const sink = {
    wants: () => false,
    take: () => undefined,
    pass: (id: string) => void passed.push(id),
    alarms: alarmList(),
  };
  const cut = (number: number): void =>
    passRecord(sink, { identifier: 'LEI' }, { id: 'a', number, bytes: Buffer.alloc(0) }, () => {
      throw new Error('not requested');
    });
  cut(most);
  assert.throws(
    () => cut(most + 1),
    `has more than ${most} records. Check that this is the file that the source publishes.`,
  );
  assert.is(passed.length, 1);
});

async function bytesOf(open: () => AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of open()) pieces.push(piece);
  return Buffer.concat(pieces);
}

test.run();
