import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSentence } from '../../../../../pipeline/documents/reading/forms/read-form.ts';
import { disclosedControl } from '../../../../../pipeline/documents/reading/rules/disclosed-control.ts';
import { disputeResolution } from '../../../../../pipeline/documents/reading/rules/dispute-resolution.ts';
import type { FieldRules } from '../../../../../pipeline/documents/reading/rules/field-rules.ts';
import { amendmentNotice } from '../../../../../pipeline/documents/reading/rules/amendment-notice.ts';
import { amendmentPower } from '../../../../../pipeline/documents/reading/rules/amendment-power.ts';
import { governingLaw } from '../../../../../pipeline/documents/reading/rules/governing-law.ts';
import { redemptionFee } from '../../../../../pipeline/documents/reading/rules/redemption-fee.ts';
import { redemptionMinimum } from '../../../../../pipeline/documents/reading/rules/redemption-minimum.ts';
import { redemptionSettlementTime } from '../../../../../pipeline/documents/reading/rules/redemption-settlement-time.ts';
import { transferRestrictions } from '../../../../../pipeline/documents/reading/rules/transfer-restrictions.ts';
import { withdrawalRight } from '../../../../../pipeline/documents/reading/rules/withdrawal-right.ts';
import { inCell, inTerms, type Outcome, outcomeOf } from '../form-outcomes.ts';

const test = suite('forms of cells and sentences');

const sentences: readonly (readonly [rules: FieldRules, text: string, outcome: Outcome])[] = [
  [
    governingLaw,
    'These Terms shall be governed by, and construed in accordance with, the laws of Hong Kong.',
    { law: 'HK' },
  ],
  [governingLaw, 'This Agreement is governed by Irish law.', { law: 'IE' }],
  [
    governingLaw,
    'This Agreement is governed by the laws of the State of New York, without regard to its conflict of laws provisions.',
    { law: 'US-NY' },
  ],
  [governingLaw, 'These terms are not governed by the laws of Malta.', 'left'],
  [governingLaw, 'If you live in Malta, these terms are governed by the laws of Malta.', 'left'],
  [governingLaw, 'These terms are governed by the laws of Malta, except for consumers in France.', 'left'],
  [governingLaw, 'These terms are governed by the laws of Malta and applicable French law.', undefined],
  [governingLaw, 'This Annex is governed by Irish law.', undefined],
  [
    governingLaw,
    'Any dispute between the parties will be governed by these Terms and the laws of the State of California and applicable United States law, without giving effect to any conflict of laws principles that may provide for the application of the law of another jurisdiction.',
    { law: 'US-CA' },
  ],
  [governingLaw, 'These Terms are governed by the laws of the State of New York and federal law.', { law: 'US-NY' }],
  ...[
    'Any dispute between you and the seller will be governed by the laws of the State of California and applicable United States law.',
    'These Terms are governed by the laws of the State of California and applicable law.',
    'These Terms are governed by the laws of the State of California and federal law of Germany.',
    'These Terms are governed by the laws of the State of California and United States law and Italian law.',
    'These Terms are governed by the laws of the State of California and federal law, and the laws of Ireland.',
    'These Terms are governed by the laws of the State of Bavaria and federal law.',
    'These Terms are governed by the laws of the State of California and the State of Nevada.',
    'These Terms are governed by the laws of Malta and Italy.',
  ].map((text): [FieldRules, string, Outcome] => [governingLaw, text, undefined]),
  [governingLaw, 'If you live there, any dispute between the parties will be governed by the laws of Malta.', 'left'],
  [
    governingLaw,
    'This Agreement is governed by the federal laws of the United States of America and the laws of the State of California.',
    { law: 'US-CA' },
  ],
  [governingLaw, 'These terms are governed by the laws of the United States of America.', { law: 'US' }],
  [governingLaw, 'We are a company under the laws of Seychelles.', undefined],
  [governingLaw, 'These terms are governed by the laws of Ruritania.', undefined],
  [
    disclosedControl,
    'The mint authority is held by a 3-of-5 multisig.',
    { authorityType: 'mint_authority', threshold: '3', voters: '5' },
  ],
  [
    disclosedControl,
    'The upgrade authority of the contract is controlled by a 4 of 7 multisignature wallet.',
    { authorityType: 'upgrade_authority', threshold: '4', voters: '7' },
  ],
  [
    disclosedControl,
    'The freeze authority is held by several independent signers.',
    { authorityType: 'freeze_authority', threshold: null, voters: null },
  ],
  [
    disclosedControl,
    'The admin key is secured by a multi-sig.',
    { authorityType: 'owner', threshold: null, voters: null },
  ],
  [disclosedControl, 'The mint authority is not held by a 3-of-5 multisig.', undefined],
  [disclosedControl, 'The mint authority is held by a 3-of-5 multisig unless the issuer decides otherwise.', 'left'],
  [disclosedControl, 'The mint authority is held by a 0-of-5 multisig.', 'left'],
  [disclosedControl, 'The mint authority will be held by a 3-of-5 multisig.', undefined],
  [disclosedControl, 'The mint authority is held by a multisig of the custodian and the issuer.', undefined],
  [disclosedControl, 'Our treasury is held by a 3-of-5 multisig.', undefined],
  [disclosedControl, 'A mint authority of another token is held by a 3-of-5 multisig.', undefined],
  [redemptionFee, 'We charge a redemption fee of 0.10% on each request.', { bps: '10' }],
  [redemptionFee, 'There is no redemption fee.', { bps: '0' }],
  [redemptionFee, 'We charge no redemption fee of 0.10%.', 'left'],
  [redemptionFee, 'The redemption fee is 25 basis points.', { bps: '25' }],
  [redemptionFee, 'We may charge a redemption fee of 1%.', 'left'],
  [redemptionMinimum, 'The minimum redemption amount is EUR 1,000.', { amount: '1000', currency: 'EUR' }],
  [redemptionMinimum, 'The minimum redemption is 100 USD.', { amount: '100', currency: 'USD' }],
  [redemptionMinimum, 'The minimum redemption is $100.', undefined],
  [redemptionMinimum, 'The minimum redemption is EUR 1,00.', 'left'],
  [
    redemptionSettlementTime,
    'Redemption requests are processed within five (5) business days.',
    { days: '5', count: 'business' },
  ],
  [redemptionSettlementTime, 'Redemptions are paid within five (6) business days.', 'left'],
  [redemptionSettlementTime, 'Redemptions are paid within two days.', undefined],
  [amendmentPower, 'These Terms may change at any time and without notice.', { code: 'no_notice' }],
  [amendmentPower, 'These Terms may not change without notice.', undefined],
  [amendmentPower, 'Partners’ payment terms may change at any time without notice.', undefined],
  [amendmentPower, 'These Terms may change with 5 days’ notice or without notice.', undefined],
  [amendmentNotice, 'These Terms may change at any time and without notice.', null],
  [amendmentNotice, 'These Terms may change if you agree, without notice.', undefined],
  [amendmentNotice, 'We will let you know of changes of these Terms in advance.', undefined],
  [amendmentNotice, 'When we modify this Agreement, we give two weeks’ notice.', { days: '14', count: 'calendar' }],
  [amendmentNotice, 'We may revise the terms and will notify you.', undefined],
  [amendmentNotice, 'Fees may change without notice.', undefined],
  [
    amendmentNotice,
    'We will notify you at least 30 days before changes to these terms.',
    { days: '30', count: 'calendar' },
  ],
  [amendmentNotice, 'We will not notify you at least 30 days before changes to these terms.', 'left'],
  [disputeResolution, 'Disputes shall be resolved exclusively by arbitration.', { code: 'arbitration_mandatory' }],
  [disputeResolution, 'Disputes shall not be resolved exclusively by arbitration.', 'left'],
];
for (const [rules, text, outcome] of sentences)
  test(`${rules.field}: ${text}`, () => assert.equal(inTerms(rules, text), outcome));

