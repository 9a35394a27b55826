/** Figures of reports that agree: on two pages, over several pages, with collateral, in other units and styles. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { amountOf, decimalOf, styleOf } from '../../../../../pipeline/documents/reading/report/amounts.ts';
import { dateIn } from '../../../../../pipeline/documents/reading/report/dates.ts';
import { supplyAt } from '../../../../../pipeline/documents/reading/report/supply.ts';
import { emptyReading, type PageLine } from '../../../../../schemas/values/reading.ts';

const test = suite('figures that agree');

/** Cells of a line: a label, and amounts that end at the right edge. */
type Line = string | readonly string[];

function stated(...pages: readonly (readonly Line[])[]): Readonly<Record<string, unknown>> {
  const cells = (line: Line): PageLine['cells'] => {
    const [label = '', ...amounts] = typeof line === 'string' ? [line] : line;
    return [
      [70, 70 + 4 * label.length, label],
      ...amounts
        .map((text, at) => [470 + 60 * at - 5 * text.length, 470 + 60 * at, text] as const)
        .filter(([, , text]) => text !== ''),
    ];
  };
  const reading = {
    ...emptyReading,
    class: 'pdf' as const,
    language: 'en',
    pages: pages.map((lines) => ({
      w: 600,
      h: 800,
      unread: 0,
      rules: [],
      tables: [],
      lines: lines.map((line, at): PageLine => ({ y: 60 + at * 24, h: 10, cells: cells(line), marks: [] })),
    })),
  };
  const profile = { id: 'reserve-report', language: 'en' };
  const view = viewOf(reading, { kind: 'report', profile, url: 'https://issuer.example/report.pdf', isWhole: true });
  return Object.fromEntries(readFields(view, fieldReaders).stated.map(({ field, value }) => [field, value]));
}

const engagement = 'We have examined the assertion as of June 30, 2025.';
const assertion = 'The Company asserts, as of June 30, 2025, in U.S. dollars:';
const pairs: readonly Line[] = [
  'Example (“EXUSD”) tokens issued and outstanding = 1,000,000 EXUSD',
  'US Dollars held in custody accounts = $1,010,000',
];

test('a total and the tokens of two pages are the coverage, of one page alone they are none', () => {
  assert.equal(stated([engagement, ...pairs], [assertion, ...pairs])['reserve_coverage_ratio'], { percent: '101' });
  assert.is(stated([engagement, ...pairs, 'In U.S. dollars.'])['reserve_coverage_ratio'], undefined);
  const other = pairs.map((line) => String(line).replace('1,010,000', '1,020,000'));
  assert.is(stated([engagement, ...pairs], [assertion, ...other])['reserve_coverage_ratio'], undefined);
});

test('a total and the tokens with their printed difference are the coverage', () => {
  const excess = (amount: string): readonly Line[] => [engagement, ...pairs, ['Excess of assets', amount], 'In USD.'];
  assert.equal(stated(excess('10,000'))['reserve_coverage_ratio'], { percent: '101' });
  assert.is(stated(excess('11,000'))['reserve_coverage_ratio'], undefined);
});

const overPages: readonly (readonly Line[])[] = [
  [assertion, ['Tokens in circulation:', '1,000,000'], ['Value of assets in the EXUSD reserve:', '$1,000,000']],
  [
    ['912797RV1 07/24/25', '400,000'],
    ['Total U.S. Treasury securities', '400,000'],
    ['Cash', '100,000'],
    ['Total fund assets', '500,000'],
  ],
  [
    ['Cash held at banks', '500,000'],
    ['Total other reserve assets', '500,000'],
    ['Total reserve assets', '1,000,000'],
  ],
];

test('parts over several pages sum to the total, without a date on their pages', () => {
  const read = stated([engagement], ...overPages);
  assert.equal(read['reserve_coverage_ratio'], { percent: '100' });
  assert.equal(read['reserve_asset_classes'], { codes: ['bank_deposit', 'govt_bill_le93d'] });
  assert.equal(read['reserve_max_maturity'], { days: '24', count: 'calendar' });
  assert.is(
    stated(['We have examined the assertion as of May 31, 2025 and June 30, 2025.'], ...overPages.slice(1))[
      'reserve_coverage_ratio'
    ],
    undefined,
  );
});

test('an instrument with its name before its identifier has the class of its name, and not of its subtotal', () => {
  const read = stated(
    [engagement],
    [
      assertion,
      ['Tokens in circulation:', '', '1,000,000'],
      ['United States Treasury Bills 912797RV1', '24-Jul-25', '300,000'],
      ['United States Treasury Bills 912797QN0', '26-Aug-25', '100,000'],
      ['(A) Sub-total:', '', '400,000'],
      ['(B) Cash held at banks', '', '600,000'],
      ['(A) + (B) Total reserve assets', '', '1,000,000'],
    ],
  );
  assert.equal(read['reserve_asset_classes'], { codes: ['bank_deposit', 'govt_bill_le93d'] });
});

test('a part that does not sum to its total leaves the figures out', () => {
  const wrong = overPages.map((lines) =>
    lines.map((line) => (typeof line !== 'string' && line[0]?.startsWith('912797') ? [line[0], '500,000'] : line)),
  );
  assert.equal(stated([engagement], ...wrong), { attestation_as_of: { date: '2025-06-30' } });
});

