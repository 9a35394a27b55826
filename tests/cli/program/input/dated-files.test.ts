import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asOfFiles, dayIn } from '../../../../cli/program/input/dated-files.ts';
import { UsageError } from '../../../../infra/errors.ts';

const now = Date.UTC(2026, 5, 1);

/** The time, or the message of the usage error. */
function timeOf(files: readonly string[], asOf?: string): unknown {
  const words = ['feeds', 'run', 'esma-emtwp', ...files.flatMap((path) => ['--file', path])];
  try {
    return asOfFiles({ asOf, files, words, now });
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

test('the day in a name: with separators or without, the newest of several, and only a day of the calendar', () => {
  const days: readonly (readonly [string, string | null])[] = [
    ['EMTWP-20260129.csv', '2026-01-29'],
    ['emtwp_2026-01-29.csv', '2026-01-29'],
    ['emtwp.2026.01.29.csv.gz', '2026-01-29'],
    ['FULINS_D_20260117_01of03.zip', '2026-01-17'],
    ['20260117-0800-gleif-goldencopy-lei2-golden-copy.csv.zip', '2026-01-17'],
    ['changes-20260101-20260131.csv', '2026-01-31'],
    ['2024_02_29.csv', '2024-02-29'],
    ['2026_02_29.csv', null],
    ['2026-01.29.csv', null],
    ['file-20261399.csv', null],
    ['120260129.csv', null],
    ['202601290.csv', null],
    ['18990101.csv', null],
    ['sdn.csv', null],
    ['', null],
  ];
  for (const [name, day] of days) assert.is(dayIn(name), day, name);
});

test('a dated file without --as-of is refused with the line to type', () => {
  const message = timeOf(['lists/EMTWP-20260129.csv']);
  assert.match(String(message), /^the name EMTWP-20260129\.csv has a date\. Without --as-of the file counts as of now/);
  const line = 'attestry feeds run esma-emtwp --file lists/EMTWP-20260129.csv --as-of 2026-01-29';
  assert.ok(String(message).includes(`\n  ${line}\n`), String(message));
  assert.match(String(message), 'or --as-of now');
});

test('of several files the newest day counts, and the line is one that a shell takes', () => {
  const message = String(timeOf(["it's/FULINS_D_20260117.zip", 'DLTINS_20260119_01of01.zip', 'sdn.csv']));
  assert.match(message, 'the name DLTINS_20260119_01of01.zip has a date');
  assert.match(message, String.raw`--file 'it'\''s/FULINS_D_20260117.zip' --file DLTINS_20260119_01of01.zip`);
  assert.match(message, '--file sdn.csv --as-of 2026-01-19\n');
});

test('with --as-of, also the word now, and for files and folders without a date of their own, nothing is asked', () => {
  assert.is(timeOf(['EMTWP-20260129.csv'], '2026-01-30'), Date.UTC(2026, 0, 30));
  assert.is(timeOf(['EMTWP-20260129.csv'], 'now'), now);
  assert.is(timeOf(['backup-20260129/EMTWP.csv']), now);
  assert.is(timeOf([]), now);
  assert.match(String(timeOf([], '2026-07-01')), '--as-of lies in the future');
});

test.run();