const cells: readonly (readonly [rules: FieldRules, text: string, outcome: Outcome])[] = [
  [governingLaw, 'Law of Switzerland.', { law: 'CH' }],
  [governingLaw, 'The laws of the British Virgin Islands (“ Applicable Law ”)]', { law: 'VG' }],
  [governingLaw, 'Swiss law', { law: 'CH' }],
  [governingLaw, 'Not applicable.', null],
  [governingLaw, 'False', 'left'],
  [governingLaw, 'Switzerland or Malta', 'left'],
  [transferRestrictions, 'No restrictions', { codes: [] }],
  [transferRestrictions, 'None. Platforms may restrict holders.', 'left'],
  [transferRestrictions, 'N/A', null],
  [transferRestrictions, 'not unavailable to residents of the Union', 'left'],
  [
    withdrawalRight,
    'Purchasers have the right to withdraw from their token purchase within 14 calendar days, as provided by law.',
    { days: '14', count: 'calendar' },
  ],
  [withdrawalRight, 'Refunds will be processed within 14 calendar days.', 'left'],
  [withdrawalRight, 'Purchasers have no right to withdraw within 14 days.', 'left'],
  [withdrawalRight, 'Where applicable, information about the right of withdrawal within 14 days', 'left'],
  [withdrawalRight, 'The right of withdrawal is \ufffd within 14 days.', 'left'],
];
for (const [rules, text, outcome] of cells)
  test(`${rules.field}, cell: ${text}`, () => assert.equal(inCell(rules, text), outcome));

test('a sentence that goes on elsewhere is left out', () => {
  const text = 'These terms are governed by the laws of Ireland';
  assert.is(outcomeOf(readSentence(governingLaw.sentences ?? [], { text, plain: text, isWhole: false })), 'left');
});

test.run();
