/** Figures that a report repeats from before a correction. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { readReport } from '../../../../../pipeline/documents/reading/report/read-report.ts';
import { at, pdf } from '../../../../support/pdf.ts';

const test = suite('figures that are not in force');

type Line = string | readonly [label: string, amount: string];

async function coverageOf(...lines: readonly Line[]): Promise<string | null> {
  const drawn = ['Reserve assets as of June 30, 2025', ...lines, 'All amounts are in U.S. dollars.'].map(
    (line, index) => {
      const [label, amount] = typeof line === 'string' ? [line, ''] : line;
      const y = 740 - index * 24;
      return at(60, y, 10, label) + (amount === '' ? '' : at(450, y, 10, amount));
    },
  );
  const { reading } = await readBytes(pdf(drawn.join('')), { class: null, charset: null });
  return readReport(reading, { id: 'reserve-report', language: 'en' })?.figures?.coverage ?? null;
}

const parts: readonly Line[] = [
  ['Treasury bills', '900,000.00'],
  ['Cash held at banks', '100,000.00'],
];
const total: Line = ['Total reserve assets', '1,000,000.00'];
const tokens: Line = ['Tokens in circulation', '1,000,000.00'];

const cases: readonly (readonly [why: string, lines: readonly Line[], coverage: string | null])[] = [
  [
    'the total before a restatement',
    [...parts, ['Total reserve assets, as previously reported', '1,000,000.00'], tokens],
    null,
  ],
  [
    'tokens as originally stated',
    [...parts, total, ['Tokens in circulation as originally stated', '1,000,000.00']],
    null,
  ],
  ['a section of earlier figures', ['As previously reported', ...parts, total, tokens], null],
  ['a section before correction', ['Before correction', ...parts, total, tokens], null],
  ['figures as restated', ['As restated', ...parts, total, tokens], '100'],
  [
    'earlier tokens beside those in force',
    [
      ...parts,
      total,
      ['Tokens, as previously reported', '1,250,000.00'],
      ['Tokens in circulation, as corrected', '1,000,000.00'],
    ],
    '100',
  ],
  [
    'earlier figures above those in force',
    [
      'As previously reported',
      ['Treasury bills', '700,000.00'],
      ['Total reserve assets', '700,000.00'],
      'As restated',
      ...parts,
      total,
      tokens,
    ],
    '100',
  ],
];
for (const [why, lines, coverage] of cases) test(why, async () => assert.is(await coverageOf(...lines), coverage));

test.run();
