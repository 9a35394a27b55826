import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authoritiesText } from '../../../../../pipeline/changes/families/chain/labels.ts';
import { percentText, perMille, tokensOf } from '../../../../../pipeline/changes/families/chain/supply-text.ts';

for (const [base, units, expected] of [
  ['10000', '10999', '10.0'],
  ['10000', '9001', '10.0'],
  ['10000', '10995', '10.0'],
  ['10000', '9005', '10.0'],
  ['10000', '10994', '9.9'],
  ['10000', '9006', '9.9'],
  ['10000', '0', '100.0'],
  ['1', '3', '200.0'],
  ['3', '4', '33.3'],
  ['3', '5', '66.7'],
] as const) {
  test(`${base} to ${units} is ${expected} percent: tenths rounded half away from zero`, () => {
    assert.is(percentText(base, units), expected);
  });
}

test('a rounded figure is at most half a tenth from the exact one, and the bound is not rounded', () => {
  const figure = fc.bigInt({ min: 1n, max: 10n ** 30n });
  fc.assert(
    fc.property(figure, figure, (base, units) => {
      const tenths = BigInt(percentText(String(base), String(units)).replace('.', ''));
      const moved = units > base ? units - base : base - units;
      const off = tenths * base - moved * 1000n;
      assert.ok(2n * (off < 0n ? -off : off) <= base);
      const least = 200n;
      const exact = perMille(String(base), String(units)) ?? 0n;
      assert.is(exact >= least, (units - base) * 1000n >= least * base);
    }),
  );
});

test('one token is singular', () => {
  assert.equal(
    [tokensOf('1000000', 6), tokensOf('1500000', 6), tokensOf('0', 6)],
    ['1 token', '1.5 tokens', '0 tokens'],
  );
});

for (const [types, expected] of [
  [['owner', 'mint_authority', 'pause_authority'], 'owner, mint and pause authorities'],
  [['mint_authority', 'permanent_delegate'], 'mint authority and the permanent delegate'],
  [['permanent_delegate', 'rescuer'], 'permanent delegate and the rescuer'],
] as const) {
  test(`an account that serves ${types.join(', ')} serves the ${expected}`, () => {
    assert.is(authoritiesText(types), expected);
  });
}

test.run();
