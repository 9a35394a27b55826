/** Cases of every comparator, on rules of their own, apart from the catalogue. */
import type { FieldRule, FieldValue } from '../../../../../../schemas/fields/field.ts';

/** From one value to another: the direction, and the reasons of the comparator. */
export type ComparatorCase = readonly [
  name: string,
  rule: FieldRule,
  old: FieldValue,
  current: FieldValue,
  expected: string,
];

const code = (text: string, more: Readonly<Record<string, unknown>> = {}): FieldValue => ({ code: text, ...more });
const other = (text: string): FieldValue => code('other', { text });
const codes = (...members: readonly string[]): FieldValue => ({ codes: members });

const bps = (figure: string): FieldValue => ({ bps: figure });
const percent = (figure: string): FieldValue => ({ percent: figure });
const on = (date: string): FieldValue => ({ date });
const at = (url: string, more: Readonly<Record<string, unknown>> = {}): FieldValue => ({ url, ...more });
const named = (name: string, more: Readonly<Record<string, unknown>> = {}): FieldValue => ({ name, ...more });
const parties = (...members: readonly FieldValue[]): FieldValue => ({ parties: members });
/** `1 EUR`. */
const amount = (text: string): FieldValue => pair('amount', 'currency', text);
/** `5 business`. */
const days = (text: string): FieldValue => pair('days', 'count', text);

function pair(first: string, second: string, text: string): FieldValue {
  const [figure, unit] = text.split(' ');
  return { [first]: figure, [second]: unit };
}

const ordinal: FieldRule = { type: 'ordinal', scale: ['best', 'middle', 'worst'] };
const lower: FieldRule = { type: 'lower', quantity: 'bps', tolerance: '0', thresholds: [] };
const tolerant: FieldRule = { type: 'lower', quantity: 'percent', tolerance: '1', thresholds: [] };
const higher: FieldRule = { type: 'higher', quantity: 'percent', tolerance: '0.10', thresholds: [] };
const money: FieldRule = { type: 'lower', quantity: 'money', tolerance: '0', thresholds: [] };
const floor: FieldRule = { type: 'higher', quantity: 'percent', tolerance: '0.10', thresholds: ['100'] };
const ceiling: FieldRule = { type: 'lower', quantity: 'percent', tolerance: '5', thresholds: ['100'] };
const bad: FieldRule = { type: 'setBad', codes: ['a', 'b', 'c'] };
const good: FieldRule = { type: 'setGood', codes: ['a', 'b', 'c'], essential: ['a'] };
const tiers: FieldRule = {
  type: 'tierSet',
  tiers: [
    ['a1', 'a2'],
    ['b1', 'b2', 'b3'],
    ['c1', 'c2'],
  ],
};
const present: FieldRule = { type: 'bool', good: true };
const absent: FieldRule = { type: 'bool', good: false };
const party: FieldRule = { type: 'identity', of: 'party' };
const law: FieldRule = { type: 'identity', of: 'law' };
const several: FieldRule = { type: 'parties' };
const document: FieldRule = { type: 'document' };
const date: FieldRule = { type: 'date' };
const shorter: FieldRule = { type: 'lower', quantity: 'days', tolerance: '0', thresholds: [] };
const longer: FieldRule = { type: 'higher', quantity: 'days', tolerance: '0', thresholds: ['14'] };
const interval: FieldRule = { type: 'frequency', days: { daily: 1, yearly: 366, none: null } };

const lei = { first: '969500MZZNSF2FX9L073', second: '969500OYUDADGZKCR583' };

