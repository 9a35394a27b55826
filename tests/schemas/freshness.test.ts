import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isOld, limitAt, youngFor } from '../../schemas/freshness.ts';
import { dayMs, hourMs } from '../../schemas/values/durations.ts';

const table: readonly (readonly [what: string, youngForMs: number, days: number])[] = [
  ['a list that is fetched every hour', youngFor.feed({ everyMs: hourMs }), 2],
  ['a register that is fetched every day', youngFor.feed({ everyMs: dayMs }), 3],
  ['a source that is not fetched by itself', youngFor.feed({ everyMs: 0 }), 2],
  ['a token on its chain', youngFor.chain(), 9],
  ['terms', youngFor.document('terms'), 2],
  ['a white paper', youngFor.document('whitepaper'), 3],
  ['a page of the issuer', youngFor.document('page'), 3],
  ['a report', youngFor.document('report'), 2],
  ['a monthly reserve report', youngFor.reserveReport(31 * dayMs), 66],
];

const asOf = Date.UTC(2026, 0, 1);

for (const [what, youngForMs, days] of table) {
  test(`${what} is old one millisecond after ${days} days`, () => {
    const last = asOf + days * dayMs;
    assert.is(limitAt(asOf, youngForMs), last);
    assert.is(isOld(asOf, youngForMs, last), false);
    assert.is(isOld(asOf, youngForMs, last + 1), true);
  });
}

test.run();
