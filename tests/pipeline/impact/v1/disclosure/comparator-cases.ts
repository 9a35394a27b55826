/** Cases of every comparator, on rules of their own, apart from the catalogue. */
import type { FieldRule, FieldValue } from '../../../../../schemas/fields/field.ts';

/** From one value to another: the direction, and the reasons of the comparator. */
export type ComparatorCase = readonly [
  name: string,
  rule: FieldRule,
  old: FieldValue,
  current: FieldValue,
  expected: string,
];

const code = (text: string, more: Readonly<Record<string, unknown>> = {}): FieldValue => ({ code: text, ...more });
const codes = (...members: readonly string[]): FieldValue => ({ codes: members });

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
const parties: FieldRule = { type: 'parties' };
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
    ['off the scale, new', ordinal, code('best'), code('other', { text: 'x' }), 'unassessed off_scale'],
    ['off the scale, old', ordinal, code('other', { text: 'x' }), code('best'), 'unassessed off_scale'],
    [
      'two texts off the scale',
      ordinal,
      code('other', { text: 'x' }),
      code('other', { text: 'y' }),
      'unassessed off_scale',
    ],
    [
      'the same text off the scale',
      ordinal,
      code('other', { text: 'x' }),
      code('other', { text: 'x' }),
      'neutral same_step',
    ],
    ['a code of a later catalogue', ordinal, code('best'), code('superb'), 'unassessed off_scale'],
    ['not a code', ordinal, code('best'), {}, 'unassessed unreadable'],
    ['intervals: more often', interval, code('yearly'), code('daily'), 'strengthens more_often'],
    ['intervals: never any more', interval, code('yearly'), code('none'), 'weakens less_often'],
    ['intervals: as often', interval, code('yearly'), code('yearly'), 'neutral as_often'],
    ['intervals: a name every object has', interval, code('yearly'), code('constructor'), 'unassessed off_scale'],
  ],
  'lower, higher': [
    ['lower falls', lower, { bps: '10' }, { bps: '9.999999999999999999999999' }, 'strengthens figure_lower'],
    ['lower rises', lower, { bps: '10' }, { bps: '10.000000000000000000000001' }, 'weakens figure_higher'],
    ['the same number in other digits', lower, { bps: '10' }, { bps: '10.00' }, 'neutral figure_equal'],
    ['lower within the tolerance', tolerant, { percent: '25' }, { percent: '26.0' }, 'neutral figure_within'],
    [
      'lower beyond the tolerance',
      tolerant,
      { percent: '25' },
      { percent: '26.000001' },
      'weakens figure_higher_beyond',
    ],
    ['higher within the tolerance', higher, { percent: '100.3' }, { percent: '100.2' }, 'neutral figure_within'],
    ['higher beyond the tolerance', higher, { percent: '100.3' }, { percent: '100.19' }, 'weakens figure_lower_beyond'],
    ['higher rises beyond', higher, { percent: '100.2' }, { percent: '100.31' }, 'strengthens figure_higher_beyond'],
    ['money', money, { amount: '1', currency: 'EUR' }, { amount: '2', currency: 'EUR' }, 'weakens figure_higher'],
    [
      'two currencies',
      money,
      { amount: '1', currency: 'EUR' },
      { amount: '2', currency: 'USD' },
      'unassessed other_currency',
    ],
    [
      'nothing in another currency',
      money,
      { amount: '1', currency: 'EUR' },
      { amount: '0.00', currency: 'USD' },
      'strengthens figure_lower',
    ],
    [
      'nothing in two currencies',
      money,
      { amount: '0', currency: 'EUR' },
      { amount: '0', currency: 'USD' },
      'neutral figure_equal',
    ],
    ['a number instead of a text', lower, { bps: '10' }, { bps: 9 }, 'unassessed unreadable'],
    ['no number', lower, { bps: '10' }, { bps: '1e1' }, 'unassessed unreadable'],
  ],
  threshold: [
    ['crossed down within the tolerance', floor, { percent: '100' }, { percent: '99.99' }, 'weakens crosses_down'],
    ['crossed up within the tolerance', floor, { percent: '99.99' }, { percent: '100' }, 'strengthens crosses_up'],
    ['crossed up beyond the tolerance', floor, { percent: '90' }, { percent: '110' }, 'strengthens crosses_up'],
    ['not crossed within the tolerance', floor, { percent: '100.05' }, { percent: '100' }, 'neutral figure_within'],
    ['a ceiling crossed up', ceiling, { percent: '100' }, { percent: '100.01' }, 'weakens crosses_up'],
    ['a ceiling reached is not crossed', ceiling, { percent: '99' }, { percent: '100' }, 'neutral figure_within'],
    ['a ceiling crossed down', ceiling, { percent: '101' }, { percent: '100' }, 'strengthens crosses_down'],
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
    ['another LEI', party, { name: 'A', lei: lei.first }, { name: 'A', lei: lei.second }, 'mixed other_identity'],
    ['the same LEI', party, { name: 'A', lei: lei.first }, { name: 'B', lei: lei.first }, 'neutral same_identity'],
    [
      'LEI on one side, the same name',
      party,
      { name: 'A S.A.' },
      { name: 'a s.a', lei: lei.first },
      'neutral same_identity',
    ],
    [
      'LEI before registration number',
      party,
      { name: 'A', lei: lei.first, registrationNumber: '1' },
      { name: 'A', lei: lei.first, registrationNumber: '2' },
      'neutral same_identity',
    ],
    [
      'registration number before name',
      party,
      { name: 'A', registrationNumber: 'HRB 1' },
      { name: 'B', registrationNumber: 'hrb  1' },
      'neutral same_identity',
    ],
    [
      'registration numbers of two countries',
      party,
      { name: 'A', registrationNumber: '1', country: 'DE' },
      { name: 'A', registrationNumber: '1', country: 'FR' },
      'mixed other_identity',
    ],
    [
      'one name in two countries',
      party,
      { name: 'A', country: 'DE' },
      { name: 'A', country: 'FR' },
      'mixed other_identity',
    ],
    ['a country is stated', party, { name: 'A' }, { name: 'A', country: 'FR' }, 'neutral same_identity'],
    [
      'one LEI in two countries',
      party,
      { name: 'A', lei: lei.first, country: 'DE' },
      { name: 'A', lei: lei.first, country: 'FR' },
      'neutral same_identity',
    ],
    ['another name', party, { name: 'A' }, { name: 'B' }, 'mixed other_identity'],
    ['another law', law, { law: 'DE' }, { law: 'US-NY' }, 'mixed other_identity'],
    ['no name', party, { name: 'A' }, { lei: lei.first }, 'unassessed unreadable'],
    [
      'parties: replaced',
      parties,
      { parties: [{ name: 'A' }] },
      { parties: [{ name: 'B' }] },
      'mixed parties_replaced',
    ],
    ['parties: added', parties, { parties: [] }, { parties: [{ name: 'B' }] }, 'neutral parties_added'],
    ['parties: to none', parties, { parties: [{ name: 'A' }] }, { parties: [] }, 'weakens parties_gone'],
    [
      'parties: one removed',
      parties,
      { parties: [{ name: 'A' }, { name: 'B' }] },
      { parties: [{ name: 'B' }] },
      'weakens parties_removed',
    ],
    ['parties: one without a name', parties, { parties: [] }, { parties: [{}] }, 'unassessed unreadable'],
  ],
  url: [
    [
      'another path',
      document,
      { url: 'https://a.example/x' },
      { url: 'https://a.example/y?z=1' },
      'neutral other_path',
    ],
    [
      'another host of one owner',
      document,
      { url: 'https://www.a.co.uk/x' },
      { url: 'https://docs.a.co.uk/x' },
      'neutral other_path',
    ],
    ['another owner', document, { url: 'https://a.co.uk/x' }, { url: 'https://b.co.uk/x' }, 'mixed other_host'],
    [
      'scheme, www and final slash',
      document,
      { url: 'http://www.a.example/x/' },
      { url: 'https://A.example/x' },
      'neutral same_document',
    ],
    [
      'another address without names',
      document,
      { url: 'https://192.0.2.1/x' },
      { url: 'https://192.0.2.2/x' },
      'mixed other_host',
    ],
    [
      'owner, chain and date at once',
      document,
      { url: 'https://a.example/x', chains: ['eip155:1'] },
      { url: 'https://b.example/x', date: '2026-01-01' },
      'mixed other_host chain_removed other_document_date',
    ],
    ['not an address', document, { url: 'https://a.example/x' }, { url: 'https://' }, 'unassessed unreadable'],
  ],
  date: [
    ['later', date, { date: '2025-12-31' }, { date: '2026-01-01' }, 'neutral later_date'],
    ['earlier', date, { date: '2026-01-01' }, { date: '2025-12-31' }, 'weakens earlier_date'],
    ['the same', date, { date: '2026-01-01' }, { date: '2026-01-01' }, 'neutral same_date'],
    ['not a date', date, { date: '2026-01-01' }, { date: 'soon' }, 'unassessed unreadable'],
  ],
  duration: [
    [
      'a business day is 1.4 days',
      shorter,
      { days: '5', count: 'business' },
      { days: '7', count: 'calendar' },
      'neutral figure_equal',
    ],
    [
      'just more',
      shorter,
      { days: '5', count: 'business' },
      { days: '7.01', count: 'calendar' },
      'weakens figure_higher',
    ],
    [
      'just less',
      shorter,
      { days: '7.01', count: 'calendar' },
      { days: '5', count: 'business' },
      'strengthens figure_lower',
    ],
    [
      'higher, across 14 days',
      longer,
      { days: '10', count: 'business' },
      { days: '13', count: 'calendar' },
      'weakens crosses_down',
    ],
    ['days of no kind', shorter, { days: '5' }, { days: '5', count: 'business' }, 'unassessed unreadable'],
  ],
};