export const comparatorCases: Readonly<Record<string, readonly ComparatorCase[]>> = {
  ordinal: [
    ['towards the best', ordinal, code('worst'), code('middle'), 'strengthens better_step'],
    ['away from the best', ordinal, code('best'), code('worst'), 'weakens worse_step'],
    ['off the scale, new', ordinal, code('best'), other('x'), 'unassessed off_scale'],
    ['off the scale, old', ordinal, other('x'), code('best'), 'unassessed off_scale'],
    ['two texts off the scale', ordinal, other('x'), other('y'), 'unassessed off_scale'],
    ['the same text off the scale', ordinal, other('x'), other('x'), 'neutral same_step'],
    ['a code of a later catalogue', ordinal, code('best'), code('superb'), 'unassessed off_scale'],
    ['not a code', ordinal, code('best'), {}, 'unassessed unreadable'],
    ['intervals: more often', interval, code('yearly'), code('daily'), 'strengthens more_often'],
    ['intervals: never any more', interval, code('yearly'), code('none'), 'weakens less_often'],
    ['intervals: as often', interval, code('yearly'), code('yearly'), 'neutral as_often'],
    ['intervals: a name every object has', interval, code('yearly'), code('constructor'), 'unassessed off_scale'],
  ],
  'lower, higher': [
    ['lower falls', lower, bps('10'), bps('9.999999999999999999999999'), 'strengthens figure_lower'],
    ['lower rises', lower, bps('10'), bps('10.000000000000000000000001'), 'weakens figure_higher'],
    ['the same number in other digits', lower, bps('10'), bps('10.00'), 'neutral figure_equal'],
    ['lower within the tolerance', tolerant, percent('25'), percent('26.0'), 'neutral figure_within'],
    ['lower beyond the tolerance', tolerant, percent('25'), percent('26.000001'), 'weakens figure_higher_beyond'],
    ['higher within the tolerance', higher, percent('100.3'), percent('100.2'), 'neutral figure_within'],
    ['higher beyond the tolerance', higher, percent('100.3'), percent('100.19'), 'weakens figure_lower_beyond'],
    ['higher rises beyond', higher, percent('100.2'), percent('100.31'), 'strengthens figure_higher_beyond'],
    ['money', money, amount('1 EUR'), amount('2 EUR'), 'weakens figure_higher'],
    ['two currencies', money, amount('1 EUR'), amount('2 USD'), 'unassessed other_currency'],
    ['nothing in another currency', money, amount('1 EUR'), amount('0.00 USD'), 'strengthens figure_lower'],
    ['nothing in two currencies', money, amount('0 EUR'), amount('0 USD'), 'neutral figure_equal'],
    ['a number instead of a text', lower, bps('10'), { bps: 9 }, 'unassessed unreadable'],
    ['no number', lower, bps('10'), { bps: '1e1' }, 'unassessed unreadable'],
  ],
  threshold: [
    ['crossed down within the tolerance', floor, percent('100'), percent('99.99'), 'weakens crosses_down'],
    ['crossed up within the tolerance', floor, percent('99.99'), percent('100'), 'strengthens crosses_up'],
    ['crossed up beyond the tolerance', floor, percent('90'), percent('110'), 'strengthens crosses_up'],
    ['not crossed within the tolerance', floor, percent('100.05'), percent('100'), 'neutral figure_within'],
    ['a ceiling crossed up', ceiling, percent('100'), percent('100.01'), 'weakens crosses_up'],
    ['a ceiling reached is not crossed', ceiling, percent('99'), percent('100'), 'neutral figure_within'],
    ['a ceiling crossed down', ceiling, percent('101'), percent('100'), 'strengthens crosses_down'],
  ],
  setBad: [
    ['only added', bad, codes('a'), codes('a', 'b'), 'weakens burdens_added'],
    ['only removed', bad, codes('a', 'b'), codes('b'), 'strengthens burdens_removed'],
    ['both', bad, codes('a', 'b'), codes('b', 'c'), 'mixed burdens_swapped'],
    ['from none', bad, codes(), codes('a'), 'weakens burdens_added'],
    ['other comes', bad, codes('a'), codes('a', 'other'), 'unassessed off_scale'],
    ['other stays', bad, codes('a', 'other'), codes('a', 'b', 'other'), 'unassessed off_scale'],
    ['another order', bad, codes('a', 'b'), codes('b', 'a', 'a'), 'neutral same_members'],
    ['not a set', bad, codes('a'), { codes: 'a' }, 'unassessed unreadable'],
  ],
  setGood: [
    ['only added', good, codes('a'), codes('a', 'b'), 'strengthens benefits_added'],
    ['only removed', good, codes('b', 'c'), codes('c'), 'weakens benefits_removed'],
    ['both', good, codes('b'), codes('c'), 'mixed benefits_swapped'],
    ['the essential one lost for others', good, codes('a'), codes('b', 'c'), 'weakens essential_lost'],
    ['the essential one gained for another', good, codes('b'), codes('a'), 'mixed benefits_swapped'],
    ['other goes', good, codes('a', 'other'), codes('a'), 'unassessed off_scale'],
  ],
  tierSet: [
    ['a lower worst tier', tiers, codes('a1', 'a2'), codes('a1', 'c1'), 'weakens worst_tier_worse'],
    ['a higher worst tier', tiers, codes('b1', 'c1'), codes('b1', 'b2', 'b3'), 'strengthens worst_tier_better'],
    ['more in the worst tier', tiers, codes('b1'), codes('b2', 'b3'), 'weakens more_in_worst_tier'],
    ['fewer in the worst tier', tiers, codes('a1', 'b1', 'b2'), codes('b3'), 'strengthens fewer_in_worst_tier'],
    ['a swap in one tier', tiers, codes('a1', 'b1'), codes('a1', 'b2'), 'neutral same_tiers'],
    ['a change above the worst tier', tiers, codes('c1'), codes('a1', 'b1', 'c1'), 'neutral same_tiers'],
    ['other', tiers, codes('a1'), codes('a1', 'other'), 'unassessed off_scale'],
    ['none', tiers, codes('a1'), codes(), 'unassessed no_members'],
  ],
  bool: [
    ['to true, which is good', present, { present: false }, { present: true }, 'strengthens good_answer'],
    ['to false, which is good', absent, { present: true }, { present: false }, 'strengthens good_answer'],
    ['away from true', present, { present: true }, { present: false, name: 'x' }, 'weakens bad_answer'],
    ['another name', present, { present: true, name: 'x' }, { present: true }, 'neutral same_answer'],
    ['neither', present, { present: true }, { present: 'false' }, 'unassessed unreadable'],
  ],
  identity: [
    ['another LEI', party, named('A', { lei: lei.first }), named('A', { lei: lei.second }), 'mixed other_identity'],
    ['the same LEI', party, named('A', { lei: lei.first }), named('B', { lei: lei.first }), 'neutral same_identity'],
    [
      'LEI on one side, the same name',
      party,
      named('A S.A.'),
      named('a s.a', { lei: lei.first }),
      'neutral same_identity',
    ],
    [
      'LEI before registration number',
      party,
      named('A', { lei: lei.first, registrationNumber: '1' }),
      named('A', { lei: lei.first, registrationNumber: '2' }),
      'neutral same_identity',
    ],
    [
      'registration number before name',
      party,
      named('A', { registrationNumber: 'HRB 1' }),
      named('B', { registrationNumber: 'hrb  1' }),
      'neutral same_identity',
    ],
    [
      'registration numbers of two countries',
      party,
      named('A', { registrationNumber: '1', country: 'DE' }),
      named('A', { registrationNumber: '1', country: 'FR' }),
      'mixed other_identity',
    ],
    [
      'one name in two countries',
      party,
      named('A', { country: 'DE' }),
      named('A', { country: 'FR' }),
      'mixed other_identity',
    ],
    ['a country is stated', party, named('A'), named('A', { country: 'FR' }), 'neutral same_identity'],
    [
      'one LEI in two countries',
      party,
      named('A', { lei: lei.first, country: 'DE' }),
      named('A', { lei: lei.first, country: 'FR' }),
      'neutral same_identity',
    ],
    ['another name', party, named('A'), named('B'), 'mixed other_identity'],
    ['another law', law, { law: 'DE' }, { law: 'US-NY' }, 'mixed other_identity'],
    ['no name', party, named('A'), { lei: lei.first }, 'unassessed unreadable'],
    ['parties: replaced', several, parties(named('A')), parties(named('B')), 'mixed parties_replaced'],
    ['parties: added', several, parties(), parties(named('B')), 'neutral parties_added'],
    ['parties: to none', several, parties(named('A')), parties(), 'weakens parties_gone'],
    ['parties: one removed', several, parties(named('A'), named('B')), parties(named('B')), 'weakens parties_removed'],
    ['parties: one without a name', several, parties(), parties({}), 'unassessed unreadable'],
  ],
  url: [
    ['another path', document, at('https://a.example/x'), at('https://a.example/y?z=1'), 'neutral other_path'],
    [
      'another host of one owner',
      document,
      at('https://www.a.co.uk/x'),
      at('https://docs.a.co.uk/x'),
      'neutral other_path',
    ],
    ['another owner', document, at('https://a.co.uk/x'), at('https://b.co.uk/x'), 'mixed other_host'],
    [
      'scheme, www and final slash',
      document,
      at('http://www.a.example/x/'),
      at('https://A.example/x'),
      'neutral same_document',
    ],
    [
      'another address without names',
      document,
      at('https://192.0.2.1/x'),
      at('https://192.0.2.2/x'),
      'mixed other_host',
    ],
    [
      'owner, chain and date at once',
      document,
      at('https://a.example/x', { chains: ['eip155:1'] }),
      at('https://b.example/x', { date: '2026-01-01' }),
      'mixed other_host chain_removed other_document_date',
    ],
    ['not an address', document, at('https://a.example/x'), at('https://'), 'unassessed unreadable'],
  ],
  date: [
    ['later', date, on('2025-12-31'), on('2026-01-01'), 'neutral later_date'],
    ['earlier', date, on('2026-01-01'), on('2025-12-31'), 'weakens earlier_date'],
    ['the same', date, on('2026-01-01'), on('2026-01-01'), 'neutral same_date'],
    ['not a date', date, on('2026-01-01'), on('soon'), 'unassessed unreadable'],
  ],
  duration: [
    ['a business day is 1.4 days', shorter, days('5 business'), days('7 calendar'), 'neutral figure_equal'],
    ['just more', shorter, days('5 business'), days('7.01 calendar'), 'weakens figure_higher'],
    ['just less', shorter, days('7.01 calendar'), days('5 business'), 'strengthens figure_lower'],
    ['higher, across 14 days', longer, days('10 business'), days('13 calendar'), 'weakens crosses_down'],
    ['days of no kind', shorter, { days: '5' }, days('5 business'), 'unassessed unreadable'],
  ],
};
