/** Classes of the state securities of a reserve: each by its own maturity. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { readReport } from '../../../../../pipeline/documents/reading/report/read-report.ts';
import { june, type Month, printedReport } from './printed-report.ts';

const test = suite('classes of a reserve');

type Shares = readonly (readonly [code: string, share: number])[];

async function classesOf(
  maturities: readonly [string, string],
): Promise<{ readonly shares: Shares; readonly own: unknown }> {
  const bills = june.bills.map(([base, , amount], at) => [base, maturities[at] ?? '', amount] as const);
  const month: Month = { ...june, bills };
  const { reading } = await readBytes(printedReport(month), { class: null, charset: null });
  const { figures } = readReport(reading, { id: 'reserve-report', language: 'en' }) ?? {};
  return {
    shares: (figures?.report.classes ?? []).map((one) => [one.code, one.share] as const),
    own: figures?.instruments?.items.map((item) => item.class),
  };
}

const cash = ['bank_deposit', 1_000] as const;
const cases: readonly (readonly [maturities: readonly [string, string], shares: Shares])[] = [
  [
    ['July 15, 2025', 'October 1, 2025'],
    [cash, ['govt_bill_le93d', 9_000]],
  ],
  [
    ['July 15, 2025', 'October 2, 2025'],
    [cash, ['govt_bill_le93d', 4_000], ['unspecified', 5_000]],
  ],
  [
    ['December 30, 2025', 'July 15, 2025'],
    [cash, ['govt_bill_le93d', 5_000], ['unspecified', 4_000]],
  ],
  [
    ['December 30, 2025', 'October 2, 2025'],
    [cash, ['unspecified', 9_000]],
  ],
];
for (const [maturities, shares] of cases)
  test(`bills of ${maturities.join(' and ')}`, async () => assert.equal((await classesOf(maturities)).shares, shares));

test('an instrument has the class of its own maturity', async () => {
  assert.equal((await classesOf(['July 15, 2025', 'October 2, 2025'])).own, ['govt_bill_le93d', 'govt_note']);
});

test.run();
