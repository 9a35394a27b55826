import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  countOption,
  durationOption,
  pastTimeOption,
  scopesOption,
  timeOption,
} from '../../../../cli/program/input/parse-options.ts';
import { UsageError } from '../../../../infra/errors.ts';

const now = Date.UTC(2026, 5, 1);

/** The value, or the message of the usage error. */
function reading(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

const times: readonly (readonly [string, number | null])[] = [
  ['2026-01-29', Date.UTC(2026, 0, 29)],
  ['2026-01-29T08:00Z', Date.UTC(2026, 0, 29, 8)],
  ['2026-01-29T08:00:30.25Z', Date.UTC(2026, 0, 29, 8, 0, 30, 250)],
  ['2026-01-29T08:00:00+02:00', Date.UTC(2026, 0, 29, 6)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2026-02-29', null],
  ['2026-02-30', null],
  ['2026-04-31T00:00:00Z', null],
  ['2026-13-01', null],
  ['2026-00-10', null],
  ['2026-01-29T24:01:00Z', null],
  ['2026-01-29T08:60:00Z', null],
  ['2026-01-29T08:00:00', null],
  ['2026-01-29T08:00:00+25:00', null],
  ['2026-1-29', null],
  ['29.01.2026', null],
  ['yesterday', null],
  ['1769644800000', null],
  [' 2026-01-29', null],
  ['', null],
];

for (const [text, expected] of times) {
  test(`time "${text}"`, () => {
    const found = reading(() => timeOption('--as-of', text));
    if (expected === null) {
      assert.match(String(found), /^--as-of takes a date or date-time with zone/);
      assert.ok(String(found).includes(`not "${text}"`));
    } else {
      assert.is(found, expected);
    }
  });
}

test('an event time is at most five minutes ahead, and now when not given', () => {
  assert.is(pastTimeOption('--at', undefined, now), now);
  assert.is(pastTimeOption('--at', 'now', now), now);
  assert.is(pastTimeOption('--at', '2026-06-01T00:05:00Z', now), now + 300_000);
  assert.is(
    reading(() => pastTimeOption('--at', '2026-06-01T00:05:01Z', now)),
    '--at lies in the future: 2026-06-01T00:05:01Z',
  );
});

const counts: readonly (readonly [string, number | null])[] = [
  ['0', 0],
  ['50', 50],
  ['007', 7],
  ['100', 100],
  ['101', null],
  ['-1', null],
  ['1.5', null],
  ['1e1', null],
  ['99999999999999999999', null],
  ['', null],
  [' 5', null],
];

for (const [text, expected] of counts) {
  test(`count "${text}"`, () => {
    assert.is(
      reading(() => countOption('--limit', text, 0, 100)),
      expected ?? `--limit takes a whole number from 0 to 100, not "${text}"`,
    );
  });
}

const durations: readonly (readonly [string, number | null])[] = [
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['0h', 0],
  ['24', null],
  ['h', null],
  ['1w', null],
  ['-1h', null],
  ['1.5h', null],
  ['', null],
  ['999999999999999999999d', null],
];

for (const [text, expected] of durations) {
  test(`duration "${text}"`, () => {
    const found = reading(() => durationOption('--overlap', text));
    if (expected === null) assert.match(String(found), /^--overlap takes a duration/);
    else assert.is(found, expected);
  });
}

test('scopes: known ones, each once', () => {
  assert.equal(scopesOption('monitoring:read,watchlist:write'), ['monitoring:read', 'watchlist:write']);
  assert.equal(scopesOption('monitoring:read,monitoring:read'), ['monitoring:read']);
  for (const text of ['', 'monitoring:read,', 'MONITORING:READ', 'admin', 'monitoring:read, watchlist:write']) {
    assert.match(
      String(reading(() => scopesOption(text))),
      /^--scopes: ".*" is not one of monitoring:read, watchlist:write/,
    );
  }
});

test.run();
