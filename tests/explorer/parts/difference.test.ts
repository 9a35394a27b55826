import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { differenceOf } from '../../../explorer/parts/difference.tsx';

const entry = 'Example Bank; the ISIN US912797QA86; programmes EXAMPLE; exact identifier';

for (const [before, after] of [
  ['no matching entry', entry],
  [entry, 'no matching entry any more'],
  [entry, 'not named by the asset any more'],
  ['not listed (30 June 2025)', 'US912797QL42: due on 18 September 2025, 25 percent of the reserve in bills'],
  [
    'ACTIVE (the entity is legally registered and operating)',
    'LAPSED (its registration was not renewed by the date when that was due)',
  ],
  ['10', '12'],
] as const) {
  test(`what was not there before is no text that something was removed from: ${before}`, () =>
    assert.is(differenceOf(before, after), null));
}

test('a list that has one more item, and an entry with another particular, are shown by what differs', () => {
  const amended = differenceOf(entry, entry.replace('programmes EXAMPLE', 'programmes OTHER')) ?? [];
  assert.equal(
    amended.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => `${kind} ${text}`),
    ['removed EXAMPLE', 'added OTHER'],
  );
  const services = 'custody of crypto-assets (a), exchange for funds (c) and execution of orders (e)';
  assert.ok(differenceOf(services, services.replace(' and', ', exchange for others (d) and')) !== null);
});

test.run();
