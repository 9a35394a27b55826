/** Readings that are written to stop the fold: each is answered at once, and the next one is read as usual. */
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';
import { fieldFold, type Overrides, reading } from './field-harness.ts';

const deep = (levels: number): string => `{"bps":${'['.repeat(levels)}${']'.repeat(levels)}}`;
/** Any text as the value of an observation. */
const stating = (value: string): Observation => ({ ...reading(10, 'A'), value, id: `hostile ${value.length}` });

const baselines: Readonly<Record<string, unknown>> = {
  reserve_custodians: { parties: [] },
  holder_fees: { fees: [] },
  complaints_contact: { contact: 'help@example.com' },
};

/** Registers the tests. `times`: how much the readings hold, of a tenth of the most. */
export function testHostileReadings(test: Test, times: number): void {
  const marks = `a${'\u0301'.repeat(40_000 * times)}${'\u0323'.repeat(40_000 * times)}`;
  const parties = Array.from({ length: 4_000 * times }, (_, index) => ({ name: String(index) }));

  const parked: readonly (readonly [string, Observation])[] = [
    ['lists within lists', stating(deep(5_500))],
    ['lists within lists, as deep as a text can have', stating(deep(100_000 * times))],
    ['a value that is a list of lists', stating('['.repeat(9_000) + ']'.repeat(9_000))],
    ['a lone surrogate', stating('{"bps":"\\ud800"}')],
    ['a number that is none', stating('{"bps":NaN}')],
    ['an exponent out of range', stating('{"bps":1e999}')],
  ];

  for (const [name, observation] of parked) {
    test(`parked: ${name}`, () => {
      const folding = fieldFold();
      folding.changes(reading(0, 'A'));
      assert.is(folding.apply(observation).kind, 'park');
      assert.equal(folding.raised(reading(20, 'B')), ['20 #1.0 value_changed/changed draft']);
    });
  }

  const inPart: readonly (readonly [string, Overrides])[] = [
    ['parties without end', { field: 'reserve_custodians', value: { parties } }],
    [
      'fees without end',
      { field: 'holder_fees', value: { fees: parties.map(({ name }) => ({ code: name, bps: '1' })) } },
    ],
    ['members without end', { value: Object.fromEntries(parties.map(({ name }) => [`m${name}`, 1])) }],
    ['a decimal of millions of digits', { value: { bps: '9'.repeat(1_000_000 * times) } }],
    ['marks without end', { field: 'complaints_contact', value: { contact: marks } }],
  ];

  for (const [name, given] of inPart) {
    test(`in part: ${name}`, () => {
      const folding = fieldFold();
      const { field = 'redemption_fee' } = given;
      const baseline = { field, ...(field in baselines ? { value: baselines[field] } : {}) };
      const [change] = folding.changes(reading(0, 'A', baseline), reading(10, 'B', given));
      assert.is(change?.lowSignal, true);
      assert.ok(canonicalJson(change).length < 20_000);
    });
  }

  test('a quote of marks without end is compared', () => {
    const folding = fieldFold();
    const raised = folding.raised(reading(0, 'A', { quote: marks }), reading(10, 'A', { quote: `${marks}!` }));
    assert.equal(raised, ['10 #1.0 wording_changed/changed confirmed editorial']);
  });
}
