/** Cards side by side on a page of a report: their order is what sums, and a card that does not fit leaves all figures out. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { readReport } from '../../../../../pipeline/documents/reading/report/read-report.ts';
import { at, pdf } from '../../../../support/pdf.ts';

const test = suite('cards side by side in a report');

type Card = readonly [label: string, amount: string];

/** Cards of a page in rows, each of a label with its amount below it. `lower`: points that the right column is lower. */
async function coverageOf(columns: number, cards: readonly Card[], lower = 0): Promise<string | null> {
  const drawn = cards.map(([label, amount], index) => {
    const column = index % columns;
    const x = 50 + column * 170;
    const y = 700 - 40 * Math.floor(index / columns) - (column > 0 ? lower : 0);
    return at(x, y, 9, label) + at(x, y - 14, 9, amount);
  });
  const title = at(50, 760, 9, 'Reserve assets as of June 30, 2025');
  const unit = at(50, 400, 9, 'All amounts are in U.S. dollars.');
  const { reading } = await readBytes(pdf([title, ...drawn, unit].join('')), { class: null, charset: null });
  return readReport(reading, { id: 'reserve-report', language: 'en' })?.figures?.coverage ?? null;
}

const bills: Card = ['Treasury bills', '900,000.00'];
const cash: Card = ['Cash held at banks', '100,000.00'];
const total: Card = ['Total reserve assets', '1,000,000.00'];
const tokens: Card = ['Tokens in circulation', '1,000,000.00'];

const cases: readonly (readonly [
  why: string,
  columns: number,
  cards: readonly Card[],
  coverage: string | null,
  lower?: number,
])[] = [
  ['a digit of a part that is another one', 2, [['Treasury bills', '900,001.00'], cash, total, tokens], null],
  ['a total in place of a part', 2, [total, cash, bills, tokens], null],
  ['the same part twice', 2, [bills, bills, total, tokens], null],
  ['columns whose lines stand at other heights', 2, [bills, cash, total, tokens], null, 5],
  [
    'rows of three, which are no two columns',
    3,
    [bills, ['Deposits', '50,000.00'], ['Cash', '50,000.00'], total, tokens, ['Tokens in treasury', '5.00']],
    null,
  ],
  ['rows of two', 2, [bills, cash, total, tokens], '100'],
  ['columns of two', 2, [bills, tokens, cash, ['Tokens in treasury', '5.00'], total], '100'],
  ['a last row of one', 2, [bills, ['Deposits', '50,000.00'], ['Cash', '50,000.00'], total, tokens], '100'],
];
for (const [why, columns, cards, coverage, lower] of cases)
  test(why, async () => assert.is(await coverageOf(columns, cards, lower), coverage));

test.run();
