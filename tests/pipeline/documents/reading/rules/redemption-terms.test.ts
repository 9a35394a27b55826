/** What terms state of redemption: fee, minimum and time, and what is none of the three. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { redemptionFee } from '../../../../../pipeline/documents/reading/rules/redemption-fee.ts';
import { redemptionMinimum } from '../../../../../pipeline/documents/reading/rules/redemption-minimum.ts';
import { redemptionSettlementTime } from '../../../../../pipeline/documents/reading/rules/redemption-settlement-time.ts';
import type { FieldRules } from '../../../../../pipeline/documents/reading/rules/field-rules.ts';
import { inTerms, type Outcome } from '../form-outcomes.ts';

const test = suite('what terms state of redemption');

const usd = (amount: string): Outcome => ({ amount, currency: 'USD' });
const business = (days: string): Outcome => ({ days, count: 'business' });

const tables: readonly (readonly [rules: FieldRules, cases: readonly (readonly [text: string, outcome: Outcome])[]])[] =
  [
    [
      redemptionFee,
      [
        ['We charge a maximum redemption fee of 0.25%.', 'left'],
        ['The redemption fee is 2% (three percent).', 'left'],
        ['The redemption fee is 2% (two percent).', { bps: '200' }],
        ['A fee of 0.1% is charged on redemptions below USD 1,000.', 'left'],
        ['For example, a redemption fee of 0.25% is charged on each request.', 'left'],
        ['The custodian charges a redemption fee of 0.25%.', 'left'],
        ['The previous redemption fee was lowered; the redemption fee is 0.1% for partners.', 'left'],
        ['A fee of 0.1% may be charged on redemptions.', undefined],
        ['There is no redemption fee if you hold the token for a year.', 'left'],
        ['A fee of 0.1% is charged on redemptions below USD 1,000 where you are a customer.', 'left'],
        ['Until 1 January 2026 the redemption fee is set at 0.1%.', 'left'],
        ['The redemption fee amounts to 0.1%.', { bps: '10' }],
        ['The redemption fee is set at 0.15% and is taken off the payment.', { bps: '15' }],
        ['The redemption fee shall be 25 basis points.', { bps: '25' }],
        ['A fee of 0.1% is charged on all redemptions.', { bps: '10' }],
        ['A fee of 5 bps applies to redemptions.', { bps: '5' }],
        ['We do not charge any redemption fee.', { bps: '0' }],
        ['No fee is charged for redemptions.', { bps: '0' }],
      ],
    ],
    [
      redemptionMinimum,
      [
        ['The minimum redemption amount for institutional customers is USD 1,000.', undefined],
        ['The minimum redemption amount is USD 1,000 for institutional customers.', 'left'],
        ['The minimum redemption amount was USD 1,000.', undefined],
        ['The minimum redemption amount is USD 1,000 (one hundred).', 'left'],
        ['The minimum redemption amount is USD 1,000 (ten thousand US dollars).', 'left'],
        ['The minimum redemption amount is USD 1,000 (one thousand or two thousand).', 'left'],
        ['The minimum redemption amount is 1,000 USD (one hundred dollars).', 'left'],
        ['The minimum redemption amount is USD 1,000 (one thousand US dollars).', usd('1000')],
        ['The minimum redemption amount is USD 1.5 million (one million five hundred thousand).', usd('1500000')],
        ['The minimum redemption amount is USD 1,000 (or its equivalent).', usd('1000')],
        ['The minimum redemption amount is set at USD 1,000 unless we waive it.', 'left'],
        ['Redemption requests must be for at least USD 1,000 if you use a partner.', 'left'],
        ['The minimum redemption size shall be USD 1,000.', usd('1000')],
        ['The minimum amount for a redemption amounts to 500 USD.', usd('500')],
        ['Redemption requests must be for at least USD 100,000.', usd('100000')],
        ['Each redemption must be for no less than 100 USD.', usd('100')],
      ],
    ],
    [
      redemptionSettlementTime,
      [
        ['Redemption requests are typically processed within two business days.', 'left'],
        ['We will pay the redemption proceeds within two business days, where banks are open.', 'left'],
        ['We may pay the redemption proceeds within two business days.', undefined],
        ['We will pay the redemption proceeds within two business days of your request.', business('2')],
        ['The issuer shall transfer the redemption amount within five (5) business days.', business('5')],
      ],
    ],
  ];

for (const [rules, cases] of tables)
  for (const [text, outcome] of cases)
    test(`${rules.field}: ${text}`, () => assert.equal(inTerms(rules, text), outcome));

test.run();
