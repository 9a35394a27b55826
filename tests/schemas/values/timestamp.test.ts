import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatTimestamp, parseTimestamp } from '../../../schemas/values/timestamp.ts';

for (const text of [
  '',
  '2026-01-30',
  '2026-01-30T00:00:00',
  '2026-01-30T00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00.Z',
  ' 2026-01-01T00:00:00Z',
  'Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)',
]) {
  test(`${JSON.stringify(text)} is refused`, () => assert.is(parseTimestamp(text), null));
}

for (const [text, iso] of [
  ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
  ['2000-02-29T00:00:00.1Z', '2000-02-29T00:00:00.100Z'],
  ['2026-01-01T00:00:00.123456789+02:00', '2025-12-31T22:00:00.123Z'],
  ['2021-09-30T16:25:24-02:30', '2021-09-30T18:55:24.000Z'],
] as const) {
  test(`${text} is ${iso}`, () => assert.is(formatTimestamp(parseTimestamp(text) ?? 0), iso));
}

test.run();