test('what is held under repurchase agreements is no instrument of the reserve, the claim is a part', () => {
  const read = stated(
    [engagement, 'Repurchase agreements are overnight, against U.S. Treasury obligations.'],
    [
      'June 30, 2025 at 5:00 pm ET:',
      ['Tokens in circulation', '1,000,000'],
      ['U.S. Treasury Debt', '900,000'],
      ['Total debt instruments held pursuant to overnight reverse repurchase agreements:', '900,000'],
      ['Total U.S. Dollars Held:', '100,000'],
      ['Total fair value of redemption assets:', '1,000,000'],
    ],
  );
  assert.equal(read['reserve_asset_classes'], { codes: ['bank_deposit', 'repo_govt_overnight'] });
  assert.equal(read['reserve_coverage_ratio'], { percent: '100' });
  assert.is(read['reserve_max_maturity'], undefined);
});

test('another day between the heading and the amounts leaves their date open', () => {
  const rows: readonly Line[] = [
    ['Cash held at banks', '$1,000'],
    ['Cash at other banks', '$1,000'],
    ['Total reserve assets', '$2,000'],
    ['Tokens in circulation', '2,000'],
    'In U.S. dollars.',
  ];
  const coverage = (...between: readonly string[]): unknown =>
    stated([engagement, 'Reserve assets as of June 30, 2025', ...between, ...rows])['reserve_coverage_ratio'];
  assert.equal(coverage('The amounts of June 30, 2025 are:'), { percent: '100' });
  for (const line of ['The amounts of June 23, 2025 at 9:00PM ET are:', 'The amounts of June 23 are:'])
    assert.is(coverage(line), undefined, line);
});

test('one amount that is printed again is a total only where it is called the reserve', () => {
  const read = (label: string): unknown =>
    stated([
      engagement,
      'Reserve assets as of June 30, 2025',
      ['US dollars', '$2,000'],
      [label, '$2,000'],
      ['Tokens in circulation', '2,000'],
      'In U.S. dollars.',
    ])['reserve_coverage_ratio'];
  assert.equal(read('Total reserve assets'), { percent: '100' });
  assert.is(read('Total U.S. dollars'), undefined);
});

test('the sign of the amounts is the unit', () => {
  const lines = (unit: string, words: string): readonly Line[] => [
    engagement,
    'Reserve assets as of June 30, 2025',
    ['Cash held at banks', `${unit} 1,000`],
    ['Cash at other banks', `${unit} 1,000`],
    ['Total reserve assets', `${unit} 2,000`],
    ['Tokens in circulation', '2,000'],
    words,
  ];
  const currencyOf = (unit: string, words: string): unknown =>
    (stated(lines(unit, words))['report'] as { currency?: string } | undefined)?.currency;
  assert.is(currencyOf('€', 'A court of the U.S. decides.'), 'EUR');
  assert.is(currencyOf('$', 'All amounts are in U.S. dollars.'), 'USD');
  assert.is(currencyOf('$', 'All amounts are in dollars.'), undefined);
  assert.is(currencyOf('$', 'All amounts are in U.S. dollars or Hong Kong dollars.'), undefined);
});

test('a deduction with any name is a part of the supply, also where its bracket is not closed', () => {
  const text =
    'total EXUSD supply (100 and 120, respectively) less (i) tokens allowed (10 and 12, respectively) and (ii) tokens denied (5 and 6, respectively, and (iii) pending burns (1 and 2, respectively).';
  assert.equal(supplyAt([text], 1), { total: 120_000_000n, tokens: 100_000_000n });
});

test('amounts of four styles, by the agreement of the whole document', () => {
  const read = (text: string, all: readonly string[]): string | null => {
    const style = styleOf([text, ...all]);
    const amount = style === null ? null : amountOf(text, style);
    return amount === null ? null : decimalOf(amount.millionths);
  };
  const cases: readonly (readonly [text: string, all: readonly string[], amount: string | null])[] = [
    ['1.234.567,50 €', [], '1234567.5'],
    ['1.234', ['1.234.567,50'], '1234'],
    ['1.234', ['1,234,567.50'], '1.234'],
    ["CHF 1'234'567.50", [], '1234567.5'],
    ['1 234 567,50', [], '1234567.5'],
    ['(1,234)', ['1.234.567,50'], '-1.234'],
    ['1.234', [], null],
    ['1,234,567.00', ['1.234.567,00'], null],
    ['1234 USD', [], '1234'],
    ['43,238,943,390 USDC', [], '43238943390'],
    ['12 MONTHS', [], null],
    ['1,23,456', [], null],
  ];
  for (const [text, all, amount] of cases) assert.is(read(text, all), amount, text);
});

test('a heading may end with the time of its date', () => {
  assert.is(dateIn('October 31, 2024 at 5:00 pm ET:'), '2024-10-31');
  assert.is(dateIn('Reserve assets as of 30 June 2025'), '2025-06-30');
  for (const text of ['May 31, 2025 and June 30, 2025', 'June 30, 2025 was a Monday', 'since 2024, June 30, 2025'])
    assert.is(dateIn(text), null, text);
});

test.run();
