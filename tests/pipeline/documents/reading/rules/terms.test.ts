/** Law, disputes and changes in terms: what they state in whole sentences, and what takes it back. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { fieldRules } from '../../../../../pipeline/documents/reading/rule-set.ts';
import { emptyReading } from '../../../../../schemas/values/reading.ts';
import { inCell, inTerms, type Outcome } from '../form-outcomes.ts';

const test = suite('law, disputes and changes in terms');

const law = (tail: string): string => `These Terms are governed by the laws of Ireland${tail}.`;

const sentences: Readonly<Record<string, readonly (readonly [text: string, outcome: Outcome])[]>> = {
  governing_law: [
    [law(' without regard to any choice or conflict of laws rules'), { law: 'IE' }],
    [law(', without regard to its conflict of law provisions'), { law: 'IE' }],
    [law(' without giving effect to the principles of conflicts of laws thereof'), { law: 'IE' }],
    [law(', to the extent not preempted by federal law'), { law: 'IE' }],
    [law(' without regard to the rights of consumers'), 'left'],
    [law(', except for users in France'), 'left'],
    ['For federal government entities, these Terms are governed by the laws of Ireland.', 'left'],
    ['The laws of Ireland, excluding its choice of law rules, govern these Terms.', { law: 'IE' }],
    ['The laws of the State of Ohio will govern all matters arising out of this Agreement.', { law: 'US-OH' }],
    ['The laws of Ireland or France govern these Terms.', undefined],
    [
      'This Agreement is governed by federal laws of the United States and the laws of the State of Ohio.',
      { law: 'US-OH' },
    ],
  ],
  dispute_resolution: [
    ['Any dispute under these Terms shall be finally settled by arbitration.', { code: 'arbitration_mandatory' }],
    ['Any claim shall be brought in the courts of Belgium.', { code: 'courts_other' }],
    ['Any claim shall be brought in the courts of Belgium or France.', undefined],
    ['Any claim shall not be brought in the courts of Belgium.', undefined],
    ['Any dispute may be finally settled by arbitration.', 'left'],
    ['Disputes will be resolved by binding arbitration, rather than in court.', { code: 'arbitration_mandatory' }],
    [
      'You and Example agree to the exclusive jurisdiction of the state and federal courts in Ohio.',
      { code: 'courts_other' },
    ],
    ['Injunctions shall be brought in the courts of Belgium.', undefined],
  ],
  amendment_notice: [
    [
      'We may change this Agreement by giving you at least two (2) months’ prior written notice.',
      { days: '60', count: 'calendar' },
    ],
    ['We may amend these Terms with forty-five (45) days’ notice.', { days: '45', count: 'calendar' }],
    ['We may amend these Terms with thirty (31) days’ notice.', 'left'],
    ['We may amend this Agreement to Arbitrate with thirty days’ notice.', 'left'],
    ['We may amend these Terms with up to two months’ notice.', 'left'],
    ['We may amend these Terms with two months’ notice, except for fees.', 'left'],
  ],
  redemption_minimum: [
    ...(
      [
        ["CHF 1'000", '1000', 'CHF'],
        ['CHF 1’000.50', '1000.5', 'CHF'],
        ['USD 1 million', '1000000', 'USD'],
        ['USD 100k', '100000', 'USD'],
        ['USD 1,000', '1000', 'USD'],
      ] as const
    ).map(([text, amount, currency]) => [`The minimum redemption amount is ${text}.`, { amount, currency }] as const),
    // A point before three digits, a raised mark, a second bound.
    ['The minimum redemption amount is EUR 1.000.', 'left'],
    ['The minimum redemption amount is USD 100^2.', 'left'],
    ['The minimum redemption amount is USD 100 to 500.', 'left'],
    ["The minimum redemption amount is CHF 1'00.", 'left'],
  ],
  redemption_fee: [
    ['We charge a redemption fee of 0.25% on each request.', { bps: '25' }],
    ['We charge a redemption fee of 0.1% to 0.25% on each request.', 'left'],
    ['We charge a redemption fee of 0.25%, at least USD 50, on each request.', 'left'],
    ['From 1 January 2030 we charge a redemption fee of 0.25% on each request.', 'left'],
    ['Until 1 January 2026 we charge a redemption fee of 0.25% on each request.', 'left'],
    ['We no longer charge a redemption fee of 0.25% on each request.', 'left'],
  ],
  amendment_power: [
    [
      'If we do this, you can terminate this Agreement without cost during the notice period.',
      { code: 'notice_with_exit' },
    ],
    ['If you do not agree to the changes, you may close your account free of charge.', { code: 'notice_with_exit' }],
    ['If we close the office, you may close your account free of charge.', undefined],
    ['You may close your account free of charge.', undefined],
  ],
};
for (const [field, cases] of Object.entries(sentences)) {
  const rules = fieldRules.find((one) => one.field === field);
  for (const [text, outcome] of cases)
    test(`${field}: ${text}`, () => assert.equal(rules && inTerms(rules, text), outcome));
}

test('a cell names a law by its country', () => {
  const rules = fieldRules.find(({ field }) => field === 'governing_law');
  for (const text of ['British Virgin Islands law.', 'Laws of the British Virgin Islands', 'British Virgin Islands'])
    assert.equal(rules && inCell(rules, text), { law: 'VG' }, text);
  assert.equal(rules && inCell(rules, 'British Virgin Islands law and Irish law.'), 'left');
});

test('beside arbitration, courts do not decide all disputes', () => {
  const stated = (...texts: readonly string[]): unknown => {
    const blocks = texts.map((text, at) => ({ path: `p:nth-of-type(${at + 1})`, text, heading: null, own: true }));
    const profile = { id: 'terms', language: 'en' };
    const reading = { ...emptyReading, class: 'html' as const, blocks };
    const view = viewOf(reading, { kind: 'terms', profile, url: 'https://issuer.example/terms', isWhole: true });
    return readFields(view, fieldReaders).stated.find(({ field }) => field === 'dispute_resolution')?.value;
  };
  const courts = 'Any claim shall be brought in the courts of Belgium.';
  assert.equal(stated(courts), { code: 'courts_other' });
  assert.is(stated(courts, 'Small claims go to an arbitrator.'), undefined);
});

test.run();
