import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldProblem } from '../../../../pipeline/documents/fields/field-value.ts';
import { parseStated, statedValue, statesValueOf } from '../../../../pipeline/documents/fields/known-values.ts';
import { parseCanonical } from '../../../../schemas/parse-value.ts';
import { disclosureFields } from '../../../../schemas/fields/catalogue.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { runsOf } from '../../../support/runs.ts';
import { anyJson, fieldValueArbitrary } from '../../changes/families/disclosure/field-arbitraries.ts';

test('a text has the same value and the same problem at every call', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        anyJson.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        for (let call = 0; call < 2; call += 1) assert.equal(parseStated(text), parseCanonical(text));
      },
    ),
    { numRuns: runsOf(200) },
  );
});

test('a text states a value of a field exactly if the field has no problem with it', () => {
  for (const { name } of disclosureFields) {
    fc.assert(
      fc.property(fc.oneof(anyJson, fieldValueArbitrary(name)), (value) => {
        const text = JSON.stringify(value);
        for (let call = 0; call < 2; call += 1) {
          assert.is(statesValueOf(name, text), fieldProblem(name, JSON.parse(text)) === null);
          assert.equal(statedValue(text), JSON.parse(text));
        }
      }),
      { numRuns: runsOf(10) },
    );
  }
});

test('more texts than are remembered', () => {
  const textOf = (cap: number): string => canonicalJson({ cap: String(cap), code: 'fixed_cap' });
  for (let cap = 1; cap < 12_000; cap += 1) assert.ok(parseStated(textOf(cap)).ok);
  assert.equal(statedValue(textOf(1)), { cap: '1', code: 'fixed_cap' });
  assert.is(statedValue(null), null);
});

test.run();
