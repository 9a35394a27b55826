/** Reserve reports of one page, printed as PDF: bills, their total, cash, and the tokens that they back. */
import { isCusip } from '../../../../../schemas/values/cusip.ts';
import { at, pdf } from '../../../../support/pdf.ts';

const cusip = (base: string): string =>
  Array.from({ length: 10 }, (_, digit) => `${base}${digit}`).find((one) => isCusip(one)) ?? '';

export interface Month {
  readonly asOf: string;
  readonly bills: readonly (readonly [base: string, maturity: string, amount: string])[];
  readonly totalBills: string;
  readonly cash: string;
  readonly total: string;
  readonly tokens: string;
}

export const june: Month = {
  asOf: 'June 30, 2025',
  bills: [
    ['912797AA', 'July 15, 2025', '400,000.00'],
    ['912797BB', 'September 2, 2025', '500,000.00'],
  ],
  totalBills: '900,000.00',
  cash: '100,000.00',
  total: '1,000,000.00',
  tokens: '1,000,000.00',
};
/** The first bill matured, and another one came in its place. */
export const july: Month = {
  asOf: 'July 31, 2025',
  bills: [
    ['912797BB', 'September 2, 2025', '500,000.00'],
    ['912797CC', 'October 15, 2025', '400,000.00'],
  ],
  totalBills: '900,000.00',
  cash: '50,000.00',
  total: '950,000.00',
  tokens: '960,000.00',
};

export const printedReport = (month: Month): Buffer => pdf(contentOf(month));

/** What is drawn on the page. */
export function contentOf({ asOf, bills, totalBills, cash, total, tokens }: Month): string {
  const texts: readonly (readonly string[])[] = [
    [`Reserve assets as of ${asOf}`],
    ...bills.map(([base, maturity, amount]) => [cusip(base), maturity, amount]),
    ['Total U.S. Treasury bills', '', totalBills],
    ['Cash held at financial institutions', '', cash],
    ['Total reserve assets', '', total],
    ['Tokens in circulation', '', tokens],
    ['All amounts are in U.S. dollars.'],
    ['Our responsibility is to obtain reasonable assurance about the amounts above.'],
  ];
  const lines = texts.flatMap((cells, line) =>
    cells.map((text, column) => (text === '' ? '' : at([60, 300, 450][column] ?? 0, 740 - line * 24, 10, text))),
  );
  return lines.join('');
}
