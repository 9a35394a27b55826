import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { isinOfCusip } from '../../../../../schemas/values/cusip.ts';
import { changesIn, fold } from '../../builders.ts';
import { bills, hour, instrumentsOf, item, july, june } from './reserve.ts';

type Items = Parameters<typeof instrumentsOf>[2];

const [first, second] = ['2025-06-30', '2025-07-31'];
const before: Items = [item(bills.a), item(bills.b)];

const captures = (items: Items): readonly Observation[] => [
  instrumentsOf(july, second, items),
  instrumentsOf(july + 7 * hour, second, items),
];

const anySet = fc.uniqueArray(fc.constantFrom(...Object.keys(bills)), { maxLength: 4 }) as fc.Arbitrary<
  (keyof typeof bills)[]
>;
const anyClass = fc.constantFrom('govt_bill_le93d', 'govt_note', null);

test('no instrument is lost or invented: what changes state of two sets turns the first into the second', () =>
  fc.assert(
    fc.property(anySet, anySet, anyClass, (old, current, code) => {
      const items = (names: readonly (keyof typeof bills)[]): Items =>
        names.map((name) => item({ ...bills[name], class: code }));
      const changes = fold()
        .changes(instrumentsOf(june, first, items(old)), ...captures(items(current)))
        .filter(({ confirmed }) => confirmed);
      const isins = (names: readonly (keyof typeof bills)[]) =>
        names.map((name) => isinOfCusip(bills[name].cusip) ?? '');
      const statedIsins = (side: 'before' | 'after') =>
        new Set(changes.flatMap((one) => one[side]?.match(/US\w{10}/g) ?? []));
      assert.equal(
        [...statedIsins('after')].sort(),
        isins(current)
          .filter((one) => !isins(old).includes(one))
          .sort(),
      );
      assert.equal(
        [...statedIsins('before')].sort(),
        isins(old)
          .filter((one) => !isins(current).includes(one))
          .sort(),
      );
    }),
  ));

test('the same observations twice, and a replay, give the same changes', () => {
  const given = [instrumentsOf(june, first, before), ...captures([item(bills.c)])];
  const once = changesIn(fold().outputs(...given));
  assert.equal(fold().changes(...given.flatMap((one) => [one, one])), once);
});

test.run();
