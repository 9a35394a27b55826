import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  calendarDaysOf,
  grouped,
  formatMoney,
  percentOfBasisPoints,
} from '../../../../pipeline/documents/fields/decimal-text.ts';
import { runsOf } from '../../../support/runs.ts';

test('decimals are rewritten digit by digit', () => {
  assert.equal(['1', '999', '1000', '1234567.8901'].map(grouped), ['1', '999', '1,000', '1,234,567.8901']);
  assert.equal(['0.5', '12', '3.25'].map(formatMoney), ['0.50', '12', '3.25']);
  assert.equal(['1', '10', '100', '10.50', '0.0', '123456789'].map(percentOfBasisPoints), [
    '0.01',
    '0.10',
    '1.00',
    '0.105',
    '0',
    '1,234,567.89',
  ]);
  assert.equal(['1', '5', '2.5', '1000', '0', '0.01'].map(calendarDaysOf), ['1.4', '7', '3.5', '1,400', '0', '0.014']);
});

test('percentages and calendar days are exact', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 28n });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 8 }), (digits, places) => {
      const text = digits.toString().padStart(places + 1, '0');
      const decimal = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
      assert.is(scaled(percentOfBasisPoints(decimal)) * 100n, scaled(decimal));
      assert.is(scaled(calendarDaysOf(decimal)) * 10n, scaled(decimal) * 14n);
    }),
    { numRuns: runsOf(200) },
  );
});

/** A decimal in units of 10⁻¹². */
function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replaceAll(',', '').split('.');
  return BigInt(whole + fraction.padEnd(12, '0'));
}

test.run();
